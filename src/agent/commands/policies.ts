/** `/policies`: comes with approvals. */
import { announce } from "../command.js";

export const policies = announce(
  { name: "policies", description: "Lists what may run without asking" },
  "Policies come with the tools that change things; all tools there are now only read.",
);
