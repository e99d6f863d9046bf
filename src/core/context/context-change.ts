/** What can be done by hand to what the Model is sent (U2): each is a record of the Log, and its opposite takes it back (L2). */
import type { RecordId } from "../ids.js";

export interface ContextChange {
  /**
   * `pin`: never covered by a Snapshot; of what is covered already, it stands again.
   * `fold`: a preview stands in the place of a result, or of long words; the Log keeps the whole.
   * `remove`: it leaves the context, a call with its results; `put-back` is the way back.
   */
  readonly how: "pin" | "unpin" | "fold" | "unfold" | "remove" | "put-back";
  /** A `content` record. */
  readonly record: RecordId;
  /** Of a fold: the result at this place among its parts; without it, what it says in words, or all of a Turn. */
  readonly part?: number;
  /** All of the Turn, as the context has it, that the record stands in. */
  readonly wholeTurn?: boolean;
}

/** How the conversation shows a record. */
export interface RecordMark {
  readonly record: RecordId;
  readonly pinned: boolean;
  readonly removed: boolean;
}

/** Where a block stands in the Log, so that a Turn without end can be shown in part. */
export interface BlockPlace {
  /** Id of the record it was made from; none while it is being spoken. */
  readonly record?: RecordId;
  /** The user wants it to stay in the context whatever is compressed, or has taken it out of it (U2). */
  readonly pinned?: boolean;
  readonly removed?: boolean;
}
