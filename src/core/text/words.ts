/** Words of a text for comparing topics: by script, CJK as pairs. Common words are left in, and weigh little by their rarity. */
const WORD = /[\p{L}\p{N}_]+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** The first code unit of scripts without spaces. */
const FIRST_CJK = 0x1100;
const ASCII = /^[\0-\x7f]*$/;

export function wordsOf(text: string): readonly string[] {
  const small = text.toLowerCase();
  if (ASCII.test(small)) return asciiWords(small);
  const found: string[] = [];
  for (const word of small.match(WORD) ?? []) {
    if (!hasPairs(word)) {
      if (word.length > 2 || /\d/.test(word)) found.push(stem(word));
      continue;
    }
    for (let at = 0; at + 1 < word.length; at++) found.push(word.slice(at, at + 2));
    if (word.length === 1) found.push(word);
  }
  return found;
}

/** A faster way for ASCII, which most of a History is. */
function asciiWords(small: string): readonly string[] {
  const found: string[] = [];
  let start = -1;
  let hasDigit = false;
  for (let at = 0; at <= small.length; at++) {
    const unit = at < small.length ? small.charCodeAt(at) : 0;
    const isDigit = unit >= 48 && unit <= 57;
    if ((unit >= 97 && unit <= 122) || isDigit || unit === 95) {
      if (start < 0) {
        start = at;
        hasDigit = false;
      }
      hasDigit ||= isDigit;
    } else if (start >= 0) {
      if (at - start > 2 || hasDigit) found.push(stem(small.slice(start, at)));
      start = -1;
    }
  }
  return found;
}

function hasPairs(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) >= FIRST_CJK) return CJK.test(word);
  return false;
}

const ENDINGS = /(?:ing|ed|es|en|er|s|n|e|ов|ы|и|а|я)$/u;
/** Drops endings of many languages, roughly: enough that "tests" and "test" are one. */
const stem = (word: string): string => (word.length > 5 ? word.replace(ENDINGS, "") : word);

/** How rare words are in a set of texts; each text counts a word once. */
export class Rarity {
  readonly #texts = new Map<string, { count: number; last: number }>();
  #count = 0;

  add(words: Iterable<string>): void {
    this.#count++;
    for (const word of words) {
      const known = this.#texts.get(word);
      if (!known) this.#texts.set(word, { count: 1, last: this.#count });
      else if (known.last !== this.#count) {
        known.count++;
        known.last = this.#count;
      }
    }
  }

  /** 0 for a word in every text, about 1 for one in a single text. */
  of(word: string): number {
    const texts = this.#texts.get(word)?.count ?? 0;
    return Math.log((this.#count + 1) / (texts + 0.5)) / Math.log((this.#count + 1) / 0.5);
  }
}
