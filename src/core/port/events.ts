/** What an Agent tells of a Turn: plain data, in order, `turn-ended` always last. Deltas, never states so far. */
import type { AnswerFault } from "../models/answer-check.js";
import type { ApprovalMode, ApprovalRequest, Question } from "../policy/approval.js";
import type { RecordMark } from "../context/context-change.js";
import type { EditNote } from "../text/edits.js";
import type {
  CompressionBlock,
  CompressionPhase,
  CompressionStatus,
  CompressionTrigger,
} from "../compression/compression.js";
import type { ModelFailureKind } from "../errors.js";
import type { TrustQuestion } from "../memory/trusted-folder.js";
import type { CallNote } from "../log/log.js";
import type { Ownership } from "../log/session-lock.js";
import type { ContextMeter } from "../measure/ledger.js";
import type { MaskingNow } from "../context/masking.js";
import type { ModelRoute } from "../models/route.js";
import type { IndexProgress } from "../search/search.js";
import type { SessionSummary, StorageState } from "../log/store.js";
import type { Todo } from "./todos.js";
import type { TurnView } from "./turns.js";
import type { Outcome } from "../log/outcome.js";
import type { CallId, RecordId, SessionId, TurnId } from "../ids.js";

export type AgentEvent = TurnEvent | SessionEvent;

/** `unseen`: of a Session that is not on the screen. Its Turns go on all the same. */
export type TurnEvent = TurnHappening & { readonly unseen?: true };

type TurnHappening =
  | { readonly type: "turn-started"; readonly turnId: TurnId; readonly text: string; readonly at: number }
  /** A Turn that had ended goes on, as the user has asked. */
  | { readonly type: "turn-resumed"; readonly turnId: TurnId }
  | { readonly type: "step-started"; readonly turnId: TurnId; readonly stepId: string; readonly model: string }
  | { readonly type: "thought"; readonly turnId: TurnId; readonly delta: string }
  | { readonly type: "text"; readonly turnId: TurnId; readonly delta: string }
  /** What this step has said so far counts for nothing: it is asked for again. */
  | { readonly type: "step-discarded"; readonly turnId: TurnId; readonly stepId: string; readonly why: string }
  /** Nothing is going on until a given time, and why. A `step-started` ends the wait. */
  | {
      readonly type: "turn-waiting";
      readonly turnId: TurnId;
      /** Who is waited for, what the matter is in a word, and in the sentences that a failure would end with. */
      readonly model: string;
      readonly fault: ModelFailureKind | AnswerFault;
      readonly why: string;
      readonly until: number;
      readonly attempt: number;
      readonly of: number;
    }
  | { readonly type: "turn-routed"; readonly turnId: TurnId; readonly route: ModelRoute }
  | {
      readonly type: "tool-started";
      readonly turnId: TurnId;
      readonly callId: CallId;
      readonly name: string;
      readonly title: string;
    }
  | { readonly type: "tool-progress"; readonly turnId: TurnId; readonly callId: CallId; readonly words: string }
  | {
      readonly type: "tool-finished";
      readonly turnId: TurnId;
      readonly callId: CallId;
      readonly state: CallNote["state"];
      readonly output: string;
      /** What it did to a file: then it can be taken back. */
      readonly edit?: EditNote;
      /** What `write_todos` has put down. */
      readonly todos?: readonly Todo[];
    }
  /** A call waits for the user's word (A3). `tool-answered` or `tool-finished` ends the wait. */
  | { readonly type: "tool-asked"; readonly turnId: TurnId; readonly request: ApprovalRequest }
  /** A call asks the user something of its own (`ask_user`). Ends as `tool-asked` does. */
  | {
      readonly type: "question-asked";
      readonly turnId: TurnId;
      readonly callId: CallId;
      readonly questions: readonly Question[];
    }
  | { readonly type: "tool-answered"; readonly turnId: TurnId; readonly callId: CallId }
  /** A finished edit was taken back, or put back again. Comes when the user says so: mostly after the Turn has ended. */
  | { readonly type: "edit-undone"; readonly turnId: TurnId; readonly callId: CallId; readonly undone: boolean }
  /** Words of ours on the screen, in Markdown: a Command's output, or a notice beside a message. No Model is sent them. */
  | { readonly type: "note"; readonly turnId: TurnId; readonly text: string; readonly masking?: MaskingNow }
  | { readonly type: "loop-noticed"; readonly turnId: TurnId; readonly what: string }
  | {
      readonly type: "context-will-overflow";
      readonly turnId: TurnId;
      readonly estimated: number;
      readonly remaining: number;
    }
  /** So many results show less than they did, so that the next request fits (O1); tokens of all of them. */
  | {
      readonly type: "results-masked";
      readonly turnId: TurnId;
      readonly count: number;
      readonly before: number;
      readonly after: number;
    }
  /** Before any work on it (C12): the moment PreCompress. */
  | { readonly type: "compression-started"; readonly turnId: TurnId; readonly trigger: CompressionTrigger }
  | { readonly type: "compression-progress"; readonly turnId: TurnId; readonly phase: CompressionPhase }
  /** Tokens of the next request, and the card. */
  | {
      readonly type: "chat-compressed";
      readonly turnId: TurnId;
      readonly before: number;
      readonly after: number;
      readonly block: CompressionBlock;
    }
  /** How it ended, and why, as a sentence, where there is more to say. */
  | {
      readonly type: "compression-ended";
      readonly turnId: TurnId;
      readonly status: CompressionStatus;
      readonly why?: string;
    }
  /** So many records that had left the context were found again for the question, and stand before it (C11). */
  | { readonly type: "recalled"; readonly turnId: TurnId; readonly count: number; readonly tokens: number }
  /** The window is as full as the user wants it to be, who wants to be asked (C1). */
  | {
      readonly type: "compression-advised";
      readonly turnId: TurnId;
      readonly used: number;
      readonly limit: number;
    }
  /** A Model was asked whether this Turn still gets anywhere (D3): how sure it is that it does not, or why it did not say. */
  | {
      readonly type: "loop-checked";
      readonly turnId: TurnId;
      readonly model: string;
      readonly confidence?: number;
      readonly problem?: string;
    }
  | { readonly type: "turn-ended"; readonly turnId: TurnId; readonly outcome: Outcome };

/** What happens around Turns: to the open Session, to the list of them, to storage. */
export type SessionEvent =
  | { readonly type: "session-listed"; readonly session: SessionSummary }
  | { readonly type: "session-removed"; readonly sessionId: SessionId }
  /** What goes on in a Session of this tab that is not on the screen; `idle` once nothing does, or it is looked at again. */
  | {
      readonly type: "session-working";
      readonly sessionId: SessionId;
      readonly state: "answering" | "asking" | "idle";
    }
  /** The owner changed, here or in another tab (L4). */
  | { readonly type: "ownership-changed"; readonly sessionId: SessionId; readonly owner: Ownership }
  /** A Turn as another tab wrote it, whole: what a read-only tab follows. */
  | { readonly type: "turn-replaced"; readonly sessionId: SessionId; readonly turn: TurnView }
  | { readonly type: "context-weighed"; readonly sessionId: SessionId; readonly meter: ContextMeter }
  /** What waits to be sent, all of it (A1, U8). */
  | { readonly type: "queue-changed"; readonly sessionId: SessionId; readonly queue: readonly QueuedMessage[] }
  /** This Turn and those after it, up to now, have left the context. */
  | { readonly type: "turns-rewound"; readonly sessionId: SessionId; readonly from: TurnId }
  /** A compression was taken back, put in force again, or edited; `block` is the card as it is now. */
  | {
      readonly type: "compression-changed";
      readonly sessionId: SessionId;
      readonly record: RecordId;
      readonly undone: boolean;
      readonly block: CompressionBlock;
    }
  /** Masks that a note tells of were taken back, or put in force again. */
  | { readonly type: "masking-changed"; readonly sessionId: SessionId; readonly masking: MaskingNow }
  /** The context was changed by hand: pinned, folded, removed, or one of these taken back; how the records are shown now. */
  | { readonly type: "context-changed"; readonly sessionId: SessionId; readonly marks: readonly RecordMark[] }
  /** The open folder has something to load that nobody has accepted as it is now (M4). */
  | { readonly type: "trust-asked"; readonly workspaceId: string; readonly question: TrustQuestion }
  | { readonly type: "trust-changed"; readonly workspaceId: string; readonly trusted: boolean }
  /** A Command wants something that only a screen can do. */
  | { readonly type: "screen-asked"; readonly request: ScreenRequest }
  | { readonly type: "settings-changed" }
  /** A Memory file was written, or something was noted beside its lines: here, or in another tab. */
  | { readonly type: "memory-written"; readonly path: string }
  /** Others have changed files of the open folder: a folder stands for all that is in it, "" for anything. */
  | { readonly type: "files-changed"; readonly workspaceId: string; readonly paths: readonly string[] }
  /** Memories are others than before, and by whose doing: these came, changed or went (M6, M11). */
  | { readonly type: "memory-changed"; readonly by: MemoryChange; readonly paths: readonly string[] }
  /** How many imports of Memories did not come about, and where the first of them stands; told when that is another number (M3). */
  | { readonly type: "memory-problems"; readonly count: number; readonly path?: string; readonly line?: number }
  | { readonly type: "approval-mode-changed"; readonly mode: ApprovalMode }
  | { readonly type: "storage-changed"; readonly storage: StorageState }
  /** How far the indexing of the open folder is (Q1). */
  | { readonly type: "index-progress"; readonly progress: IndexProgress }
  | { readonly type: "index-failed"; readonly message: string };

/** `outside`: another program. `here`: a Tool, an edit in this app, `/memory refresh`. `trust`: the user's word on a folder. */
export type MemoryChange = "outside" | "here" | "trust";

/** A message that waits to be sent. */
export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
}

/** What a Command asks of a screen. */
export type ScreenRequest =
  | { readonly kind: "new-session" }
  | { readonly kind: "sessions" }
  | { readonly kind: "session"; readonly id: SessionId }
  | { readonly kind: "settings"; readonly words?: string }
  /** Words for the composer, before whatever stands there. */
  | { readonly kind: "compose"; readonly text: string }
  /** What would compression do? */
  | { readonly kind: "what-if" }
  | { readonly kind: "save"; readonly name: string; readonly text: string };
