/** The sentence below a Turn that does not run, on how it ended. Failures and loops are shown by turn-view.ts. */
import type { EarlyEnd } from "../../core/models/model.js";
import type { Block, TurnView } from "../../core/port/turns.js";
import { texts } from "../base/texts.js";

/** `last`: the Turn is the newest. `locked`: it may be running in another tab. Undefined after an ordinary end. */
export function endingOf(
  { outcome, blocks }: TurnView,
  { last, locked }: { readonly last: boolean; readonly locked: boolean },
): { readonly sentence: string; readonly canContinue: boolean } | undefined {
  if (outcome?.kind === "done") return undefined;
  if (outcome?.kind === "stopped") return { sentence: texts.chat.stopped, canContinue: isHalfSaid(blocks) };
  if (outcome?.kind === "interrupted" && outcome.by) {
    const [what, then] = texts.chat.early[outcome.by];
    return { sentence: last && !locked ? `${what} ${then}` : what, canContinue: HELPED.has(outcome.by) };
  }
  // A Turn without an end that does not run here was cut off, unless another tab runs it.
  const isCut = outcome?.kind === "interrupted" || (!outcome && ((last && !locked) || isCutOff(blocks)));
  return isCut ? { sentence: texts.chat.interrupted, canContinue: true } : undefined;
}

/** Early ends that another request may get over; a filter would refuse again. */
const HELPED: ReadonlySet<EarlyEnd> = new Set(["max-tokens", "other"]);

/** Earlier pieces may have been cut off and continued: the last one counts. */
const isCutOff = (blocks: readonly Block[]): boolean => {
  const block = blocks.findLast(({ kind }) => kind === "text");
  return block?.kind === "text" && block.interrupted === true;
};

/** Whether the Turn stopped within text, not within a call. */
const isHalfSaid = (blocks: readonly Block[]): boolean =>
  blocks.findLast((block) => block.kind === "tool" || (block.kind === "text" && block.text !== ""))?.kind === "text";
