/** `/init`: comes with the tools that write. */
import { announce } from "../command.js";

export const init = announce(
  { name: "init", description: "Writes a first GEMINI.md for this folder" },
  "This will look through the folder and write a first GEMINI.md with what a model should know about it. Writing comes with a later version; nothing has been written.",
);
