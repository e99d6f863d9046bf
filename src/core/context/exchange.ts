/**
 * Exchanges: a call is never parted from its results (L6), so they are pinned and removed together.
 * R1 A Model's words with calls go with the results that follow, up to the next words of a Model.
 * R2 Results go with the calls before them; all else goes alone.
 */
import type { Weighed } from "../tokens/content-weight.js";

type Said = Pick<Weighed, "startsTurn" | "hasCall" | "hasResult">;

/** Indexes of the exchange in order, `at` among them. `said` is in writing order. */
export function exchangeAt(said: readonly Said[], at: number): readonly number[] {
  const start = said[at]?.hasResult ? said.slice(0, at).findLastIndex(isModels) : at;
  if (!said[start]?.hasCall) return [at];
  const found = [start];
  for (let next = start + 1; next < said.length && !isModels(said[next]!); next++)
    if (said[next]!.hasResult) found.push(next);
  return found.includes(at) ? found : [at];
}

const isModels = ({ startsTurn, hasResult }: Said): boolean => !startsTurn && !hasResult;
