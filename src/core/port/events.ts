/** The events of an Agent: plain data, in order, `turn-ended` the last of its Turn. Texts come as deltas, never as states so far. */
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

/** `unseen`: the Session is not on the screen. Its Turns go on all the same. */
export type TurnEvent = TurnHappening & { readonly unseen?: true };

type TurnHappening = { readonly turnId: TurnId } & (
  | { readonly type: "turn-started"; readonly text: string; readonly at: number }
  /** A Turn that had ended goes on at the user's request. */
  | { readonly type: "turn-resumed" }
  | { readonly type: "step-started"; readonly stepId: string; readonly model: string }
  | { readonly type: "thought"; readonly delta: string }
  | { readonly type: "text"; readonly delta: string }
  /** The text of this step so far is void: the step is asked for again. */
  | { readonly type: "step-discarded"; readonly stepId: string; readonly why: string }
  /** A wait until a given time, and its cause. A `step-started` ends it. */
  | {
      readonly type: "turn-waiting";
      /** The model that is waited for, the fault, and the sentences that a failure would end with. */
      readonly model: string;
      readonly fault: ModelFailureKind | AnswerFault;
      readonly why: string;
      readonly until: number;
      readonly attempt: number;
      readonly of: number;
    }
  | { readonly type: "turn-routed"; readonly route: ModelRoute }
  | {
      readonly type: "tool-started";
      readonly callId: CallId;
      readonly name: string;
      readonly title: string;
    }
  | { readonly type: "tool-progress"; readonly callId: CallId; readonly words: string }
  | {
      readonly type: "tool-finished";
      readonly callId: CallId;
      readonly state: CallNote["state"];
      readonly output: string;
      /** The change to a file, which can be undone. */
      readonly edit?: EditNote;
      readonly todos?: readonly Todo[];
    }
  /** A call waits for the user's approval (A3). `tool-answered` or `tool-finished` ends the wait. */
  | { readonly type: "tool-asked"; readonly request: ApprovalRequest }
  /** A call of `ask_user` asks the user questions. The wait ends as that of `tool-asked` does. */
  | {
      readonly type: "question-asked";
      readonly callId: CallId;
      readonly questions: readonly Question[];
    }
  | { readonly type: "tool-answered"; readonly callId: CallId }
  /** A finished edit was undone or redone by the user, mostly after the Turn has ended. */
  | { readonly type: "edit-undone"; readonly callId: CallId; readonly undone: boolean }
  /** The app's own words, in Markdown, which no Model is sent: a Command's output, or a notice beside a message. */
  | { readonly type: "note"; readonly text: string; readonly masking?: MaskingNow }
  | { readonly type: "loop-noticed"; readonly what: string }
  | {
      readonly type: "context-will-overflow";
      readonly estimated: number;
      readonly remaining: number;
    }
  /** Results were shortened so that the next request fits (O1): how many, and the tokens of all of them. */
  | {
      readonly type: "results-masked";
      readonly count: number;
      readonly before: number;
      readonly after: number;
    }
  /** Comes before any work of a compression (C12), at the moment PreCompress. */
  | { readonly type: "compression-started"; readonly trigger: CompressionTrigger }
  | { readonly type: "compression-progress"; readonly phase: CompressionPhase }
  /** Tokens of the next request, and the card. */
  | {
      readonly type: "chat-compressed";
      readonly before: number;
      readonly after: number;
      readonly block: CompressionBlock;
    }
  /** `why` is a sentence, where there is more to say. */
  | {
      readonly type: "compression-ended";
      readonly status: CompressionStatus;
      readonly why?: string;
    }
  /** Records that had left the context were recalled for the question, and stand before it (C11). */
  | { readonly type: "recalled"; readonly count: number; readonly tokens: number }
  /** The window has reached the threshold, and the user wants to be asked before a compression (C1). */
  | {
      readonly type: "compression-advised";
      readonly used: number;
      readonly limit: number;
    }
  /** A Model was asked whether this Turn goes round in circles (D3): `confidence` that it does, or why there is no answer. */
  | {
      readonly type: "loop-checked";
      readonly model: string;
      readonly confidence?: number;
      readonly problem?: string;
    }
  | { readonly type: "turn-ended"; readonly outcome: Outcome }
);

/** Events around Turns: of the open Session, of the list of Sessions, of storage. */
export type SessionEvent =
  | { readonly type: "session-listed"; readonly session: SessionSummary }
  | { readonly type: "session-removed"; readonly sessionId: SessionId }
  /** The state of a Session of this tab that is not on the screen; `idle` once its Turn has ended, or it is on the screen again. */
  | {
      readonly type: "session-working";
      readonly sessionId: SessionId;
      readonly state: "answering" | "asking" | "idle";
    }
  /** The owner changed, here or in another tab (L4). */
  | { readonly type: "ownership-changed"; readonly sessionId: SessionId; readonly owner: Ownership }
  /** A whole Turn as another tab wrote it, for a read-only tab. */
  | { readonly type: "turn-replaced"; readonly sessionId: SessionId; readonly turn: TurnView }
  | { readonly type: "context-weighed"; readonly sessionId: SessionId; readonly meter: ContextMeter }
  /** All messages that wait to be sent (A1, U8). */
  | { readonly type: "queue-changed"; readonly sessionId: SessionId; readonly queue: readonly QueuedMessage[] }
  /** This Turn and those after it, up to now, have left the context. */
  | { readonly type: "turns-rewound"; readonly sessionId: SessionId; readonly from: TurnId }
  /** A compression was undone, redone or edited; `block` is the card as it is now. */
  | {
      readonly type: "compression-changed";
      readonly sessionId: SessionId;
      readonly record: RecordId;
      readonly undone: boolean;
      readonly block: CompressionBlock;
    }
  /** The masks of a note were undone or redone. */
  | { readonly type: "masking-changed"; readonly sessionId: SessionId; readonly masking: MaskingNow }
  /** The context was changed by hand, or a change was undone; `marks` say how the records are shown now. */
  | { readonly type: "context-changed"; readonly sessionId: SessionId; readonly marks: readonly RecordMark[] }
  /** The open folder has files to load that the user has not accepted as they are now (M4). */
  | { readonly type: "trust-asked"; readonly workspaceId: string; readonly question: TrustQuestion }
  | { readonly type: "trust-changed"; readonly workspaceId: string; readonly trusted: boolean }
  /** A Command asks for something that only a screen can do. */
  | { readonly type: "screen-asked"; readonly request: ScreenRequest }
  | { readonly type: "settings-changed" }
  /** A Memory file, or a note on its lines, was written here or in another tab. */
  | { readonly type: "memory-written"; readonly path: string }
  /** Files of the open folder were changed by others: a folder stands for all that is in it, "" for anything. */
  | { readonly type: "files-changed"; readonly workspaceId: string; readonly paths: readonly string[] }
  /** These Memories were added, changed or removed (M6, M11). */
  | { readonly type: "memory-changed"; readonly by: MemoryChange; readonly paths: readonly string[] }
  /** The number of imports of Memories that failed, and the place of the first one; sent when the number changes (M3). */
  | { readonly type: "memory-problems"; readonly count: number; readonly path?: string; readonly line?: number }
  | { readonly type: "approval-mode-changed"; readonly mode: ApprovalMode }
  | { readonly type: "storage-changed"; readonly storage: StorageState }
  /** How far the indexing of the open folder is (Q1). */
  | { readonly type: "index-progress"; readonly progress: IndexProgress }
  | { readonly type: "index-failed"; readonly message: string };

/** `outside`: another program. `here`: a Tool, an edit in this app, `/memory refresh`. `trust`: the user trusts a folder, or no longer. */
export type MemoryChange = "outside" | "here" | "trust";

export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
}

/** The request of a Command to the screen. */
export type ScreenRequest =
  | { readonly kind: "new-session" }
  | { readonly kind: "sessions" }
  | { readonly kind: "session"; readonly id: SessionId }
  | { readonly kind: "settings"; readonly words?: string }
  /** Puts the text into the composer, before what stands there. */
  | { readonly kind: "compose"; readonly text: string }
  /** Opens the preview of a compression. */
  | { readonly kind: "what-if" }
  | { readonly kind: "save"; readonly name: string; readonly text: string };
