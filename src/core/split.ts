/**
 * Where a History may be cut, so that a Snapshot can stand for its old part (C2). Over kept weights: a new Content
 * costs a step, a cut a binary search.
 * R1 The cut is the first start of a Turn (a user's words without results) that has at least the fraction before it.
 * R2 If there is none and the last Content ends a Turn (a model's words without a call), all of it is old.
 * R3 Else (one prompt and a long run of calls) the cut is the nearest to the fraction of: the last start of a Turn, and
 *    the completed tool exchanges, each of which ends where a Model goes on after results. Of two as near, the later.
 * R4 A call is never parted from its result, not even from one that came after other words of the user.
 * R5 0 means: nothing to cut.
 */
import type { Weighed } from "./weighed.js";

export interface SplitIndex {
  readonly length: number;
  /** Of all that was appended. */
  readonly tokens: number;
  append(content: CutWeight): void;
  /** Index of the first Content to keep. `fraction` lies between 0 and 1, both excluded. */
  find(fraction: number): number;
}

/** The part of a weight that a cut depends on. */
export type CutWeight = Pick<Weighed, "tokens" | "startsTurn" | "endsTurn" | "hasCall" | "hasResult">;

/** The part of a History that is kept after a compression is about a third, as in Gemini CLI (facts 2.2). */
export const SPLIT_FRACTION = 0.7;

/** Index of the first Content to keep, of a History whose index is not kept. */
export function findSplitPoint(contents: readonly CutWeight[], fraction: number): number {
  return createSplitIndex(contents).find(fraction);
}

export function createSplitIndex(contents: readonly CutWeight[] = []): SplitIndex {
  /** Tokens before each Content. */
  const before: number[] = [];
  const starts: number[] = [];
  const exchanges: number[] = [];
  let total = 0;
  let last: CutWeight | undefined;
  let lastModel = -1;
  let isCallOpen = false;

  const add = (contents: readonly CutWeight[]) => {
    for (let nth = 0; nth < contents.length; nth++) {
      const content = contents[nth]!;
      const at = before.length;
      if (content.hasResult) {
        // A start between the call and this result would part them (R4).
        if (isCallOpen) while ((starts.at(-1) ?? -1) > lastModel) starts.pop();
      } else if (content.startsTurn) {
        starts.push(at);
      } else {
        if (last?.hasResult) exchanges.push(at);
        lastModel = at;
        isCallOpen = content.hasCall;
      }
      before.push(total);
      total += content.tokens;
      last = content;
    }
  };
  add(contents);

  const find = (fraction: number) => {
    if (!(fraction > 0 && fraction < 1))
      throw new RangeError(`A fraction lies between 0 and 1, and ${fraction} does not.`);
    const target = fraction * total;
    const past = firstAtLeast(starts, before, target);
    if (past < starts.length) return starts[past]!;
    if (last?.endsTurn) return before.length;
    const exchange = firstAtLeast(exchanges, before, target);
    let nearest = 0;
    for (const cut of [starts.at(-1), exchanges[exchange - 1], exchanges[exchange]]) {
      if (cut === undefined || cut === 0) continue;
      const gain = Math.abs(before[nearest]! - target) - Math.abs(before[cut]! - target);
      if (nearest === 0 || gain > 0 || (gain === 0 && cut > nearest)) nearest = cut;
    }
    return nearest;
  };

  return {
    get length() {
      return before.length;
    },
    get tokens() {
      return total;
    },
    append: (content) => add([content]),
    find,
  };
}

/** Place in `cuts` of the first that has at least `target` before it, or `cuts.length`. Sums only grow. */
function firstAtLeast(cuts: readonly number[], before: readonly number[], target: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before[cuts[middle]!]! >= target) high = middle;
    else low = middle + 1;
  }
  return low;
}
