/** Previews in the place of old results, and their weights (X4, C3). */
import type { Content } from "../../core/content.js";
import type { RecordBody } from "../../core/log/log.js";
import { maskedOutput } from "../../core/context/mask-preview.js";
import type { Mask } from "../../core/context/mask.js";
import type { Weighed } from "../../core/tokens/content-weight.js";
import type { RecordId } from "../../core/ids.js";
import { placeOfResult } from "../calls/full-output.js";
import type { SessionContext } from "../session/session-context.js";
import type { SessionMeter } from "../session/session-meter.js";

/** A preview in the place of a result, and the weight of the result. */
export interface ResultChange {
  readonly record: RecordId;
  readonly part: number;
  readonly preview: string;
  /** True if the preview is a cut, with as much of the result as there was room for, and no pointer. */
  readonly cut?: true;
  readonly tool: string;
  readonly tokens: number;
}

export interface WeighedChange extends ResultChange {
  readonly weight: Weighed;
}

export const pointersTo = (masks: readonly Mask[], context: SessionContext): readonly ResultChange[] =>
  masks.flatMap(({ record, part, tool, tokens, callId }): ResultChange[] => {
    const result = context.resultOf(record, part);
    if (!result) return [];
    return [{ record, part, tool, tokens, preview: maskedOutput(result, callId ?? placeOfResult(record, part)) }];
  });

/** The changes that make something smaller. */
export async function smallerOf(
  changes: readonly ResultChange[],
  meter: SessionMeter,
): Promise<readonly WeighedChange[]> {
  const weights = await meter.weighAll(changes.map(asContent));
  return changes.flatMap((change, at) => {
    const weight = weights[at];
    return weight && weight.tokens < change.tokens ? [{ ...change, weight }] : [];
  });
}

export const maskBody = ({ record, part, preview, weight, cut }: WeighedChange): RecordBody => ({
  kind: "mask",
  ...{ record, part, preview, weight },
  ...(cut && { cut }),
});

/** Tokens of all these results, without and with their previews. */
export const sizesOf = (changes: readonly WeighedChange[]): { readonly before: number; readonly after: number } => ({
  before: changes.reduce((sum, { tokens }) => sum + tokens, 0),
  after: changes.reduce((sum, { weight }) => sum + weight.tokens, 0),
});

const asContent = ({ tool, preview }: ResultChange): Content => ({
  role: "user",
  parts: [{ functionResponse: { name: tool, response: { output: preview } } }],
});
