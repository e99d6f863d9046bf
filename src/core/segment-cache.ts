/**
 * Segments whose pieces have been counted, and how many those were (T6). Each hash has two places, least recently used
 * out first, so that neither memory nor time grows with what is counted. A place holds the segment itself beside its
 * count, in 16 to 64 bytes: a look is one or two lines of the processor's cache.
 */

/** Of a place's numbers, one is the length with the count above it, the others are two units each. */
export class SegmentCache {
  readonly #places: Int32Array;
  readonly #width: number;
  readonly #mask: number;

  /** For segments of up to `longest` units, an even number; `sets` is a power of two. */
  constructor(longest: number, sets: number) {
    this.#width = longest / 2 + 1;
    this.#mask = sets - 1;
    this.#places = new Int32Array(sets * 2 * this.#width);
  }

  get bytes(): number {
    return this.#places.byteLength;
  }

  /** The count remembered for `length` units from `at`, or 0; `hash` is theirs by `hashOf`. */
  find(units: DataView, at: number, length: number, hash: number): number {
    const places = this.#places;
    const width = this.#width;
    const first = (hash & this.#mask) * 2 * width;
    const entry = places[first]!;
    if ((entry & 0xff) === length && equals(places, first, units, at, length)) return entry >>> 8;
    const second = first + width;
    const other = places[second]!;
    if ((other & 0xff) !== length || !equals(places, second, units, at, length)) return 0;
    for (let step = 0; step < width; step++) {
      const number = places[first + step]!;
      places[first + step] = places[second + step]!;
      places[second + step] = number;
    }
    return other >>> 8;
  }

  put(units: DataView, at: number, length: number, hash: number, count: number): void {
    const places = this.#places;
    const width = this.#width;
    const first = (hash & this.#mask) * 2 * width;
    // A call of copyWithin takes longer than these few steps.
    for (let step = first; step < first + width; step++) places[step + width] = places[step]!;
    places[first] = (count << 8) | length;
    const pairs = length >> 1;
    for (let step = 0; step < pairs; step++) places[first + 1 + step] = units.getInt32((at + 2 * step) * 2, true);
    if (length & 1) places[first + 1 + pairs] = units.getUint16((at + length - 1) * 2, true);
  }
}

/** Two units at a time. */
export function hashOf(units: DataView, at: number, length: number): number {
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
