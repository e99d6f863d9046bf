/**
 * The Turns of one Session, as the pages of its Log are read, the newest page first. Effects that change earlier Turns (rewinds,
 * compressions, their undos) are thus read before those Turns, and are kept to show older pages by them.
 */
import { compressionNow, type CompressionNow } from "../../core/compression/compression-versions.js";
import type { RecordMark } from "../../core/context/context-change.js";
import { activeEffectsOn } from "../../core/context/active-effects.js";
import { maskingNow, undosOf, type MaskingNow, type NoteRecord } from "../../core/context/masking.js";
import type { LogRecord } from "../../core/log/log.js";
import { changesTurns } from "../../core/log/record-kinds.js";
import {
  isUndo,
  turnsOf,
  withCompressions,
  withMarks,
  withMaskings,
  withRewinds,
  withUndone,
  type TurnView,
} from "../../core/port/turns.js";
import type { RecordId } from "../../core/ids.js";

export interface TurnViews {
  /** Forgets all effects: the Log is read anew from its end. */
  restart(): void;
  of(records: readonly LogRecord[]): readonly TurnView[];
  /** Keeps records that were written just now, if they are effects. */
  note(...records: readonly LogRecord[]): void;
  /** A compression that has been read or written, with its undos and edits counted. */
  compression(record: RecordId): CompressionNow | undefined;
  /** The compression that a record changes: by an edit, an undo, or an undo of an undo; nothing for any other record. */
  changedBy(record: LogRecord): CompressionNow | undefined;
  readonly newestCompression: CompressionNow | undefined;
  /** The masks that a note tells of: which of them hold, and which undos took the others back. */
  masking(
    note: string,
  ): (MaskingNow & { readonly holding: readonly RecordId[]; readonly undos: readonly RecordId[] }) | undefined;
  /** The masking that an undo changes, or an undo of an undo. */
  maskingAfter(record: LogRecord): MaskingNow | undefined;
  /** Marks on the records that a pin, a removal, or an undo of one is about. The effect must have been kept before. */
  marksAfter(effect: LogRecord): readonly RecordMark[];
}

const tellsOfMasks = (record: LogRecord | undefined): record is NoteRecord =>
  record?.kind === "note" && record.masks !== undefined;
/** Edits count only if they are undos, and notes only if they tell of masks: no other changes older Turns. */
const isKept = (record: LogRecord): boolean =>
  changesTurns(record) &&
  (record.kind !== "edit-settled" || isUndo(record)) &&
  (record.kind !== "note" || tellsOfMasks(record));

export function createTurnViews(): TurnViews {
  let effects: readonly LogRecord[] = [];

  const note = (records: readonly LogRecord[]) => {
    const kept = records.filter(isKept);
    if (kept.length === 0) return; // most of what is written: it must cost the same however long the Session is
    const known = new Set(effects.map(({ id }) => id));
    const found = kept.filter(({ id }) => !known.has(id));
    effects = [...found, ...effects].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  };

  type Snapshot = Extract<LogRecord, { kind: "snapshot" }>;
  const isSnapshot = (record: LogRecord | undefined): record is Snapshot => record?.kind === "snapshot";
  const isRoot = (record: LogRecord): record is Snapshot => isSnapshot(record) && record.edits === undefined;
  const byId = (id: RecordId) => effects.find((each) => each.id === id);

  const marked = () => {
    const held = activeEffectsOn(effects);
    return (record: RecordId): RecordMark | undefined => {
      const on = held.get(record);
      return on && { record, pinned: on.pins.length > 0, removed: on.removals.length > 0 };
    };
  };
  /** The record that an undo is about in the end: an undo of an undo leads on. */
  const idBehind = (id: RecordId): RecordId => {
    const record = byId(id);
    return record?.kind === "undo" ? idBehind(record.of) : id;
  };
  const behind = (id: RecordId): LogRecord | undefined => byId(idBehind(id));

  return {
    restart: () => void (effects = []),
    of(records) {
      note(records);
      const turns = withCompressions(withUndone(withRewinds(turnsOf(records), effects), effects), effects);
      const markOf = marked();
      return withMaskings(turns, effects).map((turn) => withMarks(turn, markOf));
    },
    note: (...records) => note(records),
    compression(id) {
      const record = byId(id);
      return isSnapshot(record) ? compressionNow(record, effects) : undefined;
    },
    changedBy(record) {
      const at = record.kind === "undo" ? behind(record.of) : record;
      const root = isSnapshot(at) && at.edits !== undefined ? byId(at.edits) : at;
      return isSnapshot(root) && root !== record ? compressionNow(root, effects) : undefined;
    },
    masking(id) {
      const note = byId(id);
      const now = tellsOfMasks(note) ? maskingNow(note, effects) : undefined;
      if (!now || !tellsOfMasks(note)) return undefined;
      const undos = undosOf(note, effects);
      const undone = new Set(undos.map(({ of }) => of));
      const holding = (note.masks ?? []).filter((mask) => !undone.has(mask));
      return { ...now, holding, undos: undos.map(({ id: undo }) => undo) };
    },
    maskingAfter(record) {
      if (record.kind !== "undo") return undefined;
      const mask = idBehind(record.of);
      const note = effects.find((each) => tellsOfMasks(each) && each.masks?.includes(mask));
      return tellsOfMasks(note) ? maskingNow(note, effects) : undefined;
    },
    marksAfter(effect) {
      const about = effect.kind === "undo" ? behind(effect.of) : effect;
      const records = about?.kind === "pin" ? [about.record] : about?.kind === "removal" ? about.records : [];
      const markOf = marked();
      return records.map((record) => markOf(record) ?? { record, pinned: false, removed: false });
    },
    get newestCompression() {
      const record = effects.findLast(isRoot);
      return record && compressionNow(record, effects);
    },
  };
}
