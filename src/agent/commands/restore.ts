/** `/restore`: puts files back as they were before a message. `/rewind` does that to the conversation. */
import { textOf } from "../../core/content.js";
import type { ChangedFile, RestoreView } from "../../core/text/edits.js";
import { AgentError } from "../../core/errors.js";
import type { LogRecord } from "../../core/log/log.js";
import { defineCommand } from "./command.js";
import { commandWords } from "./command-words.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";
import type { TurnId } from "../../core/ids.js";

const SHOWN = 10;

export const restore = defineCommand({
  name: "restore",
  description: "Puts files back as they were before a message",
  usage: "[number]",
  async run(args, { say, session }) {
    const turns = editingTurns(await session.records());
    if (turns.length === 0) throw new AgentError("NotFoundError", commandWords.nothingChanged);
    if (args === "") {
      const lines = turns
        .slice(0, SHOWN)
        .map(({ said, paths }, at) => `${at + 1}. ${asPlain(said)} (${paths.map(asCode).join(", ")})`);
      const head = "Type `/restore` and a number to put files back as they were before that message:";
      return say([head, "", ...lines].join("\n"));
    }
    const turn = /^\d+$/u.test(args) ? turns[Number(args) - 1] : undefined;
    if (!turn) throw new AgentError("InvalidArgsError", commandWords.number(turns.length));
    say(restoredWords(await session.restoreTo(turn.id)));
  },
});

export function restoredWords(view: RestoreView): string {
  if (view.kind === "restored") {
    if (view.paths.length === 0) return "The files are as they were then: there was nothing to put back.";
    return `Put back as before: ${view.paths.map(asCode).join(", ")}. Each edit can be redone where it stands above.`;
  }
  const names = view.files.map(({ path }: ChangedFile) => asCode(path)).join(", ");
  return `No file was touched: ${names} changed since by other hands, and that would be lost. Undo edits one by one, or put that aside first.`;
}

/** Turns in which files were changed, the newest first. */
function editingTurns(records: readonly LogRecord[]) {
  const turns = new Map<TurnId, Set<string>>();
  for (const record of records) {
    if (record.kind !== "edit" || record.as !== "edit") continue;
    turns.set(record.turn, (turns.get(record.turn) ?? new Set()).add(record.path));
  }
  return [...turns].toReversed().map(([id, paths]) => ({ id, said: saidIn(records, id), paths: [...paths] }));
}

function saidIn(records: readonly LogRecord[], turn: TurnId): string {
  const said = records.find((record) => record.kind === "content" && record.turn === turn && record.from === "user");
  return said?.kind === "content" ? (said.shown ?? textOf(said.content)) : "";
}
