/**
 * A cache of segments and the number of their pieces (T6): a table of fixed size, so that neither memory nor time grows with the text. A
 * place has the segment itself beside its count, in 16 to 64 bytes: a look-up reads one or two lines of the processor's cache.
 *
 * Each segment has two places, wide apart. A new one that finds both taken takes the first, and the segment there moves to its own other
 * place, and so on for a few steps (cuckoo hashing): half full, the table still has nearly all. With two places side by side one segment in
 * five shared them with two others, and each pass through a text removed all three.
 */

/** The first number of a place: the length in 5 bits, the count in 5, and the step to the other place. */
const LENGTH_MASK = 31;
const COUNT_SHIFT = 5;
const OTHER_SHIFT = 10;
/** Moves until a segment is dropped. */
const MOVES = 6;

export class SegmentCache {
  readonly #places: Int32Array;
  readonly #width: number;
  readonly #mask: number;

  /** For segments of up to `longest` units, an even number below 32; `count`, of places, is a power of two. */
  constructor(longest: number, count: number) {
    this.#width = longest / 2 + 1;
    this.#mask = count - 1;
    this.#places = new Int32Array(count * this.#width);
  }

  get bytes(): number {
    return this.#places.byteLength;
  }

  /** The count remembered for `length` units from `at`, or 0; `hash` is theirs by `hashOf`. */
  find(units: DataView, at: number, length: number, hash: number): number {
    const places = this.#places;
    const mask = this.#mask;
    const first = (hash & mask) * this.#width;
    const entry = places[first]!;
    if ((entry & LENGTH_MASK) === length && equals(places, first, units, at, length))
      return (entry >>> COUNT_SHIFT) & LENGTH_MASK;
    const second = ((hash & mask) ^ this.#step(hash)) * this.#width;
    const other = places[second]!;
    if ((other & LENGTH_MASK) === length && equals(places, second, units, at, length))
      return (other >>> COUNT_SHIFT) & LENGTH_MASK;
    return 0;
  }

  put(units: DataView, at: number, length: number, hash: number, count: number): void {
    const places = this.#places;
    const step = this.#step(hash);
    let index = hash & this.#mask;
    if (places[index * this.#width] !== 0) {
      const other = index ^ step;
      if (places[other * this.#width] === 0) index = other;
      else this.#makeRoom(index);
    }
    const place = index * this.#width;
    places[place] = (step << OTHER_SHIFT) | (count << COUNT_SHIFT) | length;
    const pairs = length >> 1;
    for (let nth = 0; nth < pairs; nth++) places[place + 1 + nth] = units.getInt32((at + 2 * nth) * 2, true);
    if (length & 1) places[place + 1 + pairs] = units.getUint16((at + length - 1) * 2, true);
  }

  /** The step from one place to the other, both ways. */
  #step(hash: number): number {
    return ((hash >>> 15) | 1) & this.#mask;
  }

  /** Moves the segment at a place to its other one, after the segment there has been moved. */
  #makeRoom(index: number): void {
    const places = this.#places;
    const width = this.#width;
    const path = [index];
    while (path.length <= MOVES) {
      const entry = places[path.at(-1)! * width]!;
      if (entry === 0) break;
      path.push(path.at(-1)! ^ (entry >>> OTHER_SHIFT));
    }
    // The segment at the last place, if there is one, is dropped.
    for (let nth = path.length - 1; nth > 0; nth--) {
      const to = path[nth]! * width;
      const from = path[nth - 1]! * width;
      for (let step = 0; step < width; step++) places[to + step] = places[from + step]!;
    }
  }
}

/** A hash made of two units at a time. */
export function hashOfUnits(units: DataView, at: number, length: number): number {
  let hash = length;
  const end = (at + length - 1) * 2;
  let byte = at * 2;
  for (; byte < end; byte += 4) hash = Math.imul(hash ^ units.getInt32(byte, true), 0x9e3779b1) ^ (hash >>> 15);
  if (byte === end) hash = Math.imul(hash ^ units.getUint16(byte, true), 0x9e3779b1) ^ (hash >>> 15);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return hash ^ (hash >>> 15);
}

function equals(places: Int32Array, place: number, units: DataView, at: number, length: number): boolean {
  const end = (at + length - 1) * 2;
  let byte = at * 2;
  let step = place + 1;
  for (; byte < end; byte += 4) if (places[step++] !== units.getInt32(byte, true)) return false;
  return byte !== end || places[step] === units.getUint16(byte, true);
}
