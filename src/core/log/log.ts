/**
 * The Log: the records of a Session, in order, never edited (L1). The context (context.ts) and the Turns on the screen (turns.ts) are
 * projections of it. The facts of each kind are in record-kinds.ts, the formats in src/docs/formats.md.
 */
import type { Approval, ApprovalRequest, Question } from "../policy/approval.js";
import type { Content } from "../content.js";
import type { EditNote } from "../text/edits.js";
import type { Outcome } from "./outcome.js";
import type { FinishReason, Usage } from "../models/model.js";
import type { Weighed } from "../tokens/content-weight.js";
import type { PlacedLine, SnapshotMethod } from "./snapshot-sections.js";
import type { CallId, RecordId, SessionId, TurnId } from "../ids.js";

/** One row. `id` is a ULID, so that ids sort in writing order. */
export type LogRecord = RecordHead & RecordBody;

export interface RecordHead {
  readonly id: RecordId;
  readonly session: SessionId;
  readonly at: number;
}

export type RecordBody =
  | SessionCreated
  | SessionChanged
  | ContentSaid
  | OutputKept
  | NoteLeft
  | EnvironmentTold
  | AsideMade
  | TurnEnded
  | CallAsked
  | CallAnswered
  | EditIntended
  | EditSettled
  | SnapshotTaken
  | ResultMasked
  | WordsFolded
  | RecordPinned
  | RecordsRemoved
  | RecalledFor
  | Rewound
  | Undone;

interface SessionCreated {
  readonly kind: "session-created";
  readonly title?: string;
  readonly workspace?: string;
  /** The Session this one goes on from, and its last record that counts here. */
  readonly forkOf?: { readonly session: SessionId; readonly through: RecordId };
  /** The call that a sub-agent's Session works for (A5). No list shows such a Session. */
  readonly agentOf?: { readonly session: SessionId; readonly turn: TurnId; readonly call: CallId };
}

/** Only fields that changed are present. Trash is a mark: compaction of the journal purges it (L5). */
interface SessionChanged {
  readonly kind: "session-changed";
  readonly title?: string;
  readonly pinned?: boolean;
  readonly trashed?: boolean;
  readonly workspace?: string;
}

export interface ContentSaid {
  readonly kind: "content";
  readonly turn: TurnId;
  /** The request to the Model that this is an answer to, or went into. */
  readonly step: string;
  readonly from: "user" | "model" | "tool" | "app";
  readonly content: Content;
  /** The text that the user typed, where the Model is sent more: files that were named with `@`, a custom Command's text. */
  readonly shown?: string;
  /** The id of the queued message this was: after a crash it is not sent once more. */
  readonly queued?: string;
  readonly model?: string;
  readonly usage?: Usage;
  readonly finish?: FinishReason;
  /** Made from the draft of an answer that was cut off by a crash, a stop or a failure (L3). */
  readonly interrupted?: boolean;
  readonly weight?: Weighed;
  /** A faulty answer that was asked for again: it stays in the Log, but in no projection. */
  readonly discarded?: boolean;
  /** Of results: titles and states of their calls, for the screen. */
  readonly calls?: readonly CallNote[];
}

export interface CallNote {
  readonly id: CallId;
  readonly title: string;
  readonly state: "done" | "failed" | "cancelled";
  readonly edit?: EditNote;
}

/** The whole of an output that was cut for the Model (X2), which reads it as `tool-output://<call>`. */
interface OutputKept {
  readonly kind: "output";
  readonly turn: TurnId;
  readonly call: CallId;
  readonly text: string;
}

/** The app's own words, in Markdown, which no Model is sent: a Command's output, or a notice beside a message. */
export interface NoteLeft {
  readonly kind: "note";
  readonly turn: TurnId;
  readonly text: string;
  /** The Command as it was typed, if the note is its output: the two are a Turn. */
  readonly said?: string;
  /** The masks that the note is about: its undo takes them back together (L2). */
  readonly masks?: readonly RecordId[];
}

/** The environment, for the Model (C7): date, platform, the folder and its files. The newest one heads the context; the screen hides it. */
export interface EnvironmentTold {
  readonly kind: "environment";
  /** The folder that was open. */
  readonly workspace?: string;
  readonly content: Content;
  readonly weight?: Weighed;
}

/** A request for the app's own purposes (C16): recorded to be counted, in no projection. */
export interface AsideMade {
  readonly kind: "aside";
  readonly turn?: TurnId;
  readonly role: AsideRole;
  readonly model: string;
  readonly usage?: Usage;
  readonly ms: number;
  /** The reason of its failure, as a sentence. */
  readonly failed?: string;
}

export type AsideRole =
  | "routing"
  | "loop-check"
  | "snapshot"
  | "verification"
  | "title"
  /** The summary of a Tool's output (X5). */
  | "summary"
  | "web-search"
  | "web-fetch";

interface TurnEnded {
  readonly kind: "turn-ended";
  readonly turn: TurnId;
  readonly outcome: Outcome;
}

/** A call waits for the user: for an approval, or for answers of `ask_user`. */
interface CallAsked {
  readonly kind: "asked";
  readonly turn: TurnId;
  readonly call: CallId;
  readonly request?: ApprovalRequest;
  readonly questions?: readonly Question[];
}

/** The user's answer to a call; without `approval` questions were answered, and the result has the answers. */
interface CallAnswered {
  readonly kind: "answered";
  readonly turn: TurnId;
  readonly call: CallId;
  readonly approval?: Approval["kind"];
}

/**
 * A checkpoint: a file is about to be changed from `before` to `after`. It is durable before the write, so that both texts survive a crash
 * during it. An `edit-settled` record has the outcome.
 */
export interface EditIntended {
  readonly kind: "edit";
  readonly turn: TurnId;
  /** The call that made the edit; an undo of it, and a redo, carry the same. */
  readonly call: CallId;
  readonly as: "edit" | "undo" | "redo";
  /** Other calls whose edits of this file are undone along with it. */
  readonly covers?: readonly CallId[];
  /** The Workspace it is in (W5). */
  readonly workspace: string;
  readonly path: string;
  /** None where there is no file. */
  readonly before?: FileImage;
  readonly after?: FileImage;
}

/** A file's bytes: as text where that gives the same bytes in UTF-8, else in base64. Bulky ones become blobs as all strings do. */
export interface FileImage {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  readonly text?: string;
  readonly base64?: string;
}

/** The state in which the file was found after the write, or after a crash during it. */
export interface EditSettled {
  readonly kind: "edit-settled";
  readonly turn: TurnId;
  readonly call: CallId;
  /** Id of the `edit` record. */
  readonly edit: RecordId;
  readonly as: EditIntended["as"];
  readonly covers?: readonly CallId[];
  /** `neither`: someone else has changed the file since. */
  readonly found: "before" | "after" | "neither";
}

/** A Snapshot that stands for the content records from `from` through `through` in the context. */
export interface SnapshotTaken {
  readonly kind: "snapshot";
  /** The Turn it was taken in, which shows it. */
  readonly turn?: TurnId;
  readonly from: RecordId;
  readonly through: RecordId;
  readonly contents: readonly Content[];
  /** The weight of each of these. */
  readonly weight?: readonly Weighed[];
  readonly method?: SnapshotMethod;
  /** The share of wanted lines that it covers, 0 to 1 (coverage R2). */
  readonly score?: number;
  /** Tokens of the next request, without and with it. */
  readonly before?: number;
  readonly after?: number;
  /** Lines worth keeping that did not fit, the most worth first. */
  readonly leftOut?: readonly PlacedLine[];
  /** The record behind each label in it. */
  readonly sources?: Readonly<Record<number, RecordId>>;
  /** An environment and masks that were written with it, and are undone with it. */
  readonly along?: readonly RecordId[];
  /** Results outside the covered range that show a preview since: the masks of `along`. */
  readonly shortened?: readonly ShortenedResult[];
  /** Places of the reworded lines, which say in other words what their records say; the name `retold` is that of stored records. */
  readonly retold?: readonly number[];
  /** The Snapshot that this one is the user's edit of: an undo of that one undoes this one too. */
  readonly edits?: RecordId;
}

/** A result that was replaced by a preview, and the tokens of both. */
export interface ShortenedResult {
  readonly record: RecordId;
  readonly tool: string;
  readonly before: number;
  readonly after: number;
}

/** A preview stands in the place of one result. `part` is its place among the Content's parts. */
interface ResultMasked {
  readonly kind: "mask";
  readonly record: RecordId;
  readonly part: number;
  readonly preview: string;
  /** The weight of a Content of this preview alone. */
  readonly weight?: Weighed;
  /** The preview is the result cut to the room there was (X3): a pointer may replace it later. */
  readonly cut?: true;
}

/** A preview stands in the place of a record's words; its calls and results stay as they are. */
interface WordsFolded {
  readonly kind: "fold";
  readonly record: RecordId;
  readonly preview: string;
  /** The weight of the folded Content without its results. */
  readonly weight?: Weighed;
}

/** A pinned record is never covered by a Snapshot. */
interface RecordPinned {
  readonly kind: "pin";
  readonly record: RecordId;
}

/** These contents leave the context: one, or a call with its results, which never part (core/context/exchange.ts). */
interface RecordsRemoved {
  readonly kind: "removal";
  readonly records: readonly RecordId[];
}

/**
 * Passages that were recalled for a user's question (C11). They stand right before it, in a Content of their own, as long as the question
 * is the newest: with the next message they are undone.
 */
export interface RecalledFor {
  readonly kind: "recalled";
  readonly turn: TurnId;
  /** The question's record. */
  readonly for: RecordId;
  /** The records that were found, the best first. */
  readonly records: readonly RecordId[];
  readonly content: Content;
  readonly weight?: Weighed;
}

/** The record `to` and all after it, up to this one, leave the context. */
interface Rewound {
  readonly kind: "rewind";
  readonly to: RecordId;
}

/** Undoes a Snapshot, mask, fold, pin, removal, rewind, environment, recalled passages, or another undo (L2). */
interface Undone {
  readonly kind: "undo";
  readonly of: RecordId;
}
