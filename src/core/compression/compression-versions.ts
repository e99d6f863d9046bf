/**
 * A compression as it stands: the Snapshot as it was taken, the edits the user has made of it, and what was undone of both (L2).
 * R1 Its newest edit that holds is what the card shows and the context has; without one it is the Snapshot itself.
 * R2 It is undone as a whole: then its edits hold no more, and they do again when it is redone.
 * R3 An edit is undone by itself, the newest first; the one that was undone last is redone first, as long as no other was made since.
 */
import type { RecordId } from "../ids.js";
import { compressionBlock, type CompressionBlock } from "./compression.js";
import { activeEffects } from "../context/active-effects.js";
import type { LogRecord } from "../log/log.js";

type SnapshotRecord = Extract<LogRecord, { readonly kind: "snapshot" }>;

export interface CompressionNow {
  readonly root: SnapshotRecord;
  /** R1 */
  readonly version: SnapshotRecord;
  readonly undone: boolean;
  /** Undos that hold and take it, or what came along with it, back: to undo these is to redo it. */
  readonly undoneBy: readonly RecordId[];
  /** The newest edit that holds. */
  readonly edit?: RecordId;
  /** The undo that holds and took back the edit that would be redone (R3). */
  readonly undoneEdit?: RecordId;
  readonly block: CompressionBlock;
}

/** `records`: the Snapshot, its edits and every undo since, in writing order; others do no harm. */
export function compressionNow(root: SnapshotRecord, records: readonly LogRecord[]): CompressionNow {
  const active = activeEffects(records);
  const ours = new Set([root.id, ...(root.along ?? [])]);
  const undos = records.flatMap((each) => (each.kind === "undo" && active.has(each.id) ? [each] : []));
  const undone = !active.has(root.id);
  const edits = records.filter((each): each is SnapshotRecord => each.kind === "snapshot" && each.edits === root.id);
  const holding = edits.filter(({ id }) => active.has(id));
  const version = holding.at(-1) ?? root;
  const takenBack = new Set(edits.flatMap(({ id }) => (id > version.id ? [id] : [])));
  const undoneEdit = undos.findLast(({ of }) => takenBack.has(of))?.id;
  return {
    root,
    version,
    undone,
    undoneBy: undos.flatMap(({ id, of }) => (ours.has(of) ? [id] : [])),
    ...(holding.length > 0 && { edit: version.id }),
    ...(undoneEdit !== undefined && { undoneEdit }),
    block: {
      ...compressionBlock(version),
      record: root.id,
      ...(edits.length > 0 && { edits: { made: holding.length, canRedo: undoneEdit !== undefined } }),
      ...(undone && { undone }),
    },
  };
}
