/**
 * How much of a line was said in one record alone. What is made again and again from the same mould, with other names and numbers in it
 * (logs, listings, a Model saying what it does next), tells little; what is said once, in its own words, is what may be asked for later.
 *
 * R1 A shingle is two words side by side, numbers left out; in scripts that part no words, three characters.
 * R2 The novelty of a line is the share of its shingles that no other record has.
 */
const PIECE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}_]+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export class Novelty {
  /** In how many records each shingle stands: 1, or 2 for more. */
  readonly #records = new Map<number, number>();

  add(record: string): void {
    for (const shingle of new Set(shinglesOf(record))) this.#records.set(shingle, this.#records.has(shingle) ? 2 : 1);
  }

  /** From 0 to 1; of a line too short to tell, 0.5. */
  of(line: string): number {
    let all = 0;
    let own = 0;
    for (const shingle of shinglesOf(line)) {
      all++;
      if (this.#records.get(shingle) === 1) own++;
    }
    return all < 3 ? 0.5 : own / all;
  }
}

function* shinglesOf(text: string): Generator<number> {
  let last = 0;
  let before = 0;
  for (const [piece] of text.toLowerCase().matchAll(PIECE)) {
    const hash = hashOf(piece);
    const isSingle = piece.length === 1 && CJK.test(piece);
    if (last !== 0 && (!isSingle || before !== 0))
      yield isSingle ? mixed(mixed(before, last), hash) : mixed(last, hash);
    before = last;
    last = hash;
  }
}

function hashOf(word: string): number {
  let hash = 7;
  for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0;
  return hash === 0 ? 1 : hash;
}

const mixed = (one: number, other: number): number => (Math.imul(one, 0x9e3779b1) ^ other) | 0;
