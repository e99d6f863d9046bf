/**
 * The cut of a compression: which records a new Snapshot covers, namely the head of the context as it is now (C2).
 * R1 The environment is not covered: it is written anew (C7). Recalled passages are not covered either: they leave with their question.
 * R2 Contents that no Model has answered yet stay, and so do results that no Model has read.
 * R3 An earlier Snapshot in the head is integrated line by line; a head of nothing else is no cut.
 * R4 A label is the place of a record among all contents of the Log, from 1: it means the same whatever is compressed later (C10).
 * R5 Pinned records stay where they are, and are not covered.
 * R6 A range of Turns that the user names is covered whole, instead of the fraction; an earlier Snapshot in between is covered too.
 */
import { textOf } from "../content.js";
import { project, type Projected } from "../context/context.js";
import type { LabelledRecord } from "../context/labelled-record.js";
import { activeEffects } from "../context/active-effects.js";
import type { LogRecord } from "../log/log.js";
import { emptySnapshot, readSnapshot, snapshotLines, withLines, type Snapshot } from "../log/snapshot.js";
import { cutColumns, findSplitPoint } from "./split.js";
import { weighContent, withFold, withMask, type TextCounter, type Weighed } from "../tokens/content-weight.js";
import type { PlacedLine } from "../log/snapshot-sections.js";
import type { RecordId, TurnId } from "../ids.js";

export interface CompressionCut {
  /** The range that the `snapshot` record covers. */
  readonly from: RecordId;
  readonly through: RecordId;
  /** The contents that the Snapshot stands for, in full: not masked, not truncated (C4). */
  readonly covered: readonly LabelledRecord[];
  readonly earlier?: Snapshot;
  /** Tokens of the head and of the environment, as the context has them now. */
  readonly replaced: number;
  readonly environment: number;
  /** Records by label. */
  readonly labels: ReadonlyMap<number, RecordId>;
}

type Item = Projected<LogRecord>;

/** The first and the last Turn to compress, both included (R6). */
export interface TurnRange {
  readonly from?: TurnId;
  readonly upTo?: TurnId;
}

export function cutForCompression(
  records: readonly LogRecord[],
  given: { readonly fraction: number; readonly counter: TextCounter; readonly range?: TurnRange },
): CompressionCut | undefined {
  const { fraction, counter, range } = given;
  const all = project(records);
  const environment = all.filter(({ source }) => source.kind === "environment");
  const items = all.filter(({ source }) => source.kind !== "environment" && source.kind !== "recalled"); // R1
  const weights = items.map((item) => weightsOf(item, counter));
  const pinned = pinnedIn(records);
  const isCovered = ({ source }: Item) => !pinned.has(source.id);
  const [start, end] = range ? placesOf(range, items, weights) : [0, cutAt(weights, fraction)];
  const head = items.slice(start, end).filter(isCovered); // R5
  if (!head.some(({ source }) => source.kind === "content")) return undefined; // R3
  const labelOf = new Map<RecordId, number>();
  for (const { id, kind } of records) if (kind === "content") labelOf.set(id, labelOf.size + 1); // R4
  const places = head.map(placeOf);
  const ends = head.map(({ source }) => (source.kind === "snapshot" ? source.through : source.id));
  return {
    from: places.reduce((one, other) => (other < one ? other : one)),
    through: ends.reduce((one, other) => (other > one ? other : one)),
    covered: head.flatMap(({ source }): LabelledRecord[] =>
      source.kind === "content" ? [{ label: labelOf.get(source.id)!, from: source.from, content: source.content }] : [],
    ),
    earlier: earlierIn(head),
    replaced: sum(weights.slice(start, end).flatMap((each, at) => (isCovered(items[start + at]!) ? each : []))),
    environment: sum(environment.flatMap((item) => weightsOf(item, counter))),
    labels: new Map([...labelOf].map(([id, label]) => [label, id])),
  };
}

function pinnedIn(records: readonly LogRecord[]): ReadonlySet<RecordId> {
  const active = activeEffects(records);
  return new Set(records.flatMap((each) => (each.kind === "pin" && active.has(each.id) ? [each.record] : [])));
}

/** R6: the index of the first item, and that after the last; an empty range for a Turn that is not in the context. */
function placesOf(
  { from, upTo }: TurnRange,
  items: readonly Item[],
  weights: readonly (readonly Weighed[])[],
): readonly [number, number] {
  const isOf = (turn: TurnId) => (item: Item) => item.source.kind === "content" && item.source.turn === turn;
  const start = from === undefined ? 0 : items.findIndex(isOf(from));
  const end = upTo === undefined ? items.length : items.findLastIndex(isOf(upTo)) + 1;
  return start < 0 ? [0, 0] : [start, Math.min(end, unansweredIn(weights))]; // R2
}

/** Index of the first item that no Model has answered. */
const unansweredIn = (weights: readonly (readonly Weighed[])[]): number =>
  weights.findLastIndex((each) => each.some((weight) => isModels(weight))) + 1;

/** Index of the first item to keep; items of several Contents are never cut in two. */
function cutAt(weights: readonly (readonly Weighed[])[], fraction: number): number {
  const unanswered = unansweredIn(weights);
  const columns = cutColumns(weights.flat());
  let cut = itemAt(weights, findSplitPoint(columns, fraction));
  if (cut > unanswered) {
    // R2: the cut is before the pending Contents, or, if these begin with results, before their call.
    const first = weights[unanswered]?.[0];
    const end = weights.slice(0, unanswered + 1).reduce((sum, each) => sum + each.length, 0);
    cut = first?.startsTurn ? unanswered : itemAt(weights, findSplitPoint(columns, fraction, { end }));
  }
  return cut;
}

const isModels = ({ startsTurn, hasResult }: Weighed): boolean => !startsTurn && !hasResult;

function itemAt(weights: readonly (readonly Weighed[])[], content: number): number {
  let before = 0;
  const at = weights.findIndex((each) => {
    if (before >= content) return true;
    before += each.length;
    return false;
  });
  return at < 0 ? weights.length : at;
}

const placeOf = ({ source }: Item): RecordId => (source.kind === "snapshot" ? source.from : source.id);

function weightsOf({ source, masks, fold }: Item, counter: TextCounter): readonly Weighed[] {
  if (source.kind === "snapshot")
    return source.contents.map((content, at) => source.weight?.[at] ?? weighContent(content, counter));
  const whole = source.weight ?? weighContent(source.content, counter);
  return [withFold(masks.reduce(withMask, whole), fold?.weight)];
}

const sum = (weights: readonly Weighed[]): number => weights.reduce((all, { tokens }) => all + tokens, 0);

/** R3: the lines of all Snapshots in the head, as one Snapshot. */
function earlierIn(head: readonly Item[]): Snapshot | undefined {
  const read = head.flatMap(({ source }) => {
    const [first] = source.kind === "snapshot" ? source.contents : [];
    return (first && readSnapshot(textOf(first))) ?? [];
  });
  return read.length > 0 ? withLines(emptySnapshot(), read.flatMap(snapshotLines)) : undefined;
}

/** Lines of an earlier Snapshot as records, so that the coverage check finds a source for lines that a draft keeps of it. */
export const earlierAsRecords = (lines: readonly PlacedLine[]): readonly LabelledRecord[] =>
  lines.map(({ section, text, from }) => ({
    label: from[0] ?? 0,
    from: section === "active_constraints" || section === "overall_goal" ? "user" : "model",
    content: { role: "user", parts: [{ text }] },
  }));
