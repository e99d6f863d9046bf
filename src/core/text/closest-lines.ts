/**
 * Finds the lines of a text that are most like a piece that is not in it, to show a Model that misremembers.
 * R1 The place where most of the piece's lines stand, blanks at either end aside, at the same distances from each
 *    other.
 * R2 If none of its lines is there: the line that shares most pairs of letters with the longest one, at least half of
 *    them.
 */
export interface NearLines {
  /** Number of the first, counted from 1. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** The most lines that are shown. */
const SHOWN = 20;
/** The most lines that are compared, which takes about 50 ms. */
const LINES = 20_000;
const LIKE_ENOUGH = 0.5;

export function nearestLines(text: string, piece: string): NearLines | undefined {
  const lines = text.split("\n").slice(0, LINES);
  const wanted = piece.split("\n").map((line) => line.trim());
  const first = placeOfMost(lines, wanted) ?? placeOfLike(lines, wanted);
  if (first === undefined) return undefined;
  const from = Math.max(0, first);
  return { first: from + 1, lines: lines.slice(from, Math.min(first + wanted.length, from + SHOWN)) };
}

function placeOfMost(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const places = new Map<string, number[]>();
  for (const [at, line] of wanted.entries()) {
    // A bracket alone is everywhere.
    if (line.length > 2) places.set(line, [...(places.get(line) ?? []), at]);
  }
  const votes = new Map<number, number>();
  let best: number | undefined;
  for (const [at, line] of lines.entries()) {
    for (const offset of places.get(line.trim()) ?? []) {
      const place = at - offset;
      const count = (votes.get(place) ?? 0) + 1;
      votes.set(place, count);
      if (best === undefined || count > votes.get(best)!) best = place;
    }
  }
  return best;
}

function placeOfLike(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce((one, other) => (other.length > one.length ? other : one), "");
  const pairs = pairsOf(longest);
  if (pairs.size === 0) return undefined;
  let best: number | undefined;
  let most = LIKE_ENOUGH;
  for (const [at, line] of lines.entries()) {
    const likeness = shared(pairs, pairsOf(line.trim()));
    if (likeness > most) [best, most] = [at, likeness];
  }
  return best === undefined ? undefined : best - wanted.indexOf(longest);
}

/** Pairs of letters among the first 300: longer lines are data. */
function pairsOf(line: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= Math.min(line.length, 300); at++) pairs.add(line.slice(at, at + 2));
  return pairs;
}

/** Dice's coefficient: 1 for the same pairs, 0 for none in common. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (other.size === 0) return 0;
  let both = 0;
  for (const pair of other) if (one.has(pair)) both++;
  return (2 * both) / (one.size + other.size);
}
