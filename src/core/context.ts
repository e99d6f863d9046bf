/**
 * The context: what the Model is sent, as a projection of the Log (L2).
 * R1 Every `content` record counts, in writing order, but for discarded attempts and what a rewind that holds took out.
 * R2 A Snapshot that holds stands where the first record it covers stood; pinned records it covers stay, after it.
 *    A later Snapshot may cover an earlier one. A rewind into what it covers lifts it: the originals before stay.
 * R3 A mask that holds puts a preview in the place of a result's output.
 * R4 An undo takes any of these back, and another undo the undo: then the context is what it would have been.
 */
import type { Content, Part } from "./content.js";
import {
  activeEffects,
  type ContentSaid,
  type LogRecord,
  type RecordHead,
  type Rewound,
  type SnapshotTaken,
} from "./log.js";

export interface ContextItem {
  /** The record it comes from: a content, or a Snapshot. */
  readonly record: string;
  readonly content: Content;
}

export function contextOf(records: readonly LogRecord[]): readonly ContextItem[] {
  const active = activeEffects(records);
  const pinned = new Set<string>();
  const masks = new Map<string, Map<number, string>>();
  for (const record of records) {
    if (!active.has(record.id)) continue;
    if (record.kind === "pin") pinned.add(record.record);
    if (record.kind === "mask") {
      const parts = masks.get(record.record) ?? new Map<number, string>();
      masks.set(record.record, parts.set(record.part, record.preview));
    }
  }
  const rewinds = records.filter((record) => record.kind === "rewind" && active.has(record.id)) as Rewind[];
  const isRewound = (id: string) => rewinds.some((rewind) => rewind.to <= id && id < rewind.id);
  let items: Item[] = [];
  for (const record of records) {
    if (record.kind === "content" && !record.discarded && !isRewound(record.id)) items.push(record);
    if (record.kind !== "snapshot" || !active.has(record.id)) continue;
    const isVoid = rewinds.some((rewind) => record.id < rewind.id && rewind.to <= record.through);
    if (!isVoid) items = covered(items, record, pinned);
  }
  return items.flatMap((item) =>
    item.kind === "snapshot"
      ? item.contents.map((content) => ({ record: item.id, content }))
      : [{ record: item.id, content: masked(item.content, masks.get(item.id)) }],
  );
}

type Rewind = RecordHead & Rewound;
type Item = RecordHead & (ContentSaid | SnapshotTaken);

function covered(items: readonly Item[], snapshot: RecordHead & SnapshotTaken, pinned: ReadonlySet<string>): Item[] {
  // An earlier Snapshot counts as standing where the first record it covers stood.
  const placeOf = (item: Item) => (item.kind === "snapshot" ? item.from : item.id);
  const isCovered = (item: Item) => placeOf(item) >= snapshot.from && placeOf(item) <= snapshot.through;
  const first = items.findIndex(isCovered);
  if (first < 0) return [...items];
  const kept = items.slice(first).filter((item) => !isCovered(item) || pinned.has(item.id));
  return [...items.slice(0, first), snapshot, ...kept];
}

function masked(content: Content, previews: ReadonlyMap<number, string> | undefined): Content {
  if (!previews) return content;
  const parts = content.parts.map((part, at): Part => {
    const preview = previews.get(at);
    if (preview === undefined || !part.functionResponse) return part;
    const { parts: _, ...result } = part.functionResponse;
    return { ...part, functionResponse: { ...result, response: { output: preview } } };
  });
  return { ...content, parts };
}
