/** Turns as the screen shows them: a projection of the Log, made record by record, in any number of pages. */
import type { ApprovalRequest, Question } from "../policy/approval.js";
import { shownOutput } from "../content.js";
import type { BlockPlace, RecordMark } from "../context/context-change.js";
import type { EditNote } from "../text/edits.js";
import { compressionBlock, type CompressionBlock } from "../compression/compression.js";
import { compressionNow } from "../compression/compression-versions.js";
import { maskingNow, type MaskingNow } from "../context/masking.js";
import type { Growing } from "./streamed-text.js";
import { activeEffects } from "../context/active-effects.js";
import type { CallNote, EditSettled, LogRecord, RecordHead } from "../log/log.js";
import { isOfTurn, type TurnRecord } from "../log/record-kinds.js";
import { findTodos, type Todo } from "./todos.js";
import type { Outcome } from "../log/outcome.js";
import type { CallId, RecordId, TurnId } from "../ids.js";

export interface TurnView {
  readonly id: TurnId;
  readonly at: number;
  readonly blocks: readonly Block[];
  /** None while it runs. */
  readonly outcome?: Outcome;
  /** Its first records are not loaded (a very long Turn, paged in from the end). */
  readonly partial?: boolean;
  /** No Model is sent it any more. */
  readonly rewound?: boolean;
  /** The first and the last record it was made from; a live Turn has none yet. */
  readonly first?: RecordId;
  readonly last?: RecordId;
}

export type Block = BlockPlace &
  (
    | { readonly kind: "user"; readonly text: string }
    /** `step`: the step that thinks, while the thought is streamed. */
    | (Growing & { readonly kind: "thought"; readonly step?: string })
    /** The app's own words, in Markdown, which no Model is sent. */
    | { readonly kind: "note"; readonly text: string; readonly masking?: MaskingNow }
    | (Growing & {
        readonly kind: "text";
        readonly model: string;
        readonly step: string;
        readonly interrupted?: boolean;
      })
    | ToolBlock
    | CompressionBlock
  );

/** A call and its result. */
export interface ToolBlock extends BlockPlace {
  readonly kind: "tool";
  readonly id: CallId;
  readonly name: string;
  readonly title: string;
  readonly state: "running" | "asking" | CallNote["state"];
  readonly output?: string;
  /** Words on its progress, while it runs. */
  readonly progress?: string;
  /** The request to approve, or the questions to answer, while it asks. */
  readonly request?: ApprovalRequest;
  readonly questions?: readonly Question[];
  /** The change it made to a file. */
  readonly edit?: EditNote & { readonly undone?: boolean };
  readonly todos?: readonly Todo[];
}

/** Adds a record to the Turns it belongs to. Records must come in writing order. Returns a new list if it changed. */
export function withRecord(turns: readonly TurnView[], record: LogRecord): readonly TurnView[] {
  if (!isOfTurn(record)) return turns;
  // A Turn's records stand together but for those that another tab wrote meanwhile: the Turn is the last one, or close to it.
  let at = turns.length - 1;
  while (at >= 0 && turns[at]!.id !== record.turn) at--;
  const turn: TurnView =
    at >= 0
      ? turns[at]!
      : { id: record.turn, at: record.at, blocks: [], partial: !startsTurn(record), first: record.id };
  const changed: TurnView = { ...turn, first: turn.first ?? record.id, last: record.id, ...changeBy(record, turn) };
  return at >= 0 ? turns.toSpliced(at, 1, changed) : [...turns, changed];
}

function changeBy(record: TurnRecord, { blocks }: TurnView): Partial<TurnView> {
  switch (record.kind) {
    case "content":
      return {
        blocks: record.from === "tool" ? withResults(blocks, record) : [...blocks, ...blocksOf(record)],
        outcome: undefined,
      };
    case "turn-ended":
      return { outcome: record.outcome };
    case "note":
      return noteOf(record, blocks);
    case "asked":
    case "answered":
      return { blocks: blocks.map((block) => asking(block, record)) };
    case "snapshot":
      return { blocks: [...blocks, compressionBlock(record)] };
  }
}

function asking(block: Block, record: TurnRecord & { readonly kind: "asked" | "answered" }): Block {
  if (block.kind !== "tool" || block.id !== record.call || !isOpen(block)) return block;
  const { request: _, questions: __, ...plain } = block;
  if (record.kind === "answered") return { ...plain, state: "running" };
  const { request, questions } = record;
  return {
    ...plain,
    state: "asking",
    ...(request && { request, title: request.title }),
    ...(questions && { questions }),
  };
}

/** Whether a result is still to come. */
const isOpen = ({ state }: ToolBlock): boolean => state === "running" || state === "asking";

/** The note of a Command ends its Turn. */
function noteOf(record: TurnRecord & { kind: "note" }, blocks: readonly Block[]): Partial<TurnView> {
  const { id, said, text } = record;
  const masking = maskingNow(record, []);
  const notes: readonly Block[] = text === "" ? [] : [{ kind: "note", record: id, text, ...(masking && { masking }) }];
  if (said === undefined) return { blocks: [...blocks, ...notes] };
  return { blocks: [{ kind: "user", record: id, text: said }, ...notes], outcome: { kind: "done" } };
}

/** Marks rewound Turns. `records` must have every rewind, and every undo of one, that was written after them: on their page and newer ones. */
export function withRewinds(turns: readonly TurnView[], records: readonly LogRecord[]): readonly TurnView[] {
  const active = activeEffects(records);
  const rewinds = records.flatMap((each) => (each.kind === "rewind" && active.has(each.id) ? [each] : []));
  if (rewinds.length === 0) return turns;
  const isRewound = ({ first }: TurnView) =>
    first !== undefined && rewinds.some(({ to, id }) => to <= first && first < id);
  return turns.map((turn) => (isRewound(turn) ? { ...turn, rewound: true } : turn));
}

/** Marks finished edits that were undone since: `records` as for `withRewinds`. */
export function withUndone(turns: readonly TurnView[], records: readonly LogRecord[]): readonly TurnView[] {
  const undone = new Map<CallId, boolean>();
  for (const record of records) {
    if (!isUndo(record) || record.found !== "after") continue;
    for (const call of [record.call, ...(record.covers ?? [])]) undone.set(call, record.as === "undo");
  }
  if (undone.size === 0) return turns;
  const changed = (block: Block): Block =>
    block.kind === "tool" && block.edit && undone.has(block.id)
      ? { ...block, edit: { ...block.edit, undone: undone.get(block.id)! } }
      : block;
  return turns.map((turn) => ({ ...turn, blocks: turn.blocks.map(changed) }));
}

/** Whether the record ends an undo or a redo of an edit. */
export const isUndo = (record: LogRecord): record is RecordHead & EditSettled =>
  record.kind === "edit-settled" && record.as !== "edit";

/** Turns with their compressions as they are now, edited or undone. `records` must have these, and every edit and undo since. */
export function withCompressions(turns: readonly TurnView[], records: readonly LogRecord[]): readonly TurnView[] {
  const changed = new Map<RecordId, CompressionBlock>();
  for (const record of records) {
    if (record.kind !== "snapshot" || record.edits !== undefined) continue;
    const { block } = compressionNow(record, records);
    if (block.undone || block.edits) changed.set(record.id, block);
  }
  return changed.size === 0 ? turns : turns.map((turn) => withCompression(turn, (id) => changed.get(id)));
}

/** Returns the same Turn where none of its compressions changes. */
export function withCompression(turn: TurnView, now: (record: RecordId) => CompressionBlock | undefined): TurnView {
  const changes = (block: Block): block is CompressionBlock => block.kind === "compression" && !!now(block.record);
  if (!turn.blocks.some(changes)) return turn;
  return { ...turn, blocks: turn.blocks.map((block) => (changes(block) ? now(block.record)! : block)) };
}

/** Turns with the masks of their notes as they are now. `records` must have every undo since. */
export function withMaskings(turns: readonly TurnView[], records: readonly LogRecord[]): readonly TurnView[] {
  const undone = records.flatMap((record) => {
    const masking = record.kind === "note" ? maskingNow(record, records) : undefined;
    return masking?.undone ? [masking] : [];
  });
  return undone.reduce<readonly TurnView[]>((all, masking) => all.map((turn) => withMasking(turn, masking)), turns);
}

/** Returns the same Turn where it has no such note. */
export function withMasking(turn: TurnView, masking: MaskingNow): TurnView {
  const at = turn.blocks.findIndex((block) => block.kind === "note" && block.masking?.record === masking.record);
  const block = turn.blocks[at];
  return block?.kind === "note" ? { ...turn, blocks: turn.blocks.with(at, { ...block, masking }) } : turn;
}

/** Marks blocks of pinned or removed records. Returns the same Turn where nothing changes. */
export function withMarks(turn: TurnView, markOf: (record: RecordId) => RecordMark | undefined): TurnView {
  let isChanged = false;
  const blocks = turn.blocks.map((block): Block => {
    const mark = block.record === undefined ? undefined : markOf(block.record);
    if (!mark) return block;
    const { pinned = false, removed = false } = block;
    if (pinned === mark.pinned && removed === mark.removed) return block;
    isChanged = true;
    return { ...block, pinned: mark.pinned, removed: mark.removed };
  });
  return isChanged ? { ...turn, blocks } : turn;
}

export const turnsOf = (records: readonly LogRecord[]): readonly TurnView[] =>
  records.reduce<readonly TurnView[]>(withRecord, []);

/** Puts an older page before a newer one; a Turn that lies across the cut becomes one. */
export function joinPages(older: readonly TurnView[], newer: readonly TurnView[]): readonly TurnView[] {
  const head = newer[0];
  const tail = older.at(-1);
  if (!head || !tail || head.id !== tail.id) return [...older, ...newer];
  const joined: TurnView = {
    ...tail,
    ...head,
    blocks: joinBlocks(tail.blocks, head.blocks),
    partial: tail.partial,
    first: tail.first,
  };
  return [...older.slice(0, -1), joined, ...newer.slice(1)];
}

/** Puts results to the calls they answer. One whose call is on an older page is a block of its own until that page comes (`joinPages`). */
function withResults(blocks: readonly Block[], record: LogRecord & { kind: "content" }): readonly Block[] {
  const notes = new Map(record.calls?.map((note) => [note.id, note]));
  const results = record.content.parts.flatMap(({ functionResponse: result }): ToolBlock[] => {
    if (!result) return [];
    const { id = "", name } = result;
    const { title = "", state = "done", edit } = notes.get(id) ?? {};
    const output = shownOutput(result.response);
    return [{ kind: "tool", record: record.id, id, name, title, state, output, ...(edit && { edit }) }];
  });
  return answered(blocks, results);
}

/** Calls are replaced by the results that answer them; the other results come after them. */
function answered(blocks: readonly Block[], results: readonly ToolBlock[]): readonly Block[] {
  const open = new Map(results.map((result) => [result.id, result]));
  const changed = blocks.map((block) => {
    const result = block.kind === "tool" && isOpen(block) ? open.get(block.id) : undefined;
    if (block.kind !== "tool" || !result || !open.delete(result.id)) return block;
    const todos = result.state === "done" ? block.todos : undefined;
    return { ...result, record: block.record, ...(todos && { todos }) };
  });
  return [...changed, ...open.values()];
}

/** The newer page may begin with results of calls that are the last of the older one. */
function joinBlocks(older: readonly Block[], newer: readonly Block[]): readonly Block[] {
  const asked = new Set(older.flatMap((block) => (block.kind === "tool" && isOpen(block) ? [block.id] : [])));
  const isAnswer = (block: Block): block is ToolBlock => block.kind === "tool" && !isOpen(block) && asked.has(block.id);
  return [...answered(older, newer.filter(isAnswer)), ...newer.filter((block) => !isAnswer(block))];
}

function startsTurn(record: LogRecord): boolean {
  return record.kind === "content" ? record.from === "user" : record.kind === "note" && record.said !== undefined;
}

function blocksOf(record: LogRecord & { kind: "content" }): Block[] {
  const { id, from, content, shown, model = "", step, interrupted } = record;
  if (from === "user" && shown !== undefined) return [{ kind: "user", record: id, text: shown }];
  const blocks: Block[] = [];
  for (const part of content.parts) {
    if (part.functionCall && from === "model") {
      const { id: callId = "", name, args } = part.functionCall;
      const todos = name === "write_todos" ? findTodos(args) : undefined;
      blocks.push({ kind: "tool", record: id, id: callId, name, title: "", state: "running", ...(todos && { todos }) });
    }
    if (part.text === undefined) continue;
    const said = { record: id, text: part.text };
    if (from === "user") blocks.push({ kind: "user", ...said });
    else if (part.thought) blocks.push({ kind: "thought", ...said });
    else if (from === "model") blocks.push({ kind: "text", ...said, model, step, ...(interrupted && { interrupted }) });
  }
  return blocks;
}
