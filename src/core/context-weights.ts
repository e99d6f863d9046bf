/**
 * What the context of a Session weighs, from what its records weigh alone: the same projection as context.ts, without a
 * text. So the Gauge can follow masks, Snapshots, rewinds and undos by reading a few numbers a record.
 * R1 The weights are those of the context as it stands, in its order.
 * R2 What was never weighed is left out; a mask that was not leaves the weight of the whole result.
 */
import { project } from "./context.js";
import type { WeighedItem } from "./gauge.js";
import type {
  ContentSaid,
  EnvironmentTold,
  LogRecord,
  RecordPinned,
  ResultMasked,
  Rewound,
  SnapshotTaken,
  Undone,
} from "./log.js";
import { withMask } from "./weighed.js";

/** What is left of a record when its words are taken away. */
export type WeightTrace = { readonly id: string } & (
  | Pick<ContentSaid, "kind" | "weight" | "discarded">
  | Pick<EnvironmentTold, "kind" | "weight">
  | Pick<SnapshotTaken, "kind" | "from" | "through" | "weight">
  | Pick<ResultMasked, "kind" | "record" | "part" | "weight">
  | RecordPinned
  | Rewound
  | Undone
);

/** Nothing for records that do not bear on the context. */
export function weightTraceOf(record: LogRecord): WeightTrace | undefined {
  const { id } = record;
  switch (record.kind) {
    case "content":
      return record.discarded || !record.weight ? undefined : { id, kind: "content", weight: record.weight };
    case "environment":
      return { id, kind: "environment", weight: record.weight };
    case "snapshot":
      return { id, kind: "snapshot", from: record.from, through: record.through, weight: record.weight };
    case "mask":
      return { id, kind: "mask", record: record.record, part: record.part, weight: record.weight };
    case "pin":
      return { id, kind: "pin", record: record.record };
    case "rewind":
      return { id, kind: "rewind", to: record.to };
    case "undo":
      return { id, kind: "undo", of: record.of };
    default:
      return undefined;
  }
}

/** In writing order. */
export function weighedContext(traces: readonly WeightTrace[]): readonly WeighedItem[] {
  return project(traces).flatMap(({ source, masks }): WeighedItem[] => {
    const { id: record } = source;
    if (source.kind === "snapshot")
      return (source.weight ?? []).map((weight, nth) => ({ record, weight, ofSnapshot: nth }));
    if (!source.weight) return [];
    const weight = masks.reduce((all, mask) => withMask(all, mask.part, mask.weight), source.weight);
    return [{ record, weight }];
  });
}

/** Straight from the records, where they are at hand. */
export const weighedRecords = (records: readonly LogRecord[]): readonly WeighedItem[] =>
  weighedContext(records.flatMap((record) => weightTraceOf(record) ?? []));
