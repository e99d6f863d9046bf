/**
 * The split point: where a History is cut, so that a Snapshot can stand for its old part (C2). It takes two walks over stored weights.
 * R1 The cut is the first start of a Turn (a user's words without results) that has at least the fraction before it.
 * R2 If there is none and the last Content ends a Turn (a model's words without a call), all of it is old.
 * R3 Else (one prompt and a long run of calls) the cut is the nearest to the fraction of: the last start of a Turn, and
 *    the completed tool exchanges, each of which ends where a Model goes on after results. Of two as near, the later.
 * R4 A call is never parted from its result, not even from one that came after other words of the user.
 * R5 0 means: nothing to cut.
 */
import type { Weighed } from "../tokens/content-weight.js";
import { snapshotWords } from "./snapshot-words.js";

/** The part of a weight that a cut depends on. */
export type CutWeight = Pick<Weighed, "tokens" | "startsTurn" | "hasCall" | "hasResult">;

/** The part of a History that is kept after a compression is about a third, as in Gemini CLI (C2). */
export const SPLIT_FRACTION = 0.7;

/** A place to cut, and the tokens before it; 0 is no place to cut. */
interface Cut {
  readonly at: number;
  readonly before: number;
}

const NOWHERE: Cut = { at: 0, before: 0 };

/** The cut weights of a whole History by column: a walk over them stays in the processor's cache, however long the History. */
interface CutColumns {
  readonly tokens: Float64Array;
  readonly kinds: Uint8Array;
}

const [MODEL, CALL, RESULT, START] = [0, 1, 2, 3] as const;

export function cutColumns(contents: readonly CutWeight[]): CutColumns {
  const tokens = new Float64Array(contents.length);
  const kinds = new Uint8Array(contents.length);
  for (let at = 0; at < contents.length; at++) {
    const content = contents[at]!;
    tokens[at] = content.tokens;
    kinds[at] = content.hasResult ? RESULT : content.startsTurn ? START : content.hasCall ? CALL : MODEL;
  }
  return { tokens, kinds };
}

/** Index of the first Content to keep, of all or of the first `end`. `fraction` lies between 0 and 1, both excluded. */
export function findSplitPoint(
  { tokens, kinds }: CutColumns,
  fraction: number,
  { end: length = tokens.length }: { readonly end?: number } = {},
): number {
  if (!(fraction > 0 && fraction < 1)) throw new RangeError(snapshotWords.noFraction(fraction));
  let sum = 0;
  for (let at = 0; at < length; at++) sum += tokens[at]!;
  const target = fraction * sum;

  /** The last start of a Turn, and the last one before a Model's answer: a late result of an open call rules out starts after it (R4). */
  let start = NOWHERE;
  let safeStart = NOWHERE;
  /** The first start that has the fraction before it. */
  let past = -1;
  /** The last exchange that has less than the fraction before it, and the first of the others. */
  let exchange = NOWHERE;
  let nextExchange = NOWHERE;
  let isCallOpen = false;
  let before = 0;
  for (let at = 0; at < length; at++) {
    const kind = kinds[at]!;
    if (kind === RESULT) {
      if (isCallOpen) {
        start = safeStart;
        past = -1;
      }
    } else if (kind === START) {
      start = { at, before };
      if (past < 0 && before >= target) past = at;
    } else {
      if (past >= 0) return past; // R1: no late result can rule it out any more
      const followsResult = at > 0 && kinds[at - 1] === RESULT;
      if (followsResult && before < target) exchange = { at, before };
      else if (followsResult && nextExchange.at === 0) nextExchange = { at, before };
      safeStart = start;
      isCallOpen = kind === CALL;
    }
    before += tokens[at]!;
  }
  if (past >= 0) return past;
  if (length > 0 && kinds[length - 1] === MODEL) return length; // R2
  return nearestTo(target, [start, exchange, nextExchange]).at; // R3
}

function nearestTo(target: number, cuts: readonly Cut[]): Cut {
  let nearest = NOWHERE;
  let distance = Infinity;
  for (const cut of cuts) {
    const far = Math.abs(cut.before - target);
    if (cut.at === 0 || far > distance || (far === distance && cut.at < nearest.at)) continue;
    nearest = cut;
    distance = far;
  }
  return nearest;
}
