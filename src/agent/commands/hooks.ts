/** `/hooks`: announces what comes later. */
import { announce } from "./command.js";

export const hooks = announce(
  { name: "hooks", description: "Lists what runs before and after each step" },
  "Hooks come with a later version; nothing runs beside your conversation.",
);
