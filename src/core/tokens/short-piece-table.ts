/**
 * Pieces of two to four units, by the units themselves: a look-up reads one line of memory and compares nothing else. Most look-ups of a
 * merge are for these, and each line beyond the processor's second cache takes time.
 */

/** The rank of a text that is no piece: behind all others, and a small integer in every engine. */
export const NONE = 0x3fffffff;

/** 19,372 pieces of two units that are not ASCII alone, 65,659 of three or four: each table is some half full. */
const TWO_BITS = 15;
const FOUR_BITS = 17;
const TWO_MASK = (1 << TWO_BITS) - 1;
const FOUR_MASK = (1 << FOUR_BITS) - 1;

export class ShortPieces {
  /** Two numbers a slot: the units and the rank, 0 if the slot is free (no merged piece has that rank). */
  readonly #twos = new Int32Array(2 << TWO_BITS);
  /** Three numbers a slot: two units, the other one or two, the rank. A unit 0 is in no piece, and stands for none. */
  readonly #fours = new Int32Array(3 << FOUR_BITS);
  readonly #asciiTwos = new Int32Array(1 << 14).fill(NONE);

  get bytes(): number {
    return this.#twos.byteLength + this.#fours.byteLength + this.#asciiTwos.byteLength;
  }

  /** Rank of two units as one piece, or `NONE`. */
  rankOfTwo(left: number, right: number): number {
    if ((left | right) < 128) return this.#asciiTwos[(left << 7) | right]!;
    const twos = this.#twos;
    const key = (left << 16) | right;
    for (let slot = slotOfTwo(key); ; slot = (slot + 1) & TWO_MASK) {
      const rank = twos[2 * slot + 1]!;
      if (rank === 0) return NONE;
      if (twos[2 * slot] === key) return rank;
    }
  }

  /** Rank of three or four units as one piece, or `NONE`. */
  rankOfFew(units: Uint16Array, at: number, length: number): number {
    const fours = this.#fours;
    const first = (units[at]! << 16) | units[at + 1]!;
    const second = (units[at + 2]! << 16) | (length === 3 ? 0 : units[at + 3]!);
    for (let slot = slotOfFew(first, second); ; slot = (slot + 1) & FOUR_MASK) {
      const rank = fours[3 * slot + 2]!;
      if (rank === 0) return NONE;
      if (fours[3 * slot] === first && fours[3 * slot + 1] === second) return rank;
    }
  }

  insert(units: Uint16Array, at: number, length: number, rank: number): void {
    if (length === 2) this.#insertTwo(units[at]!, units[at + 1]!, rank);
    else {
      const fours = this.#fours;
      const first = (units[at]! << 16) | units[at + 1]!;
      const second = (units[at + 2]! << 16) | (length === 3 ? 0 : units[at + 3]!);
      let slot = slotOfFew(first, second);
      while (fours[3 * slot + 2] !== 0) slot = (slot + 1) & FOUR_MASK;
      fours[3 * slot] = first;
      fours[3 * slot + 1] = second;
      fours[3 * slot + 2] = rank;
    }
  }

  #insertTwo(left: number, right: number, rank: number): void {
    if ((left | right) < 128) {
      this.#asciiTwos[(left << 7) | right] = rank;
      return;
    }
    const twos = this.#twos;
    const key = (left << 16) | right;
    let slot = slotOfTwo(key);
    while (twos[2 * slot + 1] !== 0) slot = (slot + 1) & TWO_MASK;
    twos[2 * slot] = key;
    twos[2 * slot + 1] = rank;
  }
}

const slotOfTwo = (key: number): number => Math.imul(key ^ (key >>> 15), 0x9e3779b1) >>> (32 - TWO_BITS);

function slotOfFew(first: number, second: number): number {
  const both = Math.imul(first ^ Math.imul(second, 0x85ebca6b), 0x9e3779b1);
  return (both ^ (both >>> 15)) & FOUR_MASK;
}
