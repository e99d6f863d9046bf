/**
 * Byte-pair merging: how many pieces a stretch of characters becomes. Of all neighbours that are a piece together, those of the lowest rank
 * merge first; of one piece, the split with the longer left part, as the reference orders its merges; of one split, the leftmost.
 *
 * In short stretches the best merge is found by walking along; long ones keep a heap, so that no text takes more than n log n.
 */
import { NONE } from "./short-piece-table.js";
import { FEW, addUnit, hasTriple, type Vocabulary } from "./vocabulary.js";

/** The walk takes the square of the length, but next to no memory; this bounds it. Longer stretches are rare. */
const WALKED = 256;
/** Scratch arrays for this many units are kept; those for a longer stretch are freed after it. */
const KEPT = 1024;

/** The rank behind those of all pieces, before `NONE`. */
const WORST = NONE - 1;

export class Merging {
  readonly #vocabulary: Vocabulary;
  /** Where each part begins, and behind the last one the length: while walking, parts stand side by side. */
  readonly #starts = new Int32Array(WALKED + 2);
  /** Rank of a part and the one after it as one piece; by the part's number while walking, else by where it begins. */
  #ranks = new Int32Array(KEPT);
  /** Hash of all units before the index. */
  #hashes = new Int32Array(KEPT + 1);
  /** Where the part that begins at an index ends; 0 once it is part of another. */
  #next = new Int32Array(KEPT);
  /** Where the part before it begins, or -1. */
  #previous = new Int32Array(KEPT);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  get bytes(): number {
    const all = [this.#starts, this.#ranks, this.#hashes, this.#next, this.#previous];
    return all.reduce((sum, array) => sum + array.byteLength, 0);
  }

  /** Number of pieces of `units[at, at + length)`, which holds whole characters of the vocabulary only. */
  count(units: Uint16Array, at: number, length: number): number {
    if (length <= WALKED) return this.#mergeByWalking(units, at, length);
    if (length > KEPT) this.#reserve(length);
    const pieces = this.#mergeByHeap(units, at, length, this.#start(units, at, length));
    if (length > KEPT) this.#reserve(KEPT);
    return pieces;
  }

  #reserve(length: number): void {
    this.#next = new Int32Array(length);
    this.#previous = new Int32Array(length);
    this.#ranks = new Int32Array(length);
    this.#hashes = new Int32Array(length + 1);
  }

  /** Makes one part of each character; answers how many. */
  #start(units: Uint16Array, at: number, length: number): number {
    const next = this.#next;
    const previous = this.#previous;
    const ranks = this.#ranks;
    const hashes = this.#hashes;
    let parts = 0;
    let last = -1;
    for (let step = 0; step < length; parts++) {
      previous[step] = last;
      last = step;
      hashes[step + 1] = addUnit(hashes[step]!, units[at + step]!);
      if ((units[at + step]! & 0xfc00) === 0xd800) {
        hashes[step + 2] = addUnit(hashes[step + 1]!, units[at + step + 1]!);
        next[step] = step + 2;
      } else next[step] = step + 1;
      step = next[step]!;
    }
    for (let step = 0; step < length;) {
      const end = next[step]!;
      ranks[step] = end < length ? this.#rank(units, at, step, end, next[end]!) : NONE;
      step = end;
    }
    return parts;
  }

  /** Rank of the parts `[from, seam)` and `[seam, to)` as one piece. */
  #rank(units: Uint16Array, at: number, from: number, seam: number, to: number): number {
    const vocabulary = this.#vocabulary;
    const length = to - from;
    if (length > vocabulary.longest) return NONE;
    const left = units[at + seam - 1]!;
    const right = units[at + seam]!;
    if (length === 2) return vocabulary.rankOfTwo(left, right);
    if ((left | right) < 128) {
      // Most are no piece, and three units at the seam show that for most of them, without a hash.
      const { triples } = vocabulary;
      const before = units[at + seam - 2]!;
      const after = units[at + seam + 1]!;
      if (seam - from > 1 && before < 128 && !hasTriple(triples, before, left, right)) return NONE;
      if (to - seam > 1 && after < 128 && !hasTriple(triples, left, right, after)) return NONE;
    }
    if (length <= FEW) return vocabulary.rankOfFew(units, at + from, length);
    const hash = (this.#hashes[to]! - Math.imul(this.#hashes[from]!, vocabulary.powers[length]!)) | 0;
    return vocabulary.rankOfMany(units, at + from, length, hash);
  }

  #mergeByWalking(units: Uint16Array, at: number, length: number): number {
    const starts = this.#starts;
    const ranks = this.#ranks;
    const hashes = this.#hashes;
    let parts = 0;
    for (let step = 0; step < length; step++) {
      const unit = units[at + step]!;
      hashes[step + 1] = addUnit(hashes[step]!, unit);
      if ((unit & 0xfc00) !== 0xdc00) starts[parts++] = step;
    }
    starts[parts] = length;
    // `ranks` is out of date from part `from` to before part `to`: at first all of it, then both sides of a join.
    let last = parts - 1;
    let from = 0;
    let to = last;
    for (;;) {
      for (let part = from; part < to; part++) {
        ranks[part] = this.#rank(units, at, starts[part]!, starts[part + 1]!, starts[part + 2]!);
      }
      let best = WORST;
      let where = -1;
      for (let part = 0; part < last; part++) {
        const rank = ranks[part]!;
        if (rank > best) continue;
        if (rank === best && starts[part + 1]! - starts[part]! <= starts[where + 1]! - starts[where]!) continue;
        best = rank;
        where = part;
      }
      if (where < 0) return last + 1;
      for (let part = where + 1; part <= last; part++) {
        starts[part] = starts[part + 1]!;
        ranks[part] = ranks[part + 1]!;
      }
      last--;
      from = where > 0 ? where - 1 : 0;
      to = where < last ? where + 1 : last;
    }
  }

  #mergeByHeap(units: Uint16Array, at: number, length: number, parts: number): number {
    const next = this.#next;
    const ranks = this.#ranks;
    const heap = new Heap(parts);
    const push = (step: number) => {
      if (ranks[step] !== NONE) heap.push(keyOf(ranks[step]!, next[step]! - step, step));
    };
    for (let step = 0; step < length; step = next[step]!) push(step);
    for (let key = heap.pop(); key >= 0; key = heap.pop()) {
      const step = key % POSITIONS;
      // The key is out of date: its part is gone (next is 0), or that part or the next has grown.
      if (next[step] === 0 || ranks[step] === NONE || keyOf(ranks[step]!, next[step]! - step, step) !== key) continue;
      const gone = next[step]!;
      const before = this.#join(units, at, length, step);
      next[gone] = 0;
      parts--;
      push(step);
      if (before >= 0) push(before);
    }
    return parts;
  }

  /** Joins the part at `step` with the one after it; answers where the part before it is, or -1. */
  #join(units: Uint16Array, at: number, length: number, step: number): number {
    const next = this.#next;
    const previous = this.#previous;
    const ranks = this.#ranks;
    const end = next[next[step]!]!;
    next[step] = end;
    if (end < length) {
      previous[end] = step;
      ranks[step] = this.#rank(units, at, step, end, next[end]!);
    } else ranks[step] = NONE;
    const before = previous[step]!;
    if (before >= 0) ranks[before] = this.#rank(units, at, before, step, end);
    return before;
  }
}

/** A text has at most 2^29 units in V8; 18 bits of rank and 5 of length above that still fit a double's 53. */
const POSITIONS = 2 ** 30;

const keyOf = (rank: number, leftLength: number, position: number): number =>
  (rank * 32 + (31 - leftLength)) * POSITIONS + position;

/** A binary heap of numbers, smallest first. */
class Heap {
  #keys: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#keys = new Float64Array(Math.max(64, capacity));
  }

  push(key: number): void {
    if (this.#size === this.#keys.length) {
      const grown = new Float64Array(this.#size * 2);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    const keys = this.#keys;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[at] = keys[parent]!;
      at = parent;
    }
    keys[at] = key;
  }

  /** -1 when there is none. */
  pop(): number {
    if (this.#size === 0) return -1;
    const keys = this.#keys;
    const first = keys[0]!;
    const size = --this.#size;
    const key = keys[size]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child++;
      if (keys[child]! >= key) break;
      keys[at] = keys[child]!;
      at = child;
    }
    keys[at] = key;
    return first;
  }
}
