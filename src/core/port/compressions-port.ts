/** Compressions of the open Session: a UI previews, makes, edits and undoes them here. */
import type { ShortenedResult } from "../log/log.js";
import type { TurnRange } from "../compression/compression-cut.js";
import type { SnapshotChange } from "../compression/snapshot-edit.js";
import type { PlacedLine } from "../log/snapshot-sections.js";
import type { RecordId } from "../ids.js";

export interface CompressionsPort {
  /** Brings the originals back into the context, and keeps all that was said since (L2). */
  undo(record: RecordId): Promise<void>;
  redo(record: RecordId): Promise<void>;
  /** Writes another version of the Snapshot, by the user (C12). Rejects with a sentence where that can't be. */
  edit(record: RecordId, change: SnapshotChange): Promise<void>;
  /** Undoes the newest of these edits, or redoes it. */
  undoEdit(record: RecordId): Promise<void>;
  redoEdit(record: RecordId): Promise<void>;
  /** Puts a Snapshot in the place of these Turns, both ends included; events say how it ends. */
  compressTurns(range: TurnRange): Promise<void>;
  /** Stops a compression that is at work; the Turn it is part of goes on without it (C13). */
  cancel(): Promise<void>;
  /** The outcome of a method, were it used now; only `model` asks a Model. Nothing is written but the record of that request. */
  preview(method: CompressionMethod): Promise<CompressionPreview>;
  /** Installs the preview without asking a Model again. `InvalidStateError` where the conversation has gone on since. */
  installPreview(method: CompressionMethod): Promise<void>;
  /** Stops a preview that is being made, and forgets those that were. */
  endPreview(): Promise<void>;
}

/** Ways to make room: old results give way to pointers (C3), a Snapshot made on the device (C9), or one by a Model (C5). */
export const COMPRESSION_METHODS = ["masking", "extractive", "model"] as const;
export type CompressionMethod = (typeof COMPRESSION_METHODS)[number];

export interface CompressionPreview {
  readonly method: CompressionMethod;
  /** Tokens of the next request. */
  readonly before: number;
  readonly after: number;
  /** The share of lines worth keeping that the Snapshot covers, 0 to 1; none for masking. */
  readonly score?: number;
  readonly lines: readonly PlacedLine[];
  readonly leftOut: readonly PlacedLine[];
  readonly shortened: readonly ShortenedResult[];
  /** Why it can't be chosen, as a sentence. */
  readonly cannot?: string;
}
