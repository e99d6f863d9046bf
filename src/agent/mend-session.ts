/** After a crash: what was half said becomes a record, marked interrupted, and its Turn is ended (L3). */
import type { Content, Part } from "../core/content.js";
import type { LogRecord, RecordBody } from "../core/log.js";
import type { Draft, LogStore } from "../core/store.js";
import { turnsOf, type TurnView } from "../core/turns.js";

/** Must be called by the Session's owner, while no Turn of it runs. Returns what it wrote. */
export async function mendSession(
  log: LogStore,
  session: string,
  newest: readonly LogRecord[],
  record: (body: RecordBody) => LogRecord,
): Promise<readonly LogRecord[]> {
  const drafts = await log.drafts(session);
  const steps = new Set(drafts.map(({ step }) => step));
  const records = [...steps].map((step) => record(answerOf(drafts.filter((draft) => draft.step === step))));
  const open = new Set([
    ...drafts.map(({ turn }) => turn),
    ...turnsOf(newest)
      .filter(isOpen)
      .map(({ id }) => id),
  ]);
  for (const turn of open) records.push(record({ kind: "turn-ended", turn, outcome: { kind: "interrupted" } }));
  if (records.length > 0) await log.append(records);
  return records;
}

const isOpen = (turn: TurnView): boolean => turn.outcome === undefined;

function answerOf(pieces: readonly Draft[]): RecordBody {
  const { turn, step, model } = pieces[0]!;
  return { kind: "content", turn, step, from: "model", model, content: contentOf(pieces), interrupted: true };
}

export function contentOf(pieces: readonly Draft[]): Content {
  const inOrder = pieces.toSorted((one, other) => one.seq - other.seq);
  const thought = inOrder.map((piece) => piece.thought).join("");
  const text = inOrder.map((piece) => piece.text).join("");
  const parts: Part[] = [];
  if (thought) parts.push({ text: thought, thought: true });
  if (text) parts.push({ text });
  return { role: "model", parts };
}
