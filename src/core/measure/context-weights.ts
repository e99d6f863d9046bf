/**
 * What the context of a Session weighs, from what its records weigh alone: the same projection as context.ts, without a
 * text. So the Gauge can follow masks, Snapshots, rewinds and undos by reading a few numbers a record.
 * R1 The weights are those of the context as it stands, in its order.
 * R2 What was never weighed is left out, until someone has weighed it (reweigh.ts); a mask that was not leaves the weight of the
 *    whole result.
 * R3 Every content has a trace, and so has the beginning of its Session: where that is there, none is missing.
 */
import { project } from "../context/context.js";
import { activeEffectsOn, type ActiveEffects } from "../context/active-effects.js";
import type { WeightTrace } from "../log/record-kinds.js";
import { withFold, withMask, type Weighed } from "../tokens/content-weight.js";
import type { RecordId } from "../ids.js";

export interface WeighedItem {
  readonly record: RecordId;
  readonly weight: Weighed;
  /** Of a Snapshot: which of its Contents this is. */
  readonly ofSnapshot?: number;
  readonly environment?: boolean;
  /** It was found again for a question (C11). */
  readonly recalled?: true;
  /** Was said, and does not stand in the context: a Snapshot covers it, or it was removed. Its weight is the whole one. */
  readonly away?: boolean;
  /** What was done to it. */
  readonly held?: ActiveEffects;
}

const RECALLED = { recalled: true } as const;

function inContext(traces: readonly WeightTrace[], held: ReadonlyMap<RecordId, ActiveEffects>): readonly WeighedItem[] {
  return project(traces).flatMap(({ source, masks, fold }): WeighedItem[] => {
    const { id: record } = source;
    if (source.kind === "snapshot")
      return (source.weight ?? []).map((weight, nth) => ({ record, weight, ofSnapshot: nth }));
    if (!source.weight) return [];
    const masked = masks.reduce(withMask, source.weight);
    const weight = withFold(masked, fold?.weight);
    const on = held.get(record);
    const kind = {
      ...(source.kind === "environment" && { environment: true }),
      ...(source.kind === "recalled" && RECALLED),
    };
    return [{ record, weight, ...kind, ...(on && { held: on }) }];
  });
}

/**
 * Of traces in writing order: the context, and behind it what was said and does not stand in it: covered by a Snapshot, or removed. What was rewound
 * is nowhere.
 */
export function weighedPlaces(traces: readonly WeightTrace[]): readonly WeighedItem[] {
  const held = activeEffectsOn(traces);
  const items = inContext(traces, held);
  const standing = new Set(items.map(({ record }) => record));
  // Without Snapshots and removals nothing but rewinds takes a content out.
  const said = project(
    traces.filter(({ kind }) => kind !== "snapshot" && kind !== "removal" && kind !== "environment"),
  );
  const away = said.flatMap(({ source }): WeighedItem[] => {
    if (source.kind !== "content" || !source.weight || standing.has(source.id)) return [];
    const on = held.get(source.id);
    return [{ record: source.id, weight: source.weight, away: true, ...(on && { held: on }) }];
  });
  return [...items, ...away];
}
