/** `/compress`: comes with compression. */
import { announce } from "../command.js";

export const compress = announce(
  {
    name: "compress",
    aliases: ["summarize", "compact"],
    description: "Puts a summary in the place of the old part of this conversation",
  },
  "Compression comes with a later version; nothing of this conversation has been changed.",
);
