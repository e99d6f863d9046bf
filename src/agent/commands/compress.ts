/**
 * `/compress`: puts a Snapshot in the place of the old part of the conversation (C1), or of the part up to or from a message, counted
 * back as `/rewind` lists them; or shows what it would do.
 */
import { AgentError } from "../../core/errors.js";
import { defineCommand, type CommandSession } from "./command.js";
import { commandWords } from "./command-words.js";
import { messagesIn } from "./rewind.js";

export const compress = defineCommand({
  name: "compress",
  aliases: ["summarize", "compact"],
  description: "Puts a summary in the place of the old part of this conversation; it can be undone",
  usage: "[preview | up to N | from N | what to keep above all]",
  async run(args, { session, ask }) {
    if (args === "preview") return ask({ kind: "what-if" });
    const part = /^(up ?to|from) (\d{1,5})$/iu.exec(args);
    if (!part) return session.compress({ focus: args });
    const turn = await turnOf(Number(part[2]), session);
    return session.compress({ range: part[1]!.toLowerCase() === "from" ? { from: turn } : { upTo: turn } });
  },
  complete: () => Promise.resolve(["preview", "up to 1", "from 1"]),
});

/** The Turn of the user's message that is the nth from the end; 1 is the last. */
async function turnOf(nth: number, session: CommandSession): Promise<string> {
  const messages = messagesIn(await session.records());
  const message = messages[nth - 1];
  if (message) return message.turn;
  throw new AgentError("InvalidArgsError", commandWords.listedNumber(messages.length));
}
