/** `/compress`: puts a Snapshot in the place of the old part of the conversation, full window or not (C1). */
import { defineCommand } from "../command.js";

export const compress = defineCommand({
  name: "compress",
  aliases: ["summarize", "compact"],
  description: "Puts a summary in the place of the old part of this conversation; it can be undone",
  usage: "[what to keep above all]",
  run: (focus, { session }) => session.compress({ focus }),
});
