/** Effects in force: pins, masks, folds and removals of a record that are not undone, by the ids that an undo would name (L2). */
import { isEffect, type Trace } from "../log/record-kinds.js";
import type { RecordId } from "../ids.js";

export interface ActiveEffects {
  readonly pins: readonly RecordId[];
  /** All masks, also those that a later one of the same part hides. */
  readonly masks: readonly { readonly part: number; readonly id: RecordId }[];
  readonly folds: readonly RecordId[];
  readonly removals: readonly RecordId[];
}

const NOTHING: ActiveEffects = { pins: [], masks: [], folds: [], removals: [] };

/** Ids of the effects in force: those without an undo that is itself in force. Undos come later, so one walk from the end is enough. */
export function activeEffects(records: readonly Trace[]): Set<RecordId> {
  const undone = new Set<RecordId>();
  const active = new Set<RecordId>();
  for (let at = records.length - 1; at >= 0; at--) {
    const record = records[at]!;
    if (!isEffect(record) || undone.has(record.id)) continue;
    active.add(record.id);
    if (record.kind === "undo") undone.add(record.of);
  }
  return active;
}

/** The effects in force on each record that has any. */
export function activeEffectsOn(records: readonly Trace[]): ReadonlyMap<RecordId, ActiveEffects> {
  const active = activeEffects(records);
  const found = new Map<RecordId, ActiveEffects>();
  const add = (record: RecordId, change: (before: ActiveEffects) => Partial<ActiveEffects>) => {
    const before = found.get(record) ?? NOTHING;
    found.set(record, { ...before, ...change(before) });
  };
  for (const each of records) {
    if (!isEffect(each) || !active.has(each.id)) continue;
    const { id } = each;
    switch (each.kind) {
      case "pin":
        add(each.record, ({ pins }) => ({ pins: [...pins, id] }));
        break;
      case "mask":
        add(each.record, ({ masks }) => ({ masks: [...masks, { part: each.part, id }] }));
        break;
      case "fold":
        add(each.record, ({ folds }) => ({ folds: [...folds, id] }));
        break;
      case "removal":
        for (const record of each.records) add(record, ({ removals }) => ({ removals: [...removals, id] }));
        break;
      case "snapshot":
      case "environment":
      case "recalled":
      case "rewind":
      case "undo":
        break; // not done to single records
      default:
        each satisfies never;
    }
  }
  return found;
}
