/**
 * Compression in figures and names (C): how an attempt may end, how large a Snapshot may be, and the block that shows one.
 * R1 A Snapshot takes 5 % of what it replaces, at least 1,500 and at most 20,000 tokens (C10); one that a Model wrote may grow to 8 %,
 *    since lines that it forgot are added.
 * R2 Lines that are left out are listed, the most worth first, 50 at most.
 */
import type { PlacedLine, SnapshotMethod } from "../log/snapshot-sections.js";
import { textOf } from "../content.js";
import type { RecordHead, ShortenedResult, SnapshotTaken } from "../log/log.js";
import { snapshotLines, readSnapshot, type Snapshot } from "../log/snapshot.js";
import type { BlockPlace } from "../context/context-change.js";
import type { RecordId } from "../ids.js";

/** The cause of a compression: the user, the threshold (C1), or a request that would not fit (O1). */
export type CompressionTrigger = "manual" | "auto" | "overflow";

/** The end of an attempt (C8). `cancelled` is a stop: it leaves no trace but a line in the log of events. */
export type CompressionStatus =
  | "compressed"
  /** The new context would not have been smaller. */
  | "inflated"
  /** The new context could not be measured. */
  | "token-count-error"
  /** The Model's answer could not be read as a Snapshot. */
  | "empty-summary"
  /** There is nothing to compress. */
  | "noop"
  /** Pointers in the place of old results were enough (C3). */
  | "content-truncated"
  | "cancelled";

export type CompressionPhase = "reading" | "summarising" | "verifying" | "measuring";

export const LEFT_OUT_SHOWN = 50;

const LEAST = 1_500;
const MOST = 20_000;
const SHARE = 0.05;
const SHARE_OF_MODEL = 0.08;

/** R1, in tokens. */
export const snapshotBudget = (replaced: number): number => within(SHARE * replaced);
export const snapshotCap = (replaced: number): number => within(SHARE_OF_MODEL * replaced);

const within = (tokens: number): number => Math.round(Math.min(MOST, Math.max(LEAST, tokens)));

/** A compression as the conversation shows it (C12). */
export interface CompressionBlock extends BlockPlace {
  readonly kind: "compression";
  readonly record: RecordId;
  /** The number of the user's edits that are not undone, and whether one can be redone. */
  readonly edits?: { readonly made: number; readonly canRedo: boolean };
  readonly method: SnapshotMethod;
  /** The share of wanted lines that the Snapshot covers, 0 to 1 (coverage R2); none where it was not checked. */
  readonly score?: number;
  readonly before: number;
  readonly after: number;
  readonly lines: readonly PlacedLine[];
  /** Places among `lines` of those that say in other words what their records say (verbatim-lines.ts); stored as `retold`. */
  readonly reworded: readonly number[];
  /** Results outside the covered range that show a preview since. */
  readonly shortened: readonly ShortenedResult[];
  readonly leftOut: readonly PlacedLine[];
  /** The record behind each label. */
  readonly sources: Readonly<Record<number, RecordId>>;
  /** The context has the originals again. */
  readonly undone?: boolean;
}

export function compressionBlock(record: Pick<RecordHead, "id"> & SnapshotTaken): CompressionBlock {
  const { id, method = "extractive", score, before = 0, after = 0, leftOut = [], sources = {} } = record;
  const { retold: reworded = [], shortened = [] } = record;
  const snapshot = snapshotIn(record);
  return {
    ...{ kind: "compression", record: id, method, ...(score !== undefined && { score }), before, after },
    lines: snapshot ? snapshotLines(snapshot) : [],
    ...{ reworded, shortened, leftOut, sources },
  };
}

/** The Snapshot in a record, which stands as text in the first of its Contents. */
export function snapshotIn({ contents: [first] }: Pick<SnapshotTaken, "contents">): Snapshot | undefined {
  return first && readSnapshot(textOf(first));
}
