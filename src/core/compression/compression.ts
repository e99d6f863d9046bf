/**
 * Compression in figures and names (C): how an attempt may end, how large a Snapshot may be, and what the card shows of one.
 * R1 A Snapshot takes 5 % of what it replaces, at least 1,500 and at most 20,000 tokens (C10); one that a Model wrote may have grown to
 *    8 %, since what it forgot was added.
 * R2 What is left out is told, the most worth first, in 50 lines at most.
 */
import type { PlacedLine, SnapshotMethod } from "../log/snapshot-sections.js";
import { textOf } from "../content.js";
import type { RecordHead, ShortenedResult, SnapshotTaken } from "../log/log.js";
import { snapshotLines, readSnapshot, type Snapshot } from "../log/snapshot.js";
import type { BlockPlace } from "../context/context-change.js";
import type { RecordId } from "../ids.js";

/** Who asked for it: the user, the threshold (C1), or a request that would not fit (O1). */
export type CompressionTrigger = "manual" | "auto" | "overflow";

/** C8. `cancelled` is a stop: it leaves no trace but a line in the log of events. */
export type CompressionStatus =
  | "compressed"
  /** The new context would not have been smaller. */
  | "inflated"
  /** It could not be measured. */
  | "token-count-error"
  /** The Model gave back nothing that can be read as a Snapshot. */
  | "empty-summary"
  /** There is nothing to compress. */
  | "noop"
  /** Old results gave way to pointers, and that was enough (C3). */
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
  /** Edits by the user that hold, and whether one was taken back that can be had again. */
  readonly edits?: { readonly made: number; readonly canRedo: boolean };
  readonly method: SnapshotMethod;
  /** How much of what must not be lost is in it, 0 to 1; none where nobody has checked. */
  readonly score?: number;
  readonly before: number;
  readonly after: number;
  readonly lines: readonly PlacedLine[];
  /** Places of the lines that say in other words what their records say. */
  readonly retold: readonly number[];
  /** Results beside it that show less since. */
  readonly shortened: readonly ShortenedResult[];
  readonly leftOut: readonly PlacedLine[];
  /** The record behind each label. */
  readonly sources: Readonly<Record<number, RecordId>>;
  /** It was taken back: the context has the originals. */
  readonly undone?: boolean;
}

export function compressionBlock(record: Pick<RecordHead, "id"> & SnapshotTaken): CompressionBlock {
  const { id, method = "extractive", score, before = 0, after = 0, leftOut = [], sources = {} } = record;
  const { retold = [], shortened = [] } = record;
  const snapshot = snapshotIn(record);
  return {
    kind: "compression",
    record: id,
    method,
    ...(score !== undefined && { score }),
    before,
    after,
    lines: snapshot ? snapshotLines(snapshot) : [],
    retold,
    shortened,
    leftOut,
    sources,
  };
}

/** What a record says as a Snapshot. */
export function snapshotIn({ contents: [first] }: Pick<SnapshotTaken, "contents">): Snapshot | undefined {
  return first && readSnapshot(textOf(first));
}
