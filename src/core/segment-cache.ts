/**
 * Segments whose pieces have been counted, and how many those were (T6). Each hash has two places, the older out first, so that
 * neither memory nor time grows with what is counted. A place holds the segment itself beside its count, in 16 to 64 bytes: a look
 * is one or two lines of the processor's cache.
 *
 * Most segments are short, so their two units at a time are read without a loop: how often it would go round differs from one
 * segment to the next, and each time the processor guesses wrong it loses more than the reading takes. What lies behind the segment
 * is read too, and masked: a unit 0 is in no segment.
 */

export interface SegmentCache {
  readonly bytes: number;
  /** The count remembered for `length` units from `at`, or 0. At least `BEHIND` units must follow, whatever they are. */
  find(units: DataView, at: number, length: number): number;
  put(units: DataView, at: number, length: number, count: number): void;
}

/** Units behind a segment that may be read. */
export const BEHIND = 16;

export const SHORT = 6;
export const MIDDLE = 14;
export const LONG = 30;

/** How much of the two units `at` and behind belongs to a segment of some length: `MASKS[length * 8 + at / 2]`. */
const MASKS = new Int32Array(8 * (MIDDLE + 1));
for (let length = 0; length <= MIDDLE; length++)
  for (let word = 0; word < 8; word++)
    MASKS[length * 8 + word] = 2 * word + 1 < length ? -1 : 2 * word < length ? 0xffff : 0;

/** Two units of a segment, or what of them belongs to it. */
const wordOf = (units: DataView, at: number, length: number, word: number): number =>
  units.getInt32(2 * at + 4 * word, true) & MASKS[length * 8 + word]!;

const spread = (hash: number, bits: number): number => Math.imul(hash ^ (hash >>> 15), 0x7feb352d) >>> (32 - bits);

/** Two to six units. */
export class ShortSegments implements SegmentCache {
  readonly #places: Int32Array;
  readonly #bits: number;

  constructor(bits: number) {
    this.#bits = bits;
    this.#places = new Int32Array(8 << bits);
  }

  get bytes(): number {
    return this.#places.byteLength;
  }

  find(units: DataView, at: number, length: number): number {
    const places = this.#places;
    const a = units.getInt32(2 * at, true);
    const b = wordOf(units, at, length, 1);
    const c = wordOf(units, at, length, 2);
    const place = spread(hashOfThree(a, b, c), this.#bits) << 3;
    if (((places[place]! ^ a) | (places[place + 1]! ^ b) | (places[place + 2]! ^ c)) === 0) return places[place + 3]!;
    if (((places[place + 4]! ^ a) | (places[place + 5]! ^ b) | (places[place + 6]! ^ c)) === 0)
      return places[place + 7]!;
    return 0;
  }

  put(units: DataView, at: number, length: number, count: number): void {
    const places = this.#places;
    const a = units.getInt32(2 * at, true);
    const b = wordOf(units, at, length, 1);
    const c = wordOf(units, at, length, 2);
    const place = spread(hashOfThree(a, b, c), this.#bits) << 3;
    for (let step = place; step < place + 4; step++) places[step + 4] = places[step]!;
    places[place] = a;
    places[place + 1] = b;
    places[place + 2] = c;
    places[place + 3] = count;
  }
}

const hashOfThree = (a: number, b: number, c: number): number =>
  Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);

/** Seven to fourteen units. */
export class MiddleSegments implements SegmentCache {
  readonly #places: Int32Array;
  readonly #bits: number;

  constructor(bits: number) {
    this.#bits = bits;
    this.#places = new Int32Array(16 << bits);
  }

  get bytes(): number {
    return this.#places.byteLength;
  }

  find(units: DataView, at: number, length: number): number {
    const places = this.#places;
    const a = units.getInt32(2 * at, true);
    const b = units.getInt32(2 * at + 4, true);
    const c = units.getInt32(2 * at + 8, true);
    const d = wordOf(units, at, length, 3);
    const e = wordOf(units, at, length, 4);
    const f = wordOf(units, at, length, 5);
    const g = wordOf(units, at, length, 6);
    let place = spread(hashOfThree(a, b, c) ^ hashOfFour(d, e, f, g), this.#bits) << 4;
    const last = place + 8;
    for (; place <= last; place += 8) {
      const differs =
        (places[place]! ^ a) |
        (places[place + 1]! ^ b) |
        (places[place + 2]! ^ c) |
        (places[place + 3]! ^ d) |
        (places[place + 4]! ^ e) |
        (places[place + 5]! ^ f) |
        (places[place + 6]! ^ g);
      if (differs === 0) return places[place + 7]!;
    }
    return 0;
  }

  put(units: DataView, at: number, length: number, count: number): void {
    const places = this.#places;
    const word = (nth: number) => wordOf(units, at, length, nth);
    const hash = hashOfThree(word(0), word(1), word(2)) ^ hashOfFour(word(3), word(4), word(5), word(6));
    const place = spread(hash, this.#bits) << 4;
    for (let step = place; step < place + 8; step++) places[step + 8] = places[step]!;
    for (let nth = 0; nth < 7; nth++) places[place + nth] = word(nth);
    places[place + 7] = count;
  }
}

const hashOfFour = (d: number, e: number, f: number, g: number): number =>
  Math.imul(d, 0x27d4eb2f) ^ Math.imul(e, 0x165667b1) ^ Math.imul(f, 0x2545f491) ^ Math.imul(g, 0x5bd1e995);

/** Up to thirty units: of mixed text less than one in a hundred. */
export class LongSegments implements SegmentCache {
  readonly #places: Int32Array;
  readonly #bits: number;

  constructor(bits: number) {
    this.#bits = bits;
    this.#places = new Int32Array(32 << bits);
  }

  get bytes(): number {
    return this.#places.byteLength;
  }

  find(units: DataView, at: number, length: number): number {
    const places = this.#places;
    const first = spread(hashOfMany(units, at, length), this.#bits) << 5;
    for (let place = first; place <= first + 16; place += 16) {
      const entry = places[place]!;
      if ((entry & 0xff) === length && holds(places, place, units, at, length)) return entry >>> 8;
    }
    return 0;
  }

  put(units: DataView, at: number, length: number, count: number): void {
    const places = this.#places;
    const place = spread(hashOfMany(units, at, length), this.#bits) << 5;
    for (let step = place; step < place + 16; step++) places[step + 16] = places[step]!;
    places[place] = (count << 8) | length;
    for (let nth = 0; nth < length >> 1; nth++) places[place + 1 + nth] = units.getInt32(2 * at + 4 * nth, true);
    if (length & 1) places[place + 1 + (length >> 1)] = units.getUint16(2 * (at + length - 1), true);
  }
}

function hashOfMany(units: DataView, at: number, length: number): number {
  let hash = length;
  const end = (at + length - 1) * 2;
  let byte = at * 2;
  for (; byte < end; byte += 4) hash = Math.imul(hash ^ units.getInt32(byte, true), 0x9e3779b1) ^ (hash >>> 15);
  return byte === end ? Math.imul(hash ^ units.getUint16(byte, true), 0x9e3779b1) ^ (hash >>> 15) : hash;
}

function holds(places: Int32Array, place: number, units: DataView, at: number, length: number): boolean {
  const end = (at + length - 1) * 2;
  let byte = at * 2;
  let step = place + 1;
  for (; byte < end; byte += 4) if (places[step++] !== units.getInt32(byte, true)) return false;
  return byte !== end || places[step] === units.getUint16(byte, true);
}
