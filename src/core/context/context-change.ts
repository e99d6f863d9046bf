/** Changes of the context by hand (U2): each is a record of the Log, and its opposite undoes it (L2). */
import type { RecordId } from "../ids.js";

export interface ContextChange {
  /**
   * `pin`: the record is never covered by a Snapshot; one that is covered already comes back into the context.
   * `fold`: a preview stands in the place of a result, or of long words; the Log keeps the whole.
   * `remove`: the record leaves the context, a call with its results; `put-back` undoes that.
   */
  readonly how: "pin" | "unpin" | "fold" | "unfold" | "remove" | "put-back";
  /** A `content` record. */
  readonly record: RecordId;
  /** Of a fold: the place of the result among its parts; without it, the words of the record, or all of the Turn. */
  readonly part?: number;
  /** The change is of the whole Turn of the record. */
  readonly wholeTurn?: boolean;
}

/** The marks with which the conversation shows a record. */
export interface RecordMark {
  readonly record: RecordId;
  readonly pinned: boolean;
  readonly removed: boolean;
}

/** The place of a block in the Log, so that an endless Turn can be shown in part. */
export interface BlockPlace {
  /** The record it was made from; none while it is being streamed. */
  readonly record?: RecordId;
  /** The user has pinned it in the context, or taken it out (U2). */
  readonly pinned?: boolean;
  readonly removed?: boolean;
}
