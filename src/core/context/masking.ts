/** Masks that were written together with a note (C3), and whether they were undone since (L2). */
import { activeEffects } from "./active-effects.js";
import type { LogRecord, NoteLeft, RecordHead } from "../log/log.js";
import type { RecordId } from "../ids.js";

export type NoteRecord = RecordHead & NoteLeft;

export interface MaskingNow {
  /** The note. */
  readonly record: RecordId;
  readonly undone: boolean;
}

/** Undefined where the note has no masks. `records` must have every undo since, and may have others. */
export function maskingNow(note: NoteRecord, records: readonly LogRecord[]): MaskingNow | undefined {
  if (!note.masks) return undefined;
  const undone = new Set(undosOf(note, records).map(({ of }) => of));
  return { record: note.id, undone: note.masks.every((mask) => undone.has(mask)) };
}

/** The undos of its masks that are in force: undoing these is a redo of the masking. */
export function undosOf({ masks = [] }: NoteRecord, records: readonly LogRecord[]) {
  const active = activeEffects(records);
  const ours = new Set(masks);
  return records.flatMap((each) => (each.kind === "undo" && active.has(each.id) && ours.has(each.of) ? [each] : []));
}
