/** `/clear`: a blank page. What was said stays in the list of Sessions. */
import { defineCommand } from "./command.js";

export const clear = defineCommand({
  name: "clear",
  aliases: ["new"],
  description: "Begins a new session; this one is kept",
  run(_args, { ask }) {
    ask({ kind: "new-session" });
    return Promise.resolve();
  },
});
