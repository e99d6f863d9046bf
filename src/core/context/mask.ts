/**
 * Masks: which tool results are replaced by a pointer (X4, C3), made by mask-preview.ts. It is decided on stored weights: adding a result
 * takes a step, asking a binary search.
 * R1 Masking (X4): the newest results that together hold at most 50,000 tokens stay. The one that crosses that and all
 *    older ones are masked, if that frees at least 30,000 tokens.
 * R2 Reverse budget (C3): from the newest to the oldest, a result stays if it still fits into 50,000 tokens.
 * R3 Results since the last answer of a Model always stay: no Model has read them. They count towards the 50,000.
 * R4 A result that is no larger than its pointer would be stays; so do results of Tools that guide the Model.
 * R5 A result that was cut to the room there was (X3) may be masked like others; one with a pointer is masked already.
 */
import { firstAtLeast } from "../prefix-sums.js";
import type { Weighed } from "../tokens/content-weight.js";
import type { CallId, RecordId } from "../ids.js";

/** A result to be masked: it becomes a `mask` record, once its preview is made. */
export interface Mask {
  readonly record: RecordId;
  readonly part: number;
  readonly tool: string;
  readonly callId?: CallId;
  readonly tokens: number;
}

export interface ResultIndex {
  /** Adds the next Content, with results or without: a Model's answer shows which results it has read (R3). */
  append(record: RecordId, said: SaidWithResults): void;
  /** R1 */
  toMask(budget?: MaskBudget): readonly Mask[];
  /** R2 */
  overBudget(keep?: number): readonly Mask[];
}

type SaidWithResults = Pick<Weighed, "results" | "startsTurn" | "hasResult">;

export interface MaskBudget {
  readonly keep: number;
  readonly free: number;
}

/** Gemini CLI's figures (C3, X4). */
export const MASK_BUDGET: MaskBudget = { keep: 50_000, free: 30_000 };

/** Tokens of a pointer: 500 characters of preview and 150 around it. */
const PLACE_TOKENS = 200;

const NEVER_MASKED = new Set(["activate_skill", "ask_user", "enter_plan_mode", "exit_plan_mode"]);

export function createResultIndex(): ResultIndex {
  /** Results that may be masked; the tokens before each, and those that masking all before each would free (both one longer). */
  const open: Mask[] = [];
  const before = [0];
  const freed = [0];
  /** How many of them a Model has read. */
  let read = 0;

  return {
    append(record, { results, startsTurn, hasResult }) {
      if (!startsTurn && !hasResult) read = open.length;
      for (const { part, tool, callId, tokens, masked, cut } of results) {
        if (NEVER_MASKED.has(tool) || (masked && !cut)) continue;
        open.push({ record, part, tool, ...(callId !== undefined && { callId }), tokens });
        before.push(before.at(-1)! + tokens);
        freed.push(freed.at(-1)! + Math.max(0, tokens - PLACE_TOKENS));
      }
    },
    toMask({ keep, free } = MASK_BUDGET) {
      const first = Math.min(read, firstAtLeast(before, before.at(-1)! - keep));
      if (freed[first]! < free) return [];
      return open.slice(0, first).filter(({ tokens }) => tokens > PLACE_TOKENS);
    },
    overBudget(keep = MASK_BUDGET.keep) {
      const masks: Mask[] = [];
      let running = 0;
      for (let at = open.length - 1; at >= 0; at--) {
        const mask = open[at]!;
        const stays = at >= read || mask.tokens <= PLACE_TOKENS || running + mask.tokens <= keep;
        if (!stays) masks.push(mask);
        running += stays ? mask.tokens : PLACE_TOKENS;
      }
      return masks.toReversed();
    },
  };
}
