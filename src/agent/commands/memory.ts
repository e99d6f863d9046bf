/** `/memory`: comes with memories. */
import { announce } from "../command.js";

export const memory = announce(
  { name: "memory", description: "Shows what is remembered, and from where" },
  "Memories and GEMINI.md files come with a later version; nothing is remembered beyond your sessions yet.",
);
