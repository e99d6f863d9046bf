/**
 * The context: the Contents that the Model is sent, as a projection of the Log (L2). Effects are in force unless they are undone.
 * R1 Every `content` record counts, in writing order, but for discarded answers and rewound records.
 * R2 A Snapshot stands where the first record it covers stood; pinned records it covers stay, after it.
 *    A later Snapshot may cover an earlier one, if it covers all of it: else the earlier one stays, so that nothing is lost.
 *    A rewind into the covered range lifts the Snapshot: the originals before stay. An edit of a Snapshot is in force only while that one is.
 * R3 A mask puts a preview in the place of a result's output.
 * R4 An undo undoes any of these, and another undo the undo: then the context is as it would have been without both.
 * R5 The newest environment stands before all else, wherever it was written; no rewind takes it out.
 * R6 A removal takes the contents it names out, last of all, pinned or not; a Snapshot that covers them still does.
 * R7 A fold puts a preview in the place of a record's words; its calls, results and media stay.
 * R8 Passages recalled for a question stand right before it, and leave with it.
 */
import type { RecordId } from "../ids.js";
import type { ContextItem } from "../log/store.js";
import type { Content, Part } from "../content.js";
import { activeEffects } from "./active-effects.js";
import type { LogRecord } from "../log/log.js";
import { isEffect, type ContextKind, type Trace } from "../log/record-kinds.js";

export function contextOf(records: readonly LogRecord[]): readonly ContextItem[] {
  return project(records).flatMap(({ source, masks, fold }): ContextItem[] => {
    const { id: record } = source;
    switch (source.kind) {
      case "snapshot":
        return source.contents.map((content) => ({ record, content, shortened: true }));
      case "environment":
        return [{ record, content: source.content, folder: source.workspace ?? "" }];
      case "recalled":
        return [{ record, content: source.content, recalled: true }];
      case "content": {
        const masked = maskedContent(source.content, masks);
        const content = fold ? foldedContent(masked, fold.preview) : masked;
        return [{ record, content, ...((masks.length > 0 || fold) && { shortened: true }) }];
      }
    }
  });
}

/** A record of the context, with the effects in force on it: the last mask of each part, and the last fold. */
export interface Projected<R> {
  readonly source: Of<R, ContextKind>;
  readonly masks: readonly Of<R, "mask">[];
  readonly fold?: Of<R, "fold">;
}

type Of<R, Kind> = Extract<R, { readonly kind: Kind }>;

/** The rules above, for whole records and for traces of them. */
export function project<R extends Trace>(records: readonly R[]): readonly Projected<R>[] {
  const active = activeEffects(records);
  const pinned = new Set<RecordId>();
  const removed = new Set<RecordId>();
  const rewinds: Of<Trace, "rewind">[] = [];
  const masks = new Map<RecordId, Map<number, Trace>>();
  const folds = new Map<RecordId, Trace>();
  const recalled = new Map<RecordId, Trace>();
  let environment: Trace | undefined;
  for (const effect of records as readonly Trace[]) {
    if (!isEffect(effect) || !active.has(effect.id)) continue;
    switch (effect.kind) {
      case "pin":
        pinned.add(effect.record);
        break;
      case "mask":
        masks.set(effect.record, (masks.get(effect.record) ?? new Map<number, Trace>()).set(effect.part, effect));
        break;
      case "fold":
        folds.set(effect.record, effect);
        break;
      case "removal":
        for (const record of effect.records) removed.add(record);
        break;
      case "rewind":
        rewinds.push(effect);
        break;
      case "recalled":
        recalled.set(effect.for, effect);
        break;
      case "environment":
        environment = effect;
        break;
      case "snapshot": // see below
      case "undo": // see activeEffects (R4)
        break;
      default:
        effect satisfies never;
    }
  }
  const isRewound = (id: RecordId) => rewinds.some((rewind) => rewind.to <= id && id < rewind.id);
  let items: Item[] = [];
  for (const record of records as readonly Trace[]) {
    if (record.kind === "content" && !record.discarded && !isRewound(record.id)) items.push(record);
    if (record.kind !== "snapshot" || !active.has(record.id)) continue;
    if (record.edits !== undefined && !active.has(record.edits)) continue;
    const isVoid = rewinds.some((rewind) => record.id < rewind.id && rewind.to <= record.through);
    if (!isVoid) items = covered(items, record, pinned);
  }
  const standing = items
    .filter(({ id }) => !removed.has(id))
    .flatMap((item) => [...(recalled.has(item.id) ? [recalled.get(item.id)!] : []), item]); // R8
  return [...(environment ? [environment] : []), ...standing].map((source) => {
    const fold = folds.get(source.id);
    const on = [...(masks.get(source.id)?.values() ?? [])];
    return { source, masks: on, ...(fold && { fold }) } as unknown as Projected<R>;
  });
}

type Item = Of<Trace, "content" | "snapshot">;

function covered(items: readonly Item[], snapshot: Of<Trace, "snapshot">, pinned: ReadonlySet<RecordId>): Item[] {
  // The place of an earlier Snapshot is that of the first record it covers.
  const placeOf = (item: Item) => (item.kind === "snapshot" ? item.from : item.id);
  const isCovered = (item: Item) => placeOf(item) >= snapshot.from && placeOf(item) <= snapshot.through;
  const first = items.findIndex(isCovered);
  if (first < 0 || items.some((item) => isCovered(item) && item.kind === "snapshot" && item.through > snapshot.through))
    return [...items];
  const kept = items.slice(first).filter((item) => !isCovered(item) || pinned.has(item.id));
  return [...items.slice(0, first), snapshot, ...kept];
}

/** A Content with previews in the place of some results (R3). */
export function maskedContent(
  content: Content,
  masks: readonly { readonly part: number; readonly preview: string }[],
): Content {
  if (masks.length === 0) return content;
  const previews = new Map(masks.map(({ part, preview }) => [part, preview]));
  const parts = content.parts.map((part, at): Part => {
    const preview = previews.get(at);
    if (preview === undefined || !part.functionResponse) return part;
    const { parts: _, ...result } = part.functionResponse;
    return { ...part, functionResponse: { ...result, response: { output: preview } } };
  });
  return { ...content, parts };
}

/** A Content with a preview in the place of its words (R7), where they began. A Content without words is returned as it is. */
export function foldedContent(content: Content, preview: string): Content {
  const first = content.parts.findIndex(isWords);
  if (first < 0) return content;
  const parts = content.parts.flatMap((part, at): Part[] => {
    if (!isWords(part)) return [part];
    if (at === first) return [{ ...part, text: preview }];
    return part.thoughtSignature === undefined ? [] : [{ ...part, text: "" }]; // signatures are sent back (L6)
  });
  return { ...content, parts };
}

const isWords = ({ text, thought }: Part): boolean => text !== undefined && !thought;
