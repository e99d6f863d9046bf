/**
 * The versions of a compression: the Snapshot as it was taken, the user's edits of it, and the undos of both (L2).
 * R1 The newest edit that is not undone is what the card shows and the context has; without one it is the Snapshot itself.
 * R2 A compression is undone as a whole, its edits with it; redoing it brings them back.
 * R3 Edits are undone one by one, the newest first; the one that was undone last is redone first, as long as no other was made since.
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
  /** Undos in effect of the Snapshot or of records written along with it: undoing these is a redo of the compression. */
  readonly undoneBy: readonly RecordId[];
  /** The newest edit that is not undone. */
  readonly edit?: RecordId;
  /** The undo, itself in effect, of the edit that would be redone next (R3). */
  readonly undoneEdit?: RecordId;
  readonly block: CompressionBlock;
}

/** `records` must have the Snapshot, its edits and every undo since, in writing order, and may have others. */
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
