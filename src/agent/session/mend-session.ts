/**
 * Mending after a crash (L3): drafts become a record that is marked interrupted; edits that were cut off are settled; calls
 * without a result get one that says so; and the Turn is ended.
 */
import type { Content, Part } from "../../core/content.js";
import type { CallNote, LogRecord, RecordBody } from "../../core/log/log.js";
import type { Draft } from "../../core/log/store.js";
import { turnsOf, type ToolBlock, type TurnView } from "../../core/port/turns.js";
import type { CallId } from "../../core/ids.js";
import type { SessionState } from "./session-state.js";

/**
 * Must be called by the Session's owner, before its context is read. Resolves with the records it wrote. `settle` writes down how edits
 * that were cut off have ended.
 */
export async function mendSession(
  { id: session, log, write }: SessionState,
  settle: (records: readonly LogRecord[]) => Promise<readonly LogRecord[]>,
  newest: readonly LogRecord[],
): Promise<readonly LogRecord[]> {
  const settled = await settle(newest);
  const drafts = await log.drafts(session);
  const steps = new Set(drafts.map(({ step }) => step));
  const bodies = [...steps].map((step) => answerOf(drafts.filter((draft) => draft.step === step)));
  const open = turnsOf(newest).filter(isOpen);
  for (const turn of open) {
    const results = resultsOf(turn, [...newest, ...settled]);
    if (results) bodies.push(results);
  }
  const turns = new Set([...drafts.map(({ turn }) => turn), ...open.map(({ id }) => id)]);
  for (const turn of turns) bodies.push({ kind: "turn-ended", turn, outcome: { kind: "interrupted" } });
  return bodies.length > 0 ? [...settled, ...(await write(bodies, { isUnread: true }))] : settled;
}

const isOpen = (turn: TurnView): boolean => turn.outcome === undefined;

function answerOf(pieces: readonly Draft[]): RecordBody {
  const { turn, step, model } = pieces[0]!;
  return { kind: "content", turn, step, from: "model", model, content: contentOfDrafts(pieces), interrupted: true };
}

/** Results for calls of the last step that have none; the Model must know whether a file was changed. */
function resultsOf(turn: TurnView, records: readonly LogRecord[]): RecordBody | undefined {
  const calls = turn.blocks.filter(
    (block): block is ToolBlock => block.kind === "tool" && (block.state === "running" || block.state === "asking"),
  );
  if (calls.length === 0) return undefined;
  const step = records.findLast((each) => each.kind === "content" && each.turn === turn.id && each.from === "model");
  const parts = calls.map(({ id, name }): Part => {
    return { functionResponse: { id, name, response: { error: wordsOn(id, records) } } };
  });
  const notes = calls.map(({ id, title }): CallNote => ({ id, title, state: "cancelled" }));
  return {
    kind: "content",
    turn: turn.id,
    step: step?.kind === "content" ? step.step : turn.id,
    from: "tool",
    content: { role: "user", parts },
    calls: notes,
  };
}

function wordsOn(call: CallId, records: readonly LogRecord[]): string {
  const said = records.flatMap((record) => {
    if (record.kind !== "edit" || record.call !== call) return [];
    const end = records.find((each) => each.kind === "edit-settled" && each.edit === record.id);
    const found = end?.kind === "edit-settled" ? end.found : undefined;
    if (found === "after") return [`“${record.path}” had been written.`];
    return [
      found === "before"
        ? `“${record.path}” was not changed.`
        : `Whether “${record.path}” was changed is not known: read it.`,
    ];
  });
  return ["The app was closed before this call had ended.", ...said].join(" ");
}

export function contentOfDrafts(pieces: readonly Draft[]): Content {
  const inOrder = pieces.toSorted((one, other) => one.seq - other.seq);
  const thought = inOrder.map((piece) => piece.thought).join("");
  const text = inOrder.map((piece) => piece.text).join("");
  const parts: Part[] = [];
  if (thought) parts.push({ text: thought, thought: true });
  if (text) parts.push({ text });
  return { role: "model", parts };
}
