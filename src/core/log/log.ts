/**
 * The Log: what happened in a Session, in order, never edited (L1). What the Model sees and what the screen shows are
 * projections of it (context.ts, turns.ts). What must be known of each kind stands in record-kinds.ts; formats are written down in
 * src/docs/formats.md.
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
  /** It is a sub-agent's (A5): the call that it works for. No list shows it. */
  readonly agentOf?: { readonly session: SessionId; readonly turn: TurnId; readonly call: CallId };
}

/** Only what changed. Trash is a mark: purging is a matter of the journal's compaction (L5). */
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
  /** The request to the Model this belongs to: what was said in answer to it, or what went into it. */
  readonly step: string;
  readonly from: "user" | "model" | "tool" | "app";
  readonly content: Content;
  /** What the user typed, where the Model is sent more than that: files that were pointed at, a custom Command's words. */
  readonly shown?: string;
  /** The queued message this was: what stands in the Log need not be sent once more after a crash. */
  readonly queued?: string;
  readonly model?: string;
  readonly usage?: Usage;
  readonly finish?: FinishReason;
  /** Made from the draft of an answer that was cut off: by a crash, a stop, a failure (L3). */
  readonly interrupted?: boolean;
  /** What it takes of the window: weighed once, kept here. */
  readonly weight?: Weighed;
  /** An attempt that could not stand and was asked for again: kept, but in no projection. */
  readonly discarded?: boolean;
  /** With results: what the screen says of each call. */
  readonly calls?: readonly CallNote[];
}

export interface CallNote {
  readonly id: CallId;
  readonly title: string;
  readonly state: "done" | "failed" | "cancelled";
  readonly edit?: EditNote;
}

/** The whole of an output that was cut before it reached the Model (X2): read back as `tool-output://<call>`. */
interface OutputKept {
  readonly kind: "output";
  readonly turn: TurnId;
  readonly call: CallId;
  readonly text: string;
}

/** Words of ours on the screen, in Markdown, which no Model is sent: a Command's output, or a notice beside a message. */
export interface NoteLeft {
  readonly kind: "note";
  readonly turn: TurnId;
  readonly text: string;
  /** The Command as it was typed: then it and the note are a Turn of their own. */
  readonly said?: string;
  /** The masks it tells of: they are taken back together where it stands (L2). */
  readonly masks?: readonly RecordId[];
}

/**
 * What the Model is told of where it works (C7): date, platform, the folder and what is in it. The newest that holds
 * stands at the head of the context; the screen does not show it as anyone's words.
 */
export interface EnvironmentTold {
  readonly kind: "environment";
  /** The folder it speaks of; none where none was open. */
  readonly workspace?: string;
  readonly content: Content;
  readonly weight?: Weighed;
}

/** A request made for the app itself (C16): kept to be counted, in no projection. */
export interface AsideMade {
  readonly kind: "aside";
  readonly turn?: TurnId;
  readonly role: AsideRole;
  readonly model: string;
  readonly usage?: Usage;
  readonly ms: number;
  /** Why it came to nothing, as a sentence. */
  readonly failed?: string;
}

export type AsideRole =
  | "routing"
  | "loop-check"
  | "snapshot"
  | "verification"
  | "title"
  /** Of a Tool's output (X5). */
  | "summary"
  | "web-search"
  | "web-fetch";

interface TurnEnded {
  readonly kind: "turn-ended";
  readonly turn: TurnId;
  readonly outcome: Outcome;
}

/** A call waits for the user: for a word on what it is about to do, or for answers of `ask_user`. */
interface CallAsked {
  readonly kind: "asked";
  readonly turn: TurnId;
  readonly call: CallId;
  readonly request?: ApprovalRequest;
  readonly questions?: readonly Question[];
}

/** What the user said to it; without `approval` a question was answered, and its result says how. */
interface CallAnswered {
  readonly kind: "answered";
  readonly turn: TurnId;
  readonly call: CallId;
  readonly approval?: Approval["kind"];
}

/**
 * A checkpoint: a file is about to be changed from `before` to `after`. Durable before the write, so that both can be had
 * again whatever happens during it. `edit-settled` says what came of it.
 */
export interface EditIntended {
  readonly kind: "edit";
  readonly turn: TurnId;
  /** The call that made the edit; an undo of it, and a redo, carry the same. */
  readonly call: CallId;
  readonly as: "edit" | "undo" | "redo";
  /** Other calls whose edits of this file are taken back along with it. */
  readonly covers?: readonly CallId[];
  /** The Workspace it is in (W5). */
  readonly workspace: string;
  readonly path: string;
  /** None: there is no such file. */
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

/** Which of the two the file was found to be: after the write, or on opening a Session that a crash had cut off. */
export interface EditSettled {
  readonly kind: "edit-settled";
  readonly turn: TurnId;
  readonly call: CallId;
  /** Id of the `edit` record. */
  readonly edit: RecordId;
  readonly as: EditIntended["as"];
  readonly covers?: readonly CallId[];
  /** `neither`: someone else has changed it since. */
  readonly found: "before" | "after" | "neither";
}

/** Stands for the content records from `from` through `through` in the context. */
export interface SnapshotTaken {
  readonly kind: "snapshot";
  /** The Turn it was taken in, which shows it. */
  readonly turn?: TurnId;
  readonly from: RecordId;
  readonly through: RecordId;
  readonly contents: readonly Content[];
  /** What each of these weighs. */
  readonly weight?: readonly Weighed[];
  readonly method?: SnapshotMethod;
  /** How much of what must not be lost is in it, 0 to 1. */
  readonly score?: number;
  /** Tokens of the next request, without and with it. */
  readonly before?: number;
  readonly after?: number;
  /** What was worth keeping and did not fit, the most worth first. */
  readonly leftOut?: readonly PlacedLine[];
  /** The record behind each label in it. */
  readonly sources?: Readonly<Record<number, RecordId>>;
  /** Records that came with it, an environment and masks: they are undone with it. */
  readonly along?: readonly RecordId[];
  /** Results beside it that show less since: those masks of `along`. */
  readonly shortened?: readonly ShortenedResult[];
  /** Places of the lines in it that say in other words what their records say. */
  readonly retold?: readonly number[];
  /** The Snapshot that this one is another wording of, by the user: it holds only while that one does. */
  readonly edits?: RecordId;
}

/** A result that gave way to a preview; tokens of both. */
export interface ShortenedResult {
  readonly record: RecordId;
  readonly tool: string;
  readonly before: number;
  readonly after: number;
}

/** One result of one record shows a preview instead. `part` is its place among the Content's parts. */
interface ResultMasked {
  readonly kind: "mask";
  readonly record: RecordId;
  readonly part: number;
  readonly preview: string;
  /** What a Content of this preview alone weighs. */
  readonly weight?: Weighed;
  /** It shows as much as there was room for (X3): no pointer, so it may give way to one later. */
  readonly cut?: true;
}

/** What one record says in words shows a preview instead; its calls and results stay as they are. */
interface WordsFolded {
  readonly kind: "fold";
  readonly record: RecordId;
  readonly preview: string;
  /** What the folded Content weighs without its results. */
  readonly weight?: Weighed;
}

/** What is pinned is never covered by a Snapshot. */
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
 * What was found again for a user's question (C11). It stands right before that question, a block of its own, as long as the question is
 * the newest: the next message brings its own, and an undo of this one.
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

/** `to` and all that was written after it, up to this record, leaves the context. */
interface Rewound {
  readonly kind: "rewind";
  readonly to: RecordId;
}

/** Takes a Snapshot, mask, fold, pin, removal, rewind, environment, what was recalled, or another undo back (L2). */
interface Undone {
  readonly kind: "undo";
  readonly of: RecordId;
}
