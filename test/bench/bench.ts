/**
 * Bench: something measured against its budget, and where there is one against a baseline, in the same process and
 * taking turns with it, so that both meet the same machine.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface Bench {
  readonly name: string;
  readonly unit: string;
  readonly budget: Budget;
  /** Import a heavy baseline here, not at the top of the file: it is loaded only if this bench runs. */
  measure(tell: (progress: string) => void): Promise<Measured | Skipped>;
}

/** What it needs is not on this machine: the sentence says how to have it. */
export interface Skipped {
  readonly skipped: string;
}

/** What a run must keep to; room to spare is part of it. */
export interface Budget {
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly ratioAtLeast?: number;
  readonly ratioAtMost?: number;
}

export interface Measured {
  readonly ours: number;
  readonly baseline?: number;
  /** How many times better ours is: the caller knows whether more is better. */
  readonly ratio?: number;
  readonly note?: string;
}

export function isWithin({ ours, ratio }: Measured, budget: Budget): boolean {
  const { atMost = Infinity, atLeast = -Infinity, ratioAtLeast = -Infinity, ratioAtMost = Infinity } = budget;
  const fits = (value: number, least: number, most: number) => value >= least && value <= most;
  if (ratio === undefined && (budget.ratioAtLeast !== undefined || budget.ratioAtMost !== undefined)) return false;
  return fits(ours, atLeast, atMost) && (ratio === undefined || fits(ratio, ratioAtLeast, ratioAtMost));
}

export interface Time {
  readonly wall: number;
  /** Of all threads of this process. */
  readonly cpu: number;
  /** The smaller of the two: never less than what this thread ran, and no longer because others use the machine. */
  readonly own: number;
}

/** Milliseconds. Garbage of what ran before is collected first: it is not this work's doing. */
export async function timed(work: () => unknown): Promise<Time> {
  collectGarbage();
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000;
  return { wall, cpu, own: Math.min(wall, cpu) };
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Runs the two in turns, `rounds` times each, and gives the median of each. The first round warms up. */
export async function alternate(
  rounds: number,
  ours: (round: number) => unknown,
  baseline: (round: number) => unknown,
): Promise<{ readonly ours: Time; readonly baseline: Time }> {
  const mine: Time[] = [];
  const theirs: Time[] = [];
  for (let round = 0; round <= rounds; round++) {
    mine.push(await timed(() => ours(round)));
    theirs.push(await timed(() => baseline(round)));
  }
  return { ours: medianTime(mine.slice(1)), baseline: medianTime(theirs.slice(1)) };
}

export const medianTime = (times: readonly Time[]): Time => ({
  wall: median(times.map(({ wall }) => wall)),
  cpu: median(times.map(({ cpu }) => cpu)),
  own: median(times.map(({ own }) => own)),
});

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
