/**
 * The Turns of one Session as pages of its Log are read, the newest first. What changed them later (rewinds, compressions and their
 * undoing) was read before them, and is kept to read older pages in its light.
 */
import type { RecordMark } from "../core/context-change.js";
import { heldOn } from "../core/held.js";
import { activeEffects, type LogRecord } from "../core/log.js";
import {
  isUndo,
  turnsOf,
  withMarks,
  withRewinds,
  withUndone,
  withUndoneCompressions,
  type TurnView,
} from "../core/turns.js";

export interface SessionTurns {
  /** Another reading begins, at the end. */
  restart(): void;
  of(records: readonly LogRecord[]): readonly TurnView[];
  /** One that was written just now. */
  note(...records: readonly LogRecord[]): void;
  /** A compression that has been read or written, with what tells whether it holds. */
  compression(record: string): FoundCompression | undefined;
  /** Whether a compression holds, after an undo of this record has been heard of; nothing if that was of something else. */
  undoneIn(of: string): { readonly record: string; readonly undone: boolean } | undefined;
  readonly newestCompression: FoundCompression | undefined;
  /** How the records are shown now that this pin, removal or undo of one, which was noted before, stands behind them. */
  marksAfter(effect: LogRecord): readonly RecordMark[];
}

export interface FoundCompression {
  readonly record: Extract<LogRecord, { readonly kind: "snapshot" }>;
  readonly undone: boolean;
  /** What holds and takes it, or what came along with it, back. */
  readonly undoneBy: readonly string[];
}

const KEPT: ReadonlySet<LogRecord["kind"]> = new Set(["rewind", "undo", "snapshot", "pin", "removal"]);
const isKept = (record: LogRecord): boolean => KEPT.has(record.kind) || isUndo(record);

export function createSessionTurns(): SessionTurns {
  let effects: readonly LogRecord[] = [];

  const note = (records: readonly LogRecord[]) => {
    const known = new Set(effects.map(({ id }) => id));
    const found = records.filter((record) => isKept(record) && !known.has(record.id));
    effects = [...found, ...effects].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  };

  const found = (record: Extract<LogRecord, { kind: "snapshot" }>): FoundCompression => {
    const active = activeEffects(effects);
    const ours = new Set([record.id, ...(record.along ?? [])]);
    const undoneBy = effects.flatMap((each) =>
      each.kind === "undo" && active.has(each.id) && ours.has(each.of) ? [each.id] : [],
    );
    return { record, undone: !active.has(record.id), undoneBy };
  };
  const isSnapshot = (record: LogRecord): record is FoundCompression["record"] => record.kind === "snapshot";

  const marked = () => {
    const held = heldOn(effects);
    return (record: string): RecordMark | undefined => {
      const on = held.get(record);
      return on && { record, pinned: on.pins.length > 0, removed: on.removals.length > 0 };
    };
  };
  /** What an undo, or the undo of one, is about in the end. */
  const behind = (id: string): LogRecord | undefined => {
    const record = effects.find((each) => each.id === id);
    return record?.kind === "undo" ? behind(record.of) : record;
  };

  return {
    restart: () => void (effects = []),
    of(records) {
      note(records);
      const turns = withUndoneCompressions(withUndone(withRewinds(turnsOf(records), effects), effects), effects);
      const markOf = marked();
      return turns.map((turn) => withMarks(turn, markOf));
    },
    note: (...records) => note(records),
    compression(id) {
      const record = effects.find((each) => each.id === id);
      return record && isSnapshot(record) ? found(record) : undefined;
    },
    undoneIn(of) {
      const record = behind(of);
      return record && isSnapshot(record) ? { record: record.id, undone: found(record).undone } : undefined;
    },
    marksAfter(effect) {
      const about = effect.kind === "undo" ? behind(effect.of) : effect;
      const records = about?.kind === "pin" ? [about.record] : about?.kind === "removal" ? about.records : [];
      const markOf = marked();
      return records.map((record) => markOf(record) ?? { record, pinned: false, removed: false });
    },
    get newestCompression() {
      const record = effects.findLast(isSnapshot);
      return record && found(record);
    },
  };
}
