/** What the user, or the app, did to one record and what holds of it: the records an undo would name (L2). */
import { isEffect, type Trace } from "../log/record-kinds.js";

export interface Held {
  readonly pins: readonly string[];
  /** Every one, also those that a later one of the same part hides. */
  readonly masks: readonly { readonly part: number; readonly id: string }[];
  readonly folds: readonly string[];
  readonly removals: readonly string[];
}

const NOTHING: Held = { pins: [], masks: [], folds: [], removals: [] };

/**
 * Which of the records that change the projection hold: those that no undo takes back that itself holds. An undo
 * comes after what it undoes, so one walk from the end settles them all.
 */
export function activeEffects(records: readonly Trace[]): Set<string> {
  const undone = new Set<string>();
  const active = new Set<string>();
  for (let at = records.length - 1; at >= 0; at--) {
    const record = records[at]!;
    if (!isEffect(record) || undone.has(record.id)) continue;
    active.add(record.id);
    if (record.kind === "undo") undone.add(record.of);
  }
  return active;
}

/** By record; only those on which something holds. */
export function heldOn(records: readonly Trace[]): ReadonlyMap<string, Held> {
  const active = activeEffects(records);
  const held = new Map<string, Held>();
  const add = (record: string, change: (before: Held) => Partial<Held>) => {
    const before = held.get(record) ?? NOTHING;
    held.set(record, { ...before, ...change(before) });
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
        break; // nothing that is done to one record
      default:
        each satisfies never;
    }
  }
  return held;
}
