/**
 * A sketch of a text: a set of bits for the triples of characters that occur in it. Small enough to keep for every file
 * of a folder, it rules out most files of a search before they are read.
 * R1 Every triple of the text is in the sketch; a triple of the sketch is in the text with some probability.
 * R2 Case is folded as regular expressions do for ASCII: also the two letters beyond it that fold into it (ſ, K).
 */

export type TextSketch = Uint32Array;

/** Bits for each different triple: of absent triples one in four seems present, of six absent ones hardly all. */
const BITS_A_TRIPLE = 4;
const LEAST_BITS = 256;
/** 8 KB, also the size of a table that stays in a near cache. Longer texts have less precise sketches. */
const MOST_BITS = 1 << 16;

/** The number of the text in which a triple was last seen; it wraps around, so that no table is cleared for each text. */
const seenIn = new Uint8Array(MOST_BITS);
let textNumber = 0;
const found = new Uint16Array(MOST_BITS);

/** `read`: the bytes of the text, used as they are if they are ASCII. Bytes take a fifth of the time of code units. */
export function sketchOf(text: string, read?: Uint8Array): TextSketch {
  const bytes = read?.length === text.length && isAscii(read) ? read : bytesOf(text);
  textNumber = (textNumber + 1) & 0xff;
  if (textNumber === 0) {
    seenIn.fill(0);
    textNumber = 1;
  }
  const [seen, number, folded] = [seenIn, textNumber, FOLDED];
  let triples = 0;
  let triple = 0;
  for (let at = 0; at < bytes.length; at++) {
    triple = ((triple << 8) | folded[bytes[at]!]!) & 0xffffff;
    const slot = slotOf(triple);
    if (seen[slot] !== number) {
      seen[slot] = number;
      found[triples++] = slot;
    }
  }
  const sketch = new Uint32Array(bitsFor(triples) >>> 5);
  const mask = sketch.length * 32 - 1;
  for (let at = 0; at < triples; at++) {
    const bit = found[at]! & mask;
    sketch[bit >>> 5]! |= 1 << (bit & 31);
  }
  return sketch;
}

function isAscii(bytes: Uint8Array): boolean {
  let all = 0;
  for (let at = 0; at < bytes.length; at++) all |= bytes[at]!;
  return all < 0x80;
}

/** The triples of runs, for `mayHold`. */
export function triplesOf(runs: readonly string[]): readonly number[] {
  const slots = new Set<number>();
  for (const run of runs) {
    let triple = 0;
    for (const [at, byte] of bytesOf(run).entries()) {
      triple = ((triple << 8) | FOLDED[byte]!) & 0xffffff;
      if (at >= 2) slots.add(slotOf(triple));
    }
  }
  return [...slots];
}

/** False only if one of the triples is surely absent (R1). */
export function mayHold(sketch: TextSketch, triples: readonly number[]): boolean {
  const mask = sketch.length * 32 - 1;
  return triples.every((slot) => (sketch[(slot & mask) >>> 5]! & (1 << (slot & 31))) !== 0);
}

const slotOf = (triple: number): number => Math.imul(triple, 0x9e3779b1) >>> 16;

function bitsFor(triples: number): number {
  let bits = LEAST_BITS;
  while (bits < triples * BITS_A_TRIPLE && bits < MOST_BITS) bits *= 2;
  return bits;
}

const encoder = new TextEncoder();
const LONG_S = /\u017f/g;
const KELVIN = /\u212a/g;
const bytesOf = (text: string): Uint8Array => encoder.encode(text.replace(LONG_S, "s").replace(KELVIN, "k"));

const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte));
