/**
 * The weights of a context, from the traces of its records: the same projection as context.ts, without texts. So the Gauge follows masks,
 * Snapshots, rewinds and undos by reading a few numbers a record.
 * R1 The weights are those of the context as it is now, in its order.
 * R2 Contents without a weight are left out, until they are weighed (reweigh.ts); a mask without one leaves the weight of the whole result.
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
  /** Recalled for a question (C11). */
  readonly recalled?: true;
  /** Not in the context: a Snapshot covers it, or it was removed. Its weight is the whole one. */
  readonly away?: boolean;
  /** The effects in force on it. */
  readonly effects?: ActiveEffects;
}

const RECALLED = { recalled: true } as const;

function inContext(
  traces: readonly WeightTrace[],
  effectsOn: ReadonlyMap<RecordId, ActiveEffects>,
): readonly WeighedItem[] {
  return project(traces).flatMap(({ source, masks, fold }): WeighedItem[] => {
    const { id: record } = source;
    if (source.kind === "snapshot")
      return (source.weight ?? []).map((weight, nth) => ({ record, weight, ofSnapshot: nth }));
    if (!source.weight) return [];
    const masked = masks.reduce(withMask, source.weight);
    const weight = withFold(masked, fold?.weight);
    const on = effectsOn.get(record);
    const kind = {
      ...(source.kind === "environment" && { environment: true }),
      ...(source.kind === "recalled" && RECALLED),
    };
    return [{ record, weight, ...kind, ...(on && { effects: on }) }];
  });
}

/** The items of the context, then contents that are away from it; rewound ones are left out. `traces` are in writing order. */
export function weighedPlaces(traces: readonly WeightTrace[]): readonly WeighedItem[] {
  const effectsOn = activeEffectsOn(traces);
  const items = inContext(traces, effectsOn);
  const standing = new Set(items.map(({ record }) => record));
  // Without Snapshots and removals nothing but rewinds takes a content out.
  const said = project(
    traces.filter(({ kind }) => kind !== "snapshot" && kind !== "removal" && kind !== "environment"),
  );
  const away = said.flatMap(({ source }): WeighedItem[] => {
    if (source.kind !== "content" || !source.weight || standing.has(source.id)) return [];
    const on = effectsOn.get(source.id);
    return [{ record: source.id, weight: source.weight, away: true, ...(on && { effects: on }) }];
  });
  return [...items, ...away];
}
