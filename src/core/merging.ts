/**
 * Merging: how many pieces a stretch of characters becomes, by the book. Of all neighbours that are a piece together,
 * those of the lowest rank merge first; of one piece, the split with the longer left part, as the reference orders its
 * merges; of one split, the leftmost.
 *
 * Short stretches look for the best merge by walking along; long ones keep a heap, so that no text costs more than
 * n log n.
 */
import { NONE, addUnit, hasTriple, type Vocabulary } from "./vocabulary.js";

/** The walk takes the square of the length, but no memory and no bookkeeping: up to here it is short. */
const WALKED = 48;
/** Scratch for this many units is kept; what a longer stretch needs is let go after it. */
const KEPT = 1024;

export class Merging {
  readonly #vocabulary: Vocabulary;
  /** Where the part that begins at an index ends; 0 once it is part of another. */
  #next = new Int32Array(KEPT);
  /** Where the part before it begins, or -1. */
  #previous = new Int32Array(KEPT);
  /** Rank of it and the part after it as one piece. */
  #ranks = new Int32Array(KEPT);
  /** Hash of all units before the index. */
  #hashes = new Int32Array(KEPT + 1);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  get bytes(): number {
    return this.#next.byteLength + this.#previous.byteLength + this.#ranks.byteLength + this.#hashes.byteLength;
  }

  /** Number of pieces of `units[at, at + length)`, which holds whole characters of the vocabulary only. */
  count(units: Uint16Array, at: number, length: number): number {
    if (length > KEPT) this.#reserve(length);
    const parts = this.#start(units, at, length);
    const pieces =
      length > WALKED ? this.#mergeByHeap(units, at, length, parts) : this.#mergeByWalking(units, at, length, parts);
    if (length > KEPT) this.#reserve(KEPT);
    return pieces;
  }

  #reserve(length: number): void {
    this.#next = new Int32Array(length);
    this.#previous = new Int32Array(length);
    this.#ranks = new Int32Array(length);
    this.#hashes = new Int32Array(length + 1);
  }

  /** One part a character; answers how many. */
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
    if ((left | right) < 128) {
      if (length === 2) return vocabulary.rankOfAscii(left, right);
      // Most are no piece, and three units at the seam tell most of those, without a hash.
      const { triples } = vocabulary;
      const before = units[at + seam - 2]!;
      const after = units[at + seam + 1]!;
      if (seam - from > 1 && before < 128 && !hasTriple(triples, before, left, right)) return NONE;
      if (to - seam > 1 && after < 128 && !hasTriple(triples, left, right, after)) return NONE;
    }
    const hash = (this.#hashes[to]! - Math.imul(this.#hashes[from]!, vocabulary.powers[length]!)) | 0;
    return vocabulary.find(units, at + from, length, hash);
  }

  #mergeByWalking(units: Uint16Array, at: number, length: number, parts: number): number {
    const next = this.#next;
    const ranks = this.#ranks;
    for (;;) {
      let best = NONE;
      let where = -1;
      for (let step = 0; step < length; step = next[step]!) {
        const rank = ranks[step]!;
        if (rank > best || rank === NONE) continue;
        if (rank === best && next[step]! - step <= next[where]! - where) continue;
        best = rank;
        where = step;
      }
      if (where < 0) return parts;
      this.#join(units, at, length, where);
      parts--;
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
      // A key made for neighbours that are no more: the part is gone (next is 0), or it or the next has grown.
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
