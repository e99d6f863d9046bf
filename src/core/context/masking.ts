/** Masks that were written together as a step of their own (C3), and whether they were taken back since (L2). */
import { activeEffects } from "./active-effects.js";
import type { LogRecord, NoteLeft, RecordHead } from "../log/log.js";
import type { RecordId } from "../ids.js";

export type NoteRecord = RecordHead & NoteLeft;

export interface MaskingNow {
  /** The note that tells of them. */
  readonly record: RecordId;
  readonly undone: boolean;
}

/** Nothing where the note tells of none. `records`: every undo since; others do no harm. */
export function maskingNow(note: NoteRecord, records: readonly LogRecord[]): MaskingNow | undefined {
  if (!note.masks) return undefined;
  const undone = new Set(undosOf(note, records).map(({ of }) => of));
  return { record: note.id, undone: note.masks.every((mask) => undone.has(mask)) };
}

/** Undos of its masks that hold: to undo these is to redo the masking. */
export function undosOf({ masks = [] }: NoteRecord, records: readonly LogRecord[]) {
  const active = activeEffects(records);
  const ours = new Set(masks);
  return records.flatMap((each) => (each.kind === "undo" && active.has(each.id) && ours.has(each.of) ? [each] : []));
}
