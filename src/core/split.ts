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
import { firstAtLeast } from "./prefix-sums.js";
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
  const starts = createCuts();
  const exchanges = createCuts();
  let length = 0;
  let tokens = 0;
  let last: CutWeight | undefined;
  let lastModel = -1;
  let isCallOpen = false;

  const add = (content: CutWeight) => {
    if (content.hasResult) {
      // A start between the call and this result would part them (R4).
      if (isCallOpen) dropAfter(starts, lastModel);
    } else if (content.startsTurn) {
      addCut(starts, length, tokens);
    } else {
      if (last?.hasResult) addCut(exchanges, length, tokens);
      lastModel = length;
      isCallOpen = content.hasCall;
    }
    length++;
    tokens += content.tokens;
    last = content;
  };
  for (let nth = 0; nth < contents.length; nth++) add(contents[nth]!);

  const find = (fraction: number) => {
    if (!(fraction > 0 && fraction < 1))
      throw new RangeError(`A fraction lies between 0 and 1, and ${fraction} does not.`);
    const target = fraction * tokens;
    const past = firstAtLeast(starts.before, target);
    if (past < starts.at.length) return starts.at[past]!;
    if (last?.endsTurn) return length;
    const exchange = firstAtLeast(exchanges.before, target);
    let nearest = 0;
    let distance = Infinity;
    const consider = ({ at, before }: Cuts, nth: number) => {
      const cut = at[nth] ?? 0;
      const far = Math.abs(before[nth]! - target);
      if (cut === 0 || far > distance || (far === distance && cut < nearest)) return;
      nearest = cut;
      distance = far;
    };
    consider(starts, starts.at.length - 1);
    consider(exchanges, exchange - 1);
    consider(exchanges, exchange);
    return nearest;
  };

  return {
    get length() {
      return length;
    },
    get tokens() {
      return tokens;
    },
    append: add,
    find,
  };
}

/** Where a History may be cut, and the tokens before each place; both only grow. */
interface Cuts {
  readonly at: number[];
  readonly before: number[];
}

const createCuts = (): Cuts => ({ at: [], before: [] });

function addCut(cuts: Cuts, at: number, before: number): void {
  cuts.at.push(at);
  cuts.before.push(before);
}

function dropAfter(cuts: Cuts, at: number): void {
  while ((cuts.at.at(-1) ?? -1) > at) {
    cuts.at.pop();
    cuts.before.pop();
  }
}
