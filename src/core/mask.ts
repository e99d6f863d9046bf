/**
 * Which tool results give way to a pointer (X4, C3); what then stands in their place is in mask-preview.ts. Decided on kept weights: a
 * new result costs a step, the question a binary search.
 * R1 Masking (X4): the newest results that together hold at most 50,000 tokens stay. The one that crosses that and all
 *    older ones are masked, if that frees at least 30,000 tokens.
 * R2 Reverse budget (C3): from the newest to the oldest, a result stays if it still fits into 50,000 tokens.
 * R3 Results in the newest Content always stay: no Model has read them. They count towards the 50,000.
 * R4 A result that is no larger than what would stand in its place stays; so does what Tools say that guide the Model.
 */
import { firstAtLeast } from "./prefix-sums.js";
import type { WeighedResult } from "./weighed.js";

/** One result to be masked: becomes a `mask` record, once its preview is made. */
export interface Mask {
  readonly record: string;
  readonly part: number;
  readonly tool: string;
  readonly callId?: string;
  readonly tokens: number;
}

export interface ResultIndex {
  /** The results of the next Content; of a Content without results too, since the newest one is protected (R3). */
  append(record: string, results: readonly WeighedResult[]): void;
  /** A result that is masked already, or whose mask was undone. */
  setMasked(record: string, part: number, masked: boolean): void;
  /** R1 */
  toMask(budget?: MaskBudget): readonly Mask[];
  /** R2 */
  overBudget(keep?: number): readonly Mask[];
}

export interface MaskBudget {
  readonly keep: number;
  readonly free: number;
}

/** Gemini CLI's figures (facts 2.2, 5.3). */
export const MASK_BUDGET: MaskBudget = { keep: 50_000, free: 30_000 };

/** Tokens of what stands in a result's place: 500 characters of preview and 150 around it. */
const PLACE_TOKENS = 200;

const NEVER_MASKED = new Set(["activate_skill", "ask_user", "enter_plan_mode", "exit_plan_mode"]);

export function createResultIndex(): ResultIndex {
  /** Every maskable result, and which are masked. */
  const all: Mask[] = [];
  const masked = new Set<string>();
  /** Those not masked; tokens before each, and what masking all before each would free. One longer than `open`. */
  let open: Mask[] = [];
  let before = [0];
  let freed = [0];
  let isStale = false;
  let newest = "";

  const push = (mask: Mask) => {
    open.push(mask);
    before.push(before.at(-1)! + mask.tokens);
    freed.push(freed.at(-1)! + Math.max(0, mask.tokens - PLACE_TOKENS));
  };
  const refresh = () => {
    if (!isStale) return;
    isStale = false;
    open = [];
    before = [0];
    freed = [0];
    for (const mask of all) if (!masked.has(keyOf(mask.record, mask.part))) push(mask);
  };

  return {
    append(record, results) {
      newest = record;
      for (const { part, tool, callId, tokens, masked: isMasked } of results) {
        if (NEVER_MASKED.has(tool) || isMasked) continue;
        const mask: Mask = { record, part, tool, ...(callId !== undefined && { callId }), tokens };
        all.push(mask);
        if (!isStale) push(mask);
      }
    },
    setMasked(record, part, isMasked) {
      if (masked.has(keyOf(record, part)) === isMasked) return;
      if (isMasked) masked.add(keyOf(record, part));
      else masked.delete(keyOf(record, part));
      isStale = true;
    },
    toMask({ keep, free } = MASK_BUDGET) {
      refresh();
      let first = firstAtLeast(before, before.at(-1)! - keep);
      while (first > 0 && open[first - 1]!.record === newest) first--;
      if (freed[first]! < free) return [];
      return open.slice(0, first).filter(({ tokens }) => tokens > PLACE_TOKENS);
    },
    overBudget(keep = MASK_BUDGET.keep) {
      refresh();
      const masks: Mask[] = [];
      let running = 0;
      for (let at = open.length - 1; at >= 0; at--) {
        const mask = open[at]!;
        const stays = mask.record === newest || mask.tokens <= PLACE_TOKENS || running + mask.tokens <= keep;
        if (!stays) masks.push(mask);
        running += stays ? mask.tokens : PLACE_TOKENS;
      }
      return masks.toReversed();
    },
  };
}

const keyOf = (record: string, part: number) => `${record}#${part}`;
