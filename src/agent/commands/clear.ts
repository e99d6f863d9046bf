/** `/clear`: begins a new Session; the one before stays in the list. */
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
