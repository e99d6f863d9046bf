/**
 * Compares two texts: which lines differ, in which hunks, and which words within a line. Pure and bounded: lines that
 * occur once in each text are matched first, so that the gaps left to compare are short.
 * R1 Lines keep their ends: all of them joined are the text, to the byte. A changed line end is a changed line.
 * R2 The common beginning and end are set aside; then lines that occur once in each text, in the same order, are
 *    matched; the gaps between them are compared by the fewest edits.
 * R3 A gap with more edits than `GAP_EDITS`, or than the budget of all gaps, is replaced as a whole; so is all, with
 *    more than `LINES_LIMIT` lines left to compare.
 * R4 Changes with at most twice `CONTEXT` equal lines between them make one hunk.
 * R5 A hunk that is left out keeps its old lines: all hunks left out give the old text, none the new one.
 * R6 Words are marked where the lines of a change stand in pairs and at least a third of the longer one is kept.
 */
import { diffArrays } from "diff";

/** Lines from `oldFrom` to before `oldTo` became those from `newFrom` to before `newTo`, counted from 0. */
export interface LineChange {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** A hunk includes the equal lines around its changes. */
export interface Hunk extends LineChange {
  readonly changes: readonly LineChange[];
}

export interface FileDiff {
  /** With their ends (R1). */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  /** True if the texts were too long to be compared line by line (R3). */
  readonly replaced?: boolean;
}

/** The beginning and the end of a changed word in its line. */
export interface ChangedSpan {
  readonly from: number;
  readonly to: number;
}

/** Equal lines shown around a change. */
const CONTEXT = 3;
/** The cost of a gap grows with the square of its edits: 200 take about 5 ms here. */
const GAP_EDITS = 200;
/** Squares of edits in all gaps of a text together: about 10 ms. */
const WORK_LIMIT = 80_000;
/** Lines of both texts left to compare (R2): with a change in every tenth some 12 ms, 50 the first time. */
const LINES_LIMIT = 16_000;
/** Longer lines are minified or data: their words are not compared. */
const WORDS_LIMIT = 1_000;

export function diffFiles(before: string, after: string): FileDiff {
  const old = textLines(before);
  const now = textLines(after);
  const rest = trimmed(old, now, { oldFrom: 0, oldTo: old.length, newFrom: 0, newTo: now.length });
  const isLong = rest.oldTo - rest.oldFrom + rest.newTo - rest.newFrom > LINES_LIMIT;
  const changes = isLong ? [rest] : changesOf(old, now, rest);
  const sum = (size: (change: LineChange) => number) => changes.reduce((total, change) => total + size(change), 0);
  return {
    before: old,
    after: now,
    hunks: hunksOf(changes, old.length, now.length),
    added: sum(({ newFrom, newTo }) => newTo - newFrom),
    removed: sum(({ oldFrom, oldTo }) => oldTo - oldFrom),
    ...(isLong && { replaced: true }),
  };
}

/** The new text with some hunks left out (R5). */
export function withoutHunks({ before, after, hunks }: FileDiff, leftOut: ReadonlySet<number>): string {
  const lines: string[] = [];
  let at = 0;
  for (const index of [...leftOut].toSorted((a, b) => a - b)) {
    const { newFrom, newTo, oldFrom, oldTo } = hunks[index]!;
    lines.push(...after.slice(at, newFrom), ...before.slice(oldFrom, oldTo));
    at = newTo;
  }
  return [...lines, ...after.slice(at)].join("");
}

/** The words of two lines that differ (R6); undefined where too little is kept. */
export function marksOf(
  before: string,
  after: string,
): { readonly old: ChangedSpan[]; readonly now: ChangedSpan[] } | undefined {
  const [one, other] = [withoutEnd(before), withoutEnd(after)];
  if (one.length > WORDS_LIMIT || other.length > WORDS_LIMIT || one === other) return undefined;
  const old: ChangedSpan[] = [];
  const now: ChangedSpan[] = [];
  let [oldAt, newAt, kept] = [0, 0, 0];
  for (const { value, added, removed } of diffArrays(wordsOf(one), wordsOf(other))) {
    const text = value.join("");
    if (added) now.push({ from: newAt, to: (newAt += text.length) });
    else if (removed) old.push({ from: oldAt, to: (oldAt += text.length) });
    else {
      oldAt += text.length;
      newAt += text.length;
      kept += text.trim().length;
    }
  }
  return kept * 3 < Math.max(one.trim().length, other.trim().length) ? undefined : { old, now };
}

/** A line without its end. */
export const withoutEnd = (line: string): string => line.replace(/\r?\n$/, "");

/** R1. */
export function textLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at) + 1 || text.length;
    lines.push(text.slice(at, end));
    at = end;
  }
  return lines;
}

/** R2. */
function changesOf(old: readonly string[], now: readonly string[], gap: LineChange): readonly LineChange[] {
  const found: Found = { changes: [], work: WORK_LIMIT };
  compare(old, now, gap, found);
  return found.changes.reduce<LineChange[]>(withNext, []);
}

interface Found {
  readonly changes: LineChange[];
  /** The work left to spend (R3). */
  work: number;
}

function compare(old: readonly string[], now: readonly string[], gap: LineChange, found: Found): void {
  const inner = trimmed(old, now, gap);
  const { oldFrom, oldTo, newFrom, newTo } = inner;
  if (oldFrom === oldTo && newFrom === newTo) return;
  if (oldFrom === oldTo || newFrom === newTo) return void found.changes.push(inner);
  const anchors = anchorsOf(old, now, inner);
  if (anchors.length === 0) return compareGap(old, now, inner, found);
  let [oldAt, newAt] = [oldFrom, newFrom];
  for (const [oldLine, newLine] of anchors) {
    compareSmall(old, now, { oldFrom: oldAt, oldTo: oldLine, newFrom: newAt, newTo: newLine }, found);
    [oldAt, newAt] = [oldLine + 1, newLine + 1];
  }
  compareSmall(old, now, { oldFrom: oldAt, oldTo, newFrom: newAt, newTo }, found);
}

/** A small gap is compared at once; in a large one further lines may occur once that do not in the whole text. */
function compareSmall(old: readonly string[], now: readonly string[], gap: LineChange, found: Found): void {
  const isSmall = gap.oldTo - gap.oldFrom + gap.newTo - gap.newFrom <= GAP_EDITS / 2;
  if (!isSmall) compare(old, now, gap, found);
  else compareGap(old, now, trimmed(old, now, gap), found);
}

function trimmed(old: readonly string[], now: readonly string[], gap: LineChange): LineChange {
  let { oldFrom, oldTo, newFrom, newTo } = gap;
  while (oldFrom < oldTo && newFrom < newTo && old[oldFrom] === now[newFrom]) {
    oldFrom++;
    newFrom++;
  }
  while (oldFrom < oldTo && newFrom < newTo && old[oldTo - 1] === now[newTo - 1]) {
    oldTo--;
    newTo--;
  }
  return { oldFrom, oldTo, newFrom, newTo };
}

/** Pairs of equal lines that occur once in each text, as many as are in the same order. */
function anchorsOf(
  old: readonly string[],
  now: readonly string[],
  gap: LineChange,
): readonly (readonly [number, number])[] {
  const places = new Map<string, { old: number; now: number }>(); // -1: not yet, -2: more than once
  for (let at = gap.oldFrom; at < gap.oldTo; at++) {
    const place = places.get(old[at]!);
    if (place) place.old = -2;
    else places.set(old[at]!, { old: at, now: -1 });
  }
  for (let at = gap.newFrom; at < gap.newTo; at++) {
    const place = places.get(now[at]!);
    if (place) place.now = place.now === -1 ? at : -2;
  }
  const pairs: [number, number][] = [];
  for (const place of places.values()) if (place.old >= 0 && place.now >= 0) pairs.push([place.old, place.now]);
  return longestRising(pairs);
}

/** The longest run whose second numbers rise; the first ones do already. */
function longestRising(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const ends: number[] = []; // at [n]: the pair that ends the best run of n + 1
  const before: number[] = [];
  for (const [index, [, value]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  }
  const run: (readonly [number, number])[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) run.push(pairs[at]!);
  return run.toReversed();
}

/** R3. */
function compareGap(old: readonly string[], now: readonly string[], gap: LineChange, found: Found): void {
  const { oldFrom, oldTo, newFrom, newTo } = gap;
  if (oldFrom === oldTo && newFrom === newTo) return;
  const maxEditLength = Math.min(GAP_EDITS, Math.floor(Math.sqrt(found.work)));
  const parts = diffArrays(old.slice(oldFrom, oldTo), now.slice(newFrom, newTo), { maxEditLength });
  const edits = parts?.reduce((sum, { count, added, removed }) => sum + (added || removed ? count : 0), 0);
  found.work -= (edits ?? maxEditLength) ** 2;
  if (!parts) return void found.changes.push(gap);
  let [oldAt, newAt] = [oldFrom, newFrom];
  for (const { count, added, removed } of parts) {
    const change = {
      oldFrom: oldAt,
      oldTo: oldAt + (added ? 0 : count),
      newFrom: newAt,
      newTo: newAt + (removed ? 0 : count),
    };
    if (added || removed) found.changes.push(change);
    [oldAt, newAt] = [change.oldTo, change.newTo];
  }
}

/** Adjacent changes are one: removed lines and those added in their place. */
function withNext(changes: LineChange[], next: LineChange): LineChange[] {
  const last = changes.at(-1);
  if (last && last.oldTo === next.oldFrom && last.newTo === next.newFrom)
    changes[changes.length - 1] = { ...last, oldTo: next.oldTo, newTo: next.newTo };
  else changes.push(next);
  return changes;
}

/** R4. */
function hunksOf(changes: readonly LineChange[], oldLines: number, newLines: number): readonly Hunk[] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last && change.oldFrom - last.oldTo <= 2 * CONTEXT) groups.at(-1)!.push(change);
    else groups.push([change]);
  }
  return groups.map((group) => {
    const [first, last] = [group[0]!, group.at(-1)!];
    const above = Math.min(CONTEXT, first.oldFrom);
    const below = Math.min(CONTEXT, oldLines - last.oldTo, newLines - last.newTo);
    return {
      changes: group,
      oldFrom: first.oldFrom - above,
      oldTo: last.oldTo + below,
      newFrom: first.newFrom - above,
      newTo: last.newTo + below,
    };
  });
}

/** A word, one sign of a script without spaces, a run of spaces, or any other sign. */
const wordsOf = (line: string): string[] =>
  line.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}_]+|\s+|./gu) ?? [];
