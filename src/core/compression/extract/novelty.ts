/**
 * Novelty: how much of a line stands in one record alone. Lines that repeat one shape with other names and numbers in it (logs, listings,
 * a Model saying what it does next) hold little; a line that is said once, in its own words, is what may be asked for later.
 *
 * R1 A shingle is two words side by side, numbers left out; in scripts that part no words, three characters.
 * R2 The novelty of a line is the share of its shingles that no other record has. A line of the Model that differs from others, four at
 *    least, by its numbers alone has none, be they in one record or in many.
 * R3 Lines of results that have one shape, four at least, have no novelty.
 */
const PIECE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}_]+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export class Novelty {
  /** The one record that has a shingle, or 0 where several do. */
  readonly #records = new Map<number, number>();
  #count = 0;

  add(record: string): void {
    const at = ++this.#count;
    eachShingle(record, (shingle) => {
      const known = this.#records.get(shingle);
      if (known === undefined) this.#records.set(shingle, at);
      else if (known !== at && known !== 0) this.#records.set(shingle, 0);
    });
  }

  /** Sentences, numbers left out, and how often each was said. */
  readonly #said = new Map<number, number>();

  /** Counts a sentence of the Model (R2). */
  addSentence(line: string): void {
    const words = wordsHash(line);
    if (words !== 0) this.#said.set(words, (this.#said.get(words) ?? 0) + 1);
  }

  isSaidOften(line: string): boolean {
    return (this.#said.get(wordsHash(line)) ?? 0) >= OF_A_KIND;
  }

  /** From 0 to 1; 0.5 for a line of fewer than three shingles. */
  of(line: string): number {
    let all = 0;
    let own = 0;
    eachShingle(line, (shingle) => {
      all++;
      if ((this.#records.get(shingle) ?? 0) !== 0) own++;
    });
    return all < 3 ? 0.5 : own / all;
  }
}

/** Shapes of lines: the signs between names and numbers. Lines of one shape are rows of a table, a list or a log (R3); prose has none. */
export class LineShapes {
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

/** A hash of the shape; 0 for prose. A word with digits, points, dashes and slashes in it counts as one sign; so do repeated signs. */
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
    // Inside a word everything but a space and a bracket belongs to it.
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

/** R1 */
function eachShingle(text: string, visit: (shingle: number) => void): void {
  let last = 0;
  let before = 0;
  const see = (hash: number, isSingle: boolean) => {
    if (last !== 0 && (!isSingle || before !== 0))
      visit(isSingle ? mixed(mixed(before, last), hash) : mixed(last, hash));
    before = last;
    last = hash;
  };
  const small = text.toLowerCase();
  if (ASCII.test(small)) eachAsciiWord(small, see);
  else for (const piece of small.match(PIECE) ?? []) see(hashOf(piece), piece.length === 1 && CJK.test(piece));
}

/** A hash of the line without its numbers; 0 where there are no two words. */
function wordsHash(line: string): number {
  let hash = 0;
  eachShingle(line, (shingle) => (hash = mixed(hash, shingle)));
  return hash;
}

const ASCII = /^[\0-\x7f]*$/;

/** Calls `see` with a hash of each run of letters; digits end a run. */
function eachAsciiWord(small: string, see: (hash: number, isSingle: boolean) => void): void {
  let hash = 0;
  for (let at = 0; at <= small.length; at++) {
    const unit = at < small.length ? small.charCodeAt(at) : 0;
    if ((unit >= 97 && unit <= 122) || unit === 95) hash = (Math.imul(hash === 0 ? 7 : hash, 31) + unit) | 0;
    else if (hash !== 0) {
      see(hash, false);
      hash = 0;
    }
  }
}

function hashOf(word: string): number {
  let hash = 7;
  for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0;
  return hash === 0 ? 1 : hash;
}

const mixed = (one: number, other: number): number => (Math.imul(one, 0x9e3779b1) ^ other) | 0;
