/** Compressions of the open Session: what a UI may ask of them. */
import type { ShortenedResult } from "../log/log.js";
import type { TurnRange } from "../compression/compression-cut.js";
import type { SnapshotChange } from "../compression/snapshot-edit.js";
import type { PlacedLine } from "../log/snapshot-sections.js";
import type { RecordId } from "../ids.js";

export interface CompressionsPort {
  /** The context has again what a compression stood for, with all that was said since; and the way back (L2). */
  undo(record: RecordId): Promise<void>;
  redo(record: RecordId): Promise<void>;
  /** Writes another wording of its Snapshot, by the user (C12). A sentence where that can't be. */
  edit(record: RecordId, change: SnapshotChange): Promise<void>;
  /** Takes the newest of these edits back, or has it again. */
  undoEdit(record: RecordId): Promise<void>;
  redoEdit(record: RecordId): Promise<void>;
  /** Puts a Snapshot in the place of these Turns, both ends in it; what comes of it is told. */
  compressTurns(range: TurnRange): Promise<void>;
  /** Stops a compression that is at work; the Turn it is part of goes on without it (C13). */
  cancel(): Promise<void>;
  /** What one way to compress would make of the conversation now; only `model` asks a Model. Nothing is written but what was asked. */
  preview(method: CompressionMethod): Promise<CompressionPreview>;
  /** Does what was previewed, without asking anyone again. `InvalidStateError` where the conversation has gone on since. */
  installPreview(method: CompressionMethod): Promise<void>;
  /** Stops a preview that is being made, and forgets what was. */
  endPreview(): Promise<void>;
}

/** Ways to make room: old results give way to pointers (C3), a Snapshot made on the device (C9), or one by a Model (C5). */
export const COMPRESSION_METHODS = ["masking", "extractive", "model"] as const;
export type CompressionMethod = (typeof COMPRESSION_METHODS)[number];

/** What a method would make of the conversation. */
export interface CompressionPreview {
  readonly method: CompressionMethod;
  /** Tokens of the next request. */
  readonly before: number;
  readonly after: number;
  /** How much of what is worth keeping of the old part is in its place, 0 to 1; none where nothing is retold. */
  readonly score?: number;
  readonly lines: readonly PlacedLine[];
  readonly leftOut: readonly PlacedLine[];
  readonly shortened: readonly ShortenedResult[];
  /** Why it can't be chosen, as a sentence. */
  readonly cannot?: string;
}
