/** Chance that can be had again: the same seed gives the same numbers. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` through `most`. */
  whole(least: number, most: number): number;
  chance(of: number): boolean;
  shuffled<T>(list: readonly T[]): T[];
}

/** Mulberry32: 32 bits of state are plenty for choosing moments. `salt` makes independent streams of one seed. */
export function createRandom(seed: number, salt: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    chance: (of) => next() < of,
    shuffled(list) {
      const mixed = [...list];
      for (let at = mixed.length - 1; at > 0; at--) {
        const other = whole(0, at);
        [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
      }
      return mixed;
    },
  };
}
