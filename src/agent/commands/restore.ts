/** `/restore`: comes with edits. */
import { announce } from "../command.js";

export const restore = announce(
  { name: "restore", description: "Puts files back as they were before an edit" },
  "Putting files back comes with the tools that change them; no file of yours has been changed by Palimpsest.",
);
