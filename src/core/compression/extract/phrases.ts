/**
 * Patterns of words in many scripts: whole words where a script parts them, pieces where it does not. They are tested against lower
 * case: a pattern without the `i` flag is several times as fast, and all whole words share one test of where a word begins.
 */
interface Whole {
  readonly list: string;
}

/** A list of whole words, of scripts that part words. */
export const whole = (list: string): Whole => ({ list });

export function phrases(...all: readonly (Whole | string)[]): (text: string) => boolean {
  const lists = all.flatMap((each) => (typeof each === "string" ? [] : [each.list]));
  const pieces = all.filter((each) => typeof each === "string");
  const pattern = new RegExp([...(lists.length > 0 ? [wordsIn(lists.join("|"))] : []), ...pieces].join("|"), "u");
  return (text) => pattern.test(text);
}

/** The pattern of whole words, to be joined with others. */
export const wordsIn = (list: string): string => `(?<![\\p{L}\\p{N}_])(?:${list})(?![\\p{L}\\p{N}_])`;
