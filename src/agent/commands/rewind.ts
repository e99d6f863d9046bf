/** `/rewind`: takes a message and all after it out of the context. The Log keeps them. */
import { textOf } from "../../core/content.js";
import { contextOf } from "../../core/context/context.js";
import { AgentError } from "../../core/errors.js";
import type { ContentSaid, LogRecord, RecordHead } from "../../core/log/log.js";
import { defineCommand } from "./command.js";
import { commandWords } from "./command-words.js";
import { asPlain } from "../../core/text/markdown-text.js";
import { restoredWords } from "./restore.js";

const SHOWN = 10;

export const rewind = defineCommand({
  name: "rewind",
  description: "Takes back your last messages and their answers; with “files” also what they changed",
  usage: "[how many] [files]",
  async run(args, { say, ask, session }) {
    const messages = messagesIn(await session.records());
    if (messages.length === 0) throw new AgentError("NotFoundError", commandWords.noMessage);
    if (args === "") {
      const lines = messages.slice(0, SHOWN).map((message, at) => `${at + 1}. ${asPlain(wordsOf(message))}`);
      return say(["Type `/rewind` and a number to go back to before that message:", "", ...lines].join("\n"));
    }
    const typed = /^(\d+)(?:\s+(?:with\s+)?(files))?$/u.exec(args);
    const message = typed ? messages[Number(typed[1]) - 1] : undefined;
    if (!message) throw new AgentError("InvalidArgsError", commandWords.messageNumber(messages.length));
    // Files first: if they can't be put back, the message stays too.
    const files = typed?.[2] ? await session.restoreTo(message.turn) : undefined;
    if (files?.kind === "changed") throw new AgentError("ChangedError", restoredWords(files));
    await session.rewind(message.id, message.turn);
    ask({ kind: "compose", text: wordsOf(message) });
    say(
      `Back to before that message; it is in the composer again. What was said since is still in the log. ${files ? restoredWords(files) : "Files have not been changed."}`,
    );
  },
});

type Message = RecordHead & ContentSaid;

/** The user's messages that are still in the context, the newest first. */
export function messagesIn(records: readonly LogRecord[]): readonly Message[] {
  const inContext = new Set(contextOf(records).map(({ record }) => record));
  return records
    .filter(
      (record): record is Message => record.kind === "content" && record.from === "user" && inContext.has(record.id),
    )
    .toReversed();
}

const wordsOf = ({ shown, content }: Message): string => shown ?? textOf(content);
