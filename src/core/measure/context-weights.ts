/**
 * What the context of a Session weighs, from what its records weigh alone: the same projection as context.ts, without a
 * text. So the Gauge can follow masks, Snapshots, rewinds and undos by reading a few numbers a record.
 * R1 The weights are those of the context as it stands, in its order.
 * R2 What was never weighed is left out, until someone has weighed it (reweigh.ts); a mask that was not leaves the weight of the
 *    whole result.
 * R3 Every content has a trace, and so has the beginning of its Session: where that is there, none is missing.
 */
import { project } from "../context/context.js";
import { heldOn, type Held } from "../context/active-effects.js";
import type { WeighedItem } from "./gauge.js";
import type {
  ContentSaid,
  EnvironmentTold,
  LogRecord,
  RecalledFor,
  RecordPinned,
  RecordsRemoved,
  ResultMasked,
  Rewound,
  SnapshotTaken,
  Undone,
  WordsFolded,
} from "../log/log.js";
import { withFold, withMask } from "./content-weight.js";

const RECALLED = { recalled: true } as const;

/** What is left of a record when its words are taken away. */
export type WeightTrace = { readonly id: string } & (
  | Pick<ContentSaid, "kind" | "weight" | "discarded">
  | Pick<EnvironmentTold, "kind" | "weight">
  | Pick<SnapshotTaken, "kind" | "from" | "through" | "weight" | "edits">
  | Pick<RecalledFor, "kind" | "for" | "weight">
  | Pick<ResultMasked, "kind" | "record" | "part" | "weight" | "cut">
  | Pick<WordsFolded, "kind" | "record" | "weight">
  | RecordPinned
  | RecordsRemoved
  | Rewound
  | Undone
  | { readonly kind: "session-created" }
);

/** Nothing for records that do not bear on the context. */
export function weightTraceOf(record: LogRecord): WeightTrace | undefined {
  const { id } = record;
  switch (record.kind) {
    case "content":
      return record.discarded
        ? { id, kind: "content", discarded: true }
        : { id, kind: "content", weight: record.weight };
    case "session-created":
      return { id, kind: "session-created" };
    case "environment":
      return { id, kind: "environment", weight: record.weight };
    case "snapshot":
      return {
        id,
        kind: "snapshot",
        ...{ from: record.from, through: record.through, weight: record.weight },
        ...(record.edits && { edits: record.edits }),
      };
    case "recalled":
      return { id, kind: "recalled", for: record.for, weight: record.weight };
    case "mask":
      return {
        id,
        kind: "mask",
        ...{ record: record.record, part: record.part, weight: record.weight },
        ...(record.cut && { cut: true }),
      };
    case "fold":
      return { id, kind: "fold", record: record.record, weight: record.weight };
    case "pin":
      return { id, kind: "pin", record: record.record };
    case "removal":
      return { id, kind: "removal", records: record.records };
    case "rewind":
      return { id, kind: "rewind", to: record.to };
    case "undo":
      return { id, kind: "undo", of: record.of };
    default:
      return undefined;
  }
}

function inContext(traces: readonly WeightTrace[], held: ReadonlyMap<string, Held>): readonly WeighedItem[] {
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
  const held = heldOn(traces);
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
