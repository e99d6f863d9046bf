/** A diff as rows of a table: one under the other, or old and new side by side. Pure. */
import { withoutEnd, type LineChange, type FileDiff, type Hunk } from "../../core/text/diff-view.js";

export type DiffLayout = "unified" | "split";

export type DiffRow =
  /** Equal lines that are not shown; `gap` is the hunk they stand before, or the number of hunks at the end. */
  | { readonly kind: "fold"; readonly gap: number; readonly lines: number }
  | { readonly kind: "hunk"; readonly index: number; readonly first: number; readonly last: number }
  | { readonly kind: "lines"; readonly hunk?: number; readonly old?: DiffLine; readonly now?: DiffLine };

/** A line of one side. In a row with two sides of an equal line both are given. */
export interface DiffLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly changed: boolean;
  /** The line it stands against, for what differs within it. */
  readonly other?: string;
  /** Whether its end is missing or is a Windows one while the other's is not: nothing else would show it. */
  readonly end?: "none" | "crlf";
}

/** Beyond so many lines it is chance which line stands against which. */
const PAIRED = 40;

/** `open`: the gaps whose equal lines are shown. One row after the other: a long diff is never made whole. */
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

/** The first of them. */
export function firstRows(count: number, ...of: Parameters<typeof rowsOf>): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  for (const row of rowsOf(...of)) {
    if (rows.length === count) break;
    rows.push(row);
  }
  return rows;
}

/** How many rows there are, without making them. */
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

function oldLine({ before, after }: FileDiff, { oldFrom, oldTo, newFrom, newTo }: LineChange, at: number): DiffLine {
  const other = newFrom + at - oldFrom;
  const isPaired = other < newTo && Math.max(oldTo - oldFrom, newTo - newFrom) <= PAIRED;
  return changed(before[at]!, at, isPaired ? after[other] : undefined);
}

function newLine({ before, after }: FileDiff, { oldFrom, oldTo, newFrom, newTo }: LineChange, at: number): DiffLine {
  const other = oldFrom + at - newFrom;
  const isPaired = other < oldTo && Math.max(oldTo - oldFrom, newTo - newFrom) <= PAIRED;
  return changed(after[at]!, at, isPaired ? before[other] : undefined);
}

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
