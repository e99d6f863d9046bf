/**
 * Finds terms for a word that is not in the index: those that it begins, and those with one letter wrong.
 * R1 Two letters swapped, or one wrong in a long word, are a slip of the pen: the term is the word that was meant.
 * R2 One letter wrong in a short word mostly makes another word: "invoice" is not "invoke".
 */
import { stem } from "./search-stem.js";
import { termsWithPrefix, type SearchSegment } from "./search-segment.js";

/** The most terms: two letters begin thousands, and more would blur the answer. */
const MOST = 48;
const SHORTEST_SIMILAR = 5;
const SHORTEST_SWAPPED = 4;
/**
 * The shortest long word. Of the words of 2,000 source files, 61 % of those of five letters have a neighbour that
 * differs by one, 43 % of six, 28 % of eight, 17 % of nine, plurals included; but at most 1 % one with two letters
 * swapped.
 */
const LONG = 8;

/** The shortest terms in use with this beginning; none for "". */
export function termsBeginning(
  segments: readonly SearchSegment[],
  beginning: string,
  isAlive: (text: string) => boolean,
): readonly string[] {
  if (beginning === "") return [];
  return firstFew(new Set(segments.flatMap((segment) => [...termsWithPrefix(segment, beginning)])), isAlive);
}

/** Terms in use with the same first letter that differ by one letter, or by two that are swapped. */
export function similarTerms(
  segments: readonly SearchSegment[],
  asked: string,
  isAlive: (text: string) => boolean,
): readonly string[] {
  if (asked.length < SHORTEST_SIMILAR || /\d/.test(asked)) return [];
  const found = new Set<string>();
  for (const segment of segments) {
    for (const text of termsWithPrefix(segment, asked[0]!)) if (isNear(text, asked)) found.add(text);
  }
  return firstFew(found, isAlive);
}

/** R1: the forms of a word, as it was written, with two neighbouring letters swapped. */
export function swappedForms(written: string): readonly string[] {
  if (written.length < SHORTEST_SWAPPED || !/^[a-z]+$/.test(written)) return [];
  const forms = new Set<string>();
  for (let at = 0; at + 1 < written.length; at++) {
    if (written[at] === written[at + 1]) continue;
    forms.add(stem(written.slice(0, at) + written[at + 1]! + written[at]! + written.slice(at + 2)));
  }
  return [...forms];
}

/** R1, R2: true if a similar term is the word that was meant. */
export const isSlip = (found: string, asked: string): boolean => Math.min(found.length, asked.length) >= LONG;

function firstFew(found: ReadonlySet<string>, isAlive: (text: string) => boolean): readonly string[] {
  const few: string[] = [];
  for (const text of [...found].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    if (few.length === MOST) break;
    if (isAlive(text)) few.push(text);
  }
  return few;
}

function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
