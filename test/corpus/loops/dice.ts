/** Chance that comes out the same every time: a small generator, seeded by a stream's name. */
export interface Dice {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
  hex(length: number): string;
}

export function diceOf(seed: string): Dice {
  let state = 0x811c9dc5;
  for (const unit of seed) state = Math.imul(state ^ unit.codePointAt(0)!, 0x01000193);

  // mulberry32: one 32-bit word of state is plenty for streams of some thousand characters.
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(roll() * (high - low + 1));
  return {
    between,
    pick: (from) => from[between(0, from.length - 1)]!,
    shuffle(items) {
      const mixed = [...items];
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = between(0, last);
        [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
      }
      return mixed;
    },
    hex: (length) => Array.from({ length }, () => between(0, 15).toString(16)).join(""),
  };
}
