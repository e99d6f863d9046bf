/**
 * Finds texts by a few letters, for completion and lists.
 * R1 A text matches if the letters of the query stand in it in their order, whatever the case and whatever lies
 *    between.
 * R2 A better match has a higher score: letters in a row, at the beginning of a word, early in the text; the whole text
 *    before its beginning, and that before the rest.
 * R3 Equal matches stay in the order they were given.
 */

const RUN = 8;
const WORD_START = 6;
const SKIP = 1;

/** The score, or undefined without a match (R1). */
export function fuzzyScore(query: string, text: string): number | undefined {
  const wanted = query.toLocaleLowerCase();
  const given = text.toLocaleLowerCase();
  if (wanted === given) return Number.MAX_SAFE_INTEGER;
  // A run in one piece counts, at the start of a word if possible; else letter by letter from the left.
  const at = findRun(given, wanted);
  if (at >= 0) return (at === 0 ? 1_000 : startsWord(given, at) ? 700 : 400) - Math.min(at, 200);
  let score = 0;
  let before = -1;
  for (const letter of wanted) {
    const found = given.indexOf(letter, before + 1);
    if (found < 0) return undefined;
    score += found === before + 1 ? RUN : startsWord(given, found) ? WORD_START : 0;
    score -= SKIP * (found - before - 1);
    before = found + letter.length - 1;
  }
  return score;
}

function findRun(text: string, run: string): number {
  const first = text.indexOf(run);
  for (let at = first; at >= 0; at = text.indexOf(run, at + 1)) if (startsWord(text, at)) return at;
  return first;
}

const startsWord = (text: string, at: number): boolean => at === 0 || /[\s/:._-]/.test(text[at - 1]!);

/** The matches, the best first. An empty query leaves all as they are. */
export function rankFuzzy<T>(query: string, items: readonly T[], textOf: (item: T) => string): readonly T[] {
  if (query === "") return items;
  return items
    .flatMap((item) => {
      const score = fuzzyScore(query, textOf(item));
      return score === undefined ? [] : [{ item, score }];
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item);
}
