/** Words of a text for telling what it is about: by script, CJK as pairs; the commonest left to their rarity. */
const WORD = /[\p{L}\p{N}_]+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export function wordsOf(text: string): readonly string[] {
  const found: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (!CJK.test(word)) {
      if (word.length > 2 || /\d/.test(word)) found.push(stem(word));
      continue;
    }
    for (let at = 0; at + 1 < word.length; at++) found.push(word.slice(at, at + 2));
    if (word.length === 1) found.push(word);
  }
  return found;
}

/** Endings of many languages, roughly: enough that "tests" and "test" meet. */
const stem = (word: string): string =>
  word.length > 5 ? word.replace(/(?:ing|ed|es|en|er|s|n|e|ов|ы|и|а|я)$/u, "") : word;

/** How rare words are in a set of texts; each text counts a word once. */
export class Rarity {
  readonly #texts = new Map<string, number>();
  #count = 0;

  add(words: Iterable<string>): void {
    this.#count++;
    for (const word of new Set(words)) this.#texts.set(word, (this.#texts.get(word) ?? 0) + 1);
  }

  /** 0 for what is everywhere, about 1 for what is in one text alone. */
  of(word: string): number {
    const texts = this.#texts.get(word) ?? 0;
    return Math.log((this.#count + 1) / (texts + 0.5)) / Math.log((this.#count + 1) / 0.5);
  }

  timesOf(word: string): number {
    return this.#texts.get(word) ?? 0;
  }
}
