/** Terms that may stand for one that was asked for: those that it begins, and those with one letter wrong. */
import { termsWithPrefix, type Segment } from "./search-segment.js";

/** More only blur the answer: a beginning of two letters has thousands. */
const MOST = 48;
const SHORTEST_SIMILAR = 5;

/** The shortest of the living terms that begin so; "" begins none. */
export function termsBeginning(
  segments: readonly Segment[],
  beginning: string,
  isAlive: (text: string) => boolean,
): readonly string[] {
  if (beginning === "") return [];
  const found = new Set<string>();
  for (const segment of segments) {
    for (const { text } of termsWithPrefix(segment, beginning)) found.add(text);
  }
  return firstFew(found, isAlive);
}

/** Those of the same first letter that differ by one letter more, less, other, or by two that changed places. */
export function similarTerms(
  segments: readonly Segment[],
  asked: string,
  isAlive: (text: string) => boolean,
): readonly string[] {
  if (asked.length < SHORTEST_SIMILAR || /\d/.test(asked)) return [];
  const found = new Set<string>();
  for (const segment of segments) {
    for (const { text } of termsWithPrefix(segment, asked[0]!)) if (isNear(text, asked)) found.add(text);
  }
  return firstFew(found, isAlive);
}

function firstFew(found: ReadonlySet<string>, isAlive: (text: string) => boolean): readonly string[] {
  const few: string[] = [];
  for (const text of [...found].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    if (few.length === MOST) break;
    if (isAlive(text)) few.push(text);
  }
  return few;
}

export function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
