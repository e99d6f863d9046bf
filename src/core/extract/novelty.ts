/**
 * How much of a line was said in one record alone. What is made again and again from the same mould, with other names and numbers in it
 * (logs, listings, a Model saying what it does next), tells little; what is said once, in its own words, is what may be asked for later.
 *
 * R1 A shingle is two words side by side, numbers left out; in scripts that part no words, three characters.
 * R2 The novelty of a line is the share of its shingles that no other record has.
 * R3 Lines of results that are of one shape, four at least, are made from a mould.
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

/**
 * Lines of one shape: names and numbers left out, what stands between them is the same. Where several are, they are rows of a table, a
 * list, a log (R3). Prose has too many shapes to tell by, and none of the signs.
 */
export class Moulds {
  readonly #shapes = new Map<number, number>();

  add(line: string): void {
    const shape = shapeOf(line);
    if (shape !== 0) this.#shapes.set(shape, (this.#shapes.get(shape) ?? 0) + 1);
  }

  has(line: string): boolean {
    const shape = shapeOf(line);
    return shape !== 0 && (this.#shapes.get(shape) ?? 0) >= OF_A_KIND;
  }
}

const OF_A_KIND = 4;

/** 0 for prose. Words with digits, points, dashes and slashes in them are one; so are spaces and repeated signs. */
function shapeOf(line: string): number {
  let hash = 7;
  let last = 0;
  let isPlain = true;
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at);
    let kind = unit;
    if (unit <= 32) kind = 32;
    else if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit > 127 || unit === 95) kind = 97;
    else if (unit >= 48 && unit <= 57) kind = 48;
    if (kind === 48 || (kind !== 97 && kind !== 32 && !PLAIN_SIGNS.has(unit))) isPlain = false;
    // Inside a word everything but a space and a bracket goes on with it.
    if ((last === 97 || last === 48) && (kind === 48 || kind === 97 || INNER_SIGNS.has(unit))) {
      if (kind === 97) last = 97;
      continue;
    }
    if (kind === last) continue;
    hash = (Math.imul(hash, 31) + (kind === 48 ? 97 : kind)) | 0;
    last = kind;
  }
  return isPlain ? 0 : hash === 0 ? 1 : hash;
}

const unitsOf = (signs: string): ReadonlySet<number> => new Set([...signs].map((sign) => sign.charCodeAt(0)));
const PLAIN_SIGNS = unitsOf(".,;:!?'\"()-");
const INNER_SIGNS = unitsOf("._-/:");

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
