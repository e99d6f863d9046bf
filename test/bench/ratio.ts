/** Two ways to do the same, timed in turn in one process; what is reported and judged is the ratio of their medians. */
export interface Measured {
  readonly name: string;
  readonly ours: number;
  readonly baseline: number;
  readonly ratio: number;
  readonly unit: string;
  /** What it had to be and is not, as a sentence. */
  readonly missed?: string;
}

export interface Comparison {
  ours(): unknown;
  baseline(): unknown;
  /** The ratio that may not be exceeded. */
  readonly most: number;
  readonly rounds?: number;
}

/** Rounds that are not counted: the engine compiles on the way. */
const WARM_UP = 3;

export function compare(name: string, { ours, baseline, most, rounds = 15 }: Comparison): Measured {
  const times = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const both = { baseline: timed(baseline), ours: timed(ours) };
    if (round < WARM_UP) continue;
    times.ours.push(both.ours);
    times.baseline.push(both.baseline);
  }
  const [mine, other] = [medianOf(times.ours), medianOf(times.baseline)];
  const ratio = mine / other;
  return {
    name,
    ours: mine,
    baseline: other,
    ratio,
    unit: "ms",
    ...(ratio > most && {
      missed: `It takes ${ratio.toPrecision(3)} of the baseline's time, and ${most} is the most.`,
    }),
  };
}

/** Milliseconds for one run; what takes less than the clock can tell is repeated. */
function timed(run: () => unknown): number {
  for (let times = 1; ; times *= 10) {
    const start = performance.now();
    for (let at = 0; at < times; at++) kept = run();
    const elapsed = performance.now() - start;
    if (elapsed >= 0.5 || times >= 100_000) return elapsed / times;
  }
}

/** What ran last: so that no run can be left out as one whose result nobody uses. */
export let kept: unknown;

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
