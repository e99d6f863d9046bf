/** What the user, or the app, did to one record and what holds of it: the records an undo would name (L2). */
import { activeEffects, type Trace } from "../log/log.js";

export interface Held {
  readonly pins: readonly string[];
  /** Every one, also those that a later one of the same part hides. */
  readonly masks: readonly { readonly part: number; readonly id: string }[];
  readonly folds: readonly string[];
  readonly removals: readonly string[];
}

const NOTHING: Held = { pins: [], masks: [], folds: [], removals: [] };

/** By record; only those on which something holds. */
export function heldOn(records: readonly Trace[]): ReadonlyMap<string, Held> {
  const active = activeEffects(records);
  const held = new Map<string, Held>();
  const add = (record: string, change: (before: Held) => Partial<Held>) => {
    const before = held.get(record) ?? NOTHING;
    held.set(record, { ...before, ...change(before) });
  };
  for (const each of records) {
    if (!active.has(each.id)) continue;
    const { id } = each;
    if (each.kind === "pin") add(each.record, ({ pins }) => ({ pins: [...pins, id] }));
    if (each.kind === "mask") add(each.record, ({ masks }) => ({ masks: [...masks, { part: each.part, id }] }));
    if (each.kind === "fold") add(each.record, ({ folds }) => ({ folds: [...folds, id] }));
    if (each.kind === "removal")
      for (const record of each.records) add(record, ({ removals }) => ({ removals: [...removals, id] }));
  }
  return held;
}
