/** A diff as rows of a table: old and new lines one under the other, or side by side. Pure. */
import { withoutEnd, type LineChange, type FileDiff, type Hunk } from "../../core/text/diff-view.js";

export type DiffLayout = "unified" | "split";

export type DiffRow =
  /** Equal lines that are not shown; `gap` is the index of the hunk they come before, or the number of hunks at the end. */
  | { readonly kind: "fold"; readonly gap: number; readonly lines: number }
  | { readonly kind: "hunk"; readonly index: number; readonly first: number; readonly last: number }
  | { readonly kind: "lines"; readonly hunk?: number; readonly old?: DiffLine; readonly now?: DiffLine };

/** A line of one side. A row of an equal line has both sides. */
export interface DiffLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly changed: boolean;
  /** The line of the other side, to mark the words that differ. */
  readonly other?: string;
  /** The end of the line where the other line ends in another way: nothing else would show the difference. */
  readonly end?: "none" | "crlf";
}

/** Lines of a change that are compared with each other at most: in longer ones it is chance which line is beside which. */
const PAIRED = 40;

/** The rows of a diff, made one after the other as they are asked for. `open`: the gaps whose equal lines are shown. */
export function* rowsOf(diff: FileDiff, layout: DiffLayout, open: ReadonlySet<number>): Generator<DiffRow> {
  let [oldAt, newAt] = [0, 0];
  function* gap(index: number, oldTo: number): Generator<DiffRow> {
    const lines = oldTo - oldAt;
    if (lines === 0) return;
    if (!open.has(index)) yield { kind: "fold", gap: index, lines };
    else for (let at = 0; at < lines; at++) yield equal(diff, oldAt + at, newAt + at);
  }
  for (const [index, hunk] of diff.hunks.entries()) {
    yield* gap(index, hunk.oldFrom);
    yield headOf(hunk, index);
    yield* hunkRows(diff, layout, hunk, index);
    [oldAt, newAt] = [hunk.oldTo, hunk.newTo];
  }
  if (diff.hunks.length > 0) yield* gap(diff.hunks.length, diff.before.length);
}

export function firstRows(count: number, ...of: Parameters<typeof rowsOf>): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  for (const row of rowsOf(...of)) {
    if (rows.length === count) break;
    rows.push(row);
  }
  return rows;
}

/** The number of rows, without making them. */
export function countRows(diff: FileDiff, layout: DiffLayout, open: ReadonlySet<number>): number {
  let [count, oldAt] = [0, 0];
  const gap = (index: number, oldTo: number) => (open.has(index) ? oldTo - oldAt : Math.min(1, oldTo - oldAt));
  for (const [index, hunk] of diff.hunks.entries()) {
    count += gap(index, hunk.oldFrom) + 1;
    oldAt = hunk.oldFrom;
    for (const { oldFrom, oldTo, newFrom, newTo } of hunk.changes) {
      const [gone, come] = [oldTo - oldFrom, newTo - newFrom];
      count += oldFrom - oldAt + (layout === "split" ? Math.max(gone, come) : gone + come);
      oldAt = oldTo;
    }
    count += hunk.oldTo - oldAt;
    oldAt = hunk.oldTo;
  }
  return diff.hunks.length > 0 ? count + gap(diff.hunks.length, diff.before.length) : 0;
}

function headOf({ changes }: Hunk, index: number): DiffRow {
  const first = changes[0]!.newFrom + 1;
  return { kind: "hunk", index, first, last: Math.max(first, changes.at(-1)!.newTo) };
}

function* hunkRows(diff: FileDiff, layout: DiffLayout, hunk: Hunk, index: number): Generator<DiffRow> {
  let [oldAt, newAt] = [hunk.oldFrom, hunk.newFrom];
  function* equals(oldTo: number): Generator<DiffRow> {
    for (; oldAt < oldTo; oldAt++, newAt++) yield { ...equal(diff, oldAt, newAt), hunk: index };
  }
  for (const change of hunk.changes) {
    yield* equals(change.oldFrom);
    for (const row of layout === "split" ? splitRows(diff, change) : unifiedRows(diff, change))
      yield { ...row, hunk: index };
    [oldAt, newAt] = [change.oldTo, change.newTo];
  }
  yield* equals(hunk.oldTo);
}

type Lines = Extract<DiffRow, { kind: "lines" }>;

const equal = (diff: FileDiff, old: number, now: number): Lines => {
  const text = withoutEnd(diff.before[old]!);
  return {
    kind: "lines",
    old: { number: old + 1, text, changed: false },
    now: { number: now + 1, text, changed: false },
  };
};

function* unifiedRows(diff: FileDiff, change: LineChange): Generator<Lines> {
  for (let at = change.oldFrom; at < change.oldTo; at++) yield { kind: "lines", old: oldLine(diff, change, at) };
  for (let at = change.newFrom; at < change.newTo; at++) yield { kind: "lines", now: newLine(diff, change, at) };
}

function* splitRows(diff: FileDiff, change: LineChange): Generator<Lines> {
  const { oldFrom, oldTo, newFrom, newTo } = change;
  for (let at = 0; at < Math.max(oldTo - oldFrom, newTo - newFrom); at++)
    yield {
      kind: "lines",
      ...(oldFrom + at < oldTo && { old: oldLine(diff, change, oldFrom + at) }),
      ...(newFrom + at < newTo && { now: newLine(diff, change, newFrom + at) }),
    };
}

function oldLine({ before, after }: FileDiff, change: LineChange, at: number): DiffLine {
  const other = change.newFrom + at - change.oldFrom;
  return changed(before[at]!, at, other < change.newTo && isPaired(change) ? after[other] : undefined);
}

function newLine({ before, after }: FileDiff, change: LineChange, at: number): DiffLine {
  const other = change.oldFrom + at - change.newFrom;
  return changed(after[at]!, at, other < change.oldTo && isPaired(change) ? before[other] : undefined);
}

const isPaired = ({ oldFrom, oldTo, newFrom, newTo }: LineChange): boolean =>
  Math.max(oldTo - oldFrom, newTo - newFrom) <= PAIRED;

function changed(line: string, index: number, other: string | undefined): DiffLine {
  const end = other !== undefined && endOf(line) !== endOf(other) ? endOf(line) : undefined;
  return {
    number: index + 1,
    text: withoutEnd(line),
    changed: true,
    ...(other !== undefined && { other: withoutEnd(other) }),
    ...(end && { end }),
  };
}

const endOf = (line: string): DiffLine["end"] =>
  line.endsWith("\r\n") ? "crlf" : line.endsWith("\n") ? undefined : "none";
