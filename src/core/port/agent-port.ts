/** AgentPort: all that a UI may ask of an Agent. Plain data in and out, so that the Agent may live in a worker. */
import type { Approval, ApprovalMode } from "../policy/approval.js";
import type { SecretName } from "../models/providers.js";
import type { CompressionPort } from "./compression-port.js";
import type { ContextChange } from "../context/context-change.js";
import type { ContextMap } from "../measure/context-map.js";
import type { ChangedFile, EditView, RestoreView, UndoView } from "../text/edits.js";
import type { AgentEvent, QueuedMessage, TurnEvent } from "./events.js";
import type { TrustDifference } from "../memory/trusted-folder.js";
import type { MemoryFolderPicker, MemoryPort } from "./memory-port.js";
import type { MemoryView } from "../memory/memory.js";
import type { Scope, SettingOrigins } from "../settings/settings-files.js";
import type { SessionSummary, StorageState } from "../log/store.js";
import type { ViewedFile } from "../context/editor-context.js";
import type { TurnView } from "./turns.js";
import type { Entry, Permission } from "../files/workspace.js";
import type { Ownership } from "../log/session-lock.js";
import type { ContextMeter } from "../measure/ledger.js";

export interface AgentPort extends CompressionPort {
  /** There is one subscriber; a second one takes the first one's place. */
  subscribe(listener: (event: AgentEvent) => void): Promise<void>;
  /** Everything the first screen needs. */
  start(): Promise<StartView>;

  sessions(filter: {
    readonly trashed?: boolean;
    readonly limit: number;
    readonly before?: number;
  }): Promise<readonly SessionSummary[]>;
  newSession(): Promise<SessionView>;
  /** A Turn that runs in the Session that is left goes on, and what waits behind it goes out. */
  openSession(id: string): Promise<SessionView>;
  /** No Session is on the screen; a Turn that runs in the one that was goes on. */
  leaveSession(): Promise<void>;
  /** Turns written before the given record. */
  olderTurns(before: string): Promise<TurnPage>;
  renameSession(id: string, title: string): Promise<void>;
  pinSession(id: string, pinned: boolean): Promise<void>;
  trashSession(id: string): Promise<void>;
  restoreSession(id: string): Promise<void>;
  /** Makes this tab the owner of the open Session (L4). */
  takeOver(): Promise<void>;

  /** Resolves when the words are durable, or the Command has run; the answer comes as events. */
  send(message: { readonly text: string }): Promise<void>;
  /** Keeps a message until the running Turn has ended well and the network is there; then it is sent (A1, U8). */
  queue(text: string): Promise<void>;
  /** Which of them the user is editing, if any: it is not sent meanwhile. */
  editingQueued(id: string | undefined): Promise<void>;
  /** This and what follows: `NotFoundError` for a message that has gone out meanwhile. */
  editQueued(id: string, text: string): Promise<void>;
  withdrawQueued(id: string): Promise<void>;
  /** Sends a queued message now; none but the owner of the Session can, and not while a Turn runs. */
  sendQueued(id: string): Promise<void>;
  /** Whether there is a network: only a window hears of it. */
  online(isOnline: boolean): Promise<void>;
  stop(): Promise<void>;
  /** Goes on with an answer that was cut off (L3), or that went round in circles; then with or without watching for them (D4). */
  continueTurn(turnId: string, how?: { readonly withoutDetection?: boolean }): Promise<void>;

  /** The user's word on a call that waits (`tool-asked`). `NotFoundError` if none does: it was answered or stopped. */
  approve(callId: string, approval: Approval): Promise<void>;
  /** Answers to `question-asked`, one each, several choices joined by ", "; none: the user does not want to answer. */
  answer(callId: string, answers: readonly string[] | undefined): Promise<void>;
  approvalMode(): Promise<ApprovalMode>;
  /** For this tab, until it is closed. `NotAllowedError` where the folder is not trusted with that much. */
  setApprovalMode(mode: ApprovalMode): Promise<void>;
  /** What a finished edit did, for its diff. */
  editOf(callId: string): Promise<EditView | undefined>;
  /** Puts the file back as it was before the call; not while a Turn runs, and never over a later change. */
  undoEdit(callId: string): Promise<UndoView>;
  /** Puts back what `undoEdit` took back. */
  redoEdit(callId: string): Promise<UndoView>;
  /**
   * Writes what the user chose of a file that was changed since (`UndoView`), if it still is what was shown then; no text
   * removes it. An edit like any other: it can be taken back. If the call changed other files too, they are undone then, or
   * the next of them that was changed since is given back.
   */
  settleEdit?(callId: string, file: ChangedFile, text: string | undefined): Promise<UndoView>;
  /** All files as they were before this Turn, or none if one of them was changed since by someone else. */
  restoreTo(turnId: string): Promise<RestoreView>;

  /** The next request of the open Session to scale, from the one ledger (U2, T5); its blocks add up to the meter's figure. */
  contextMap(asked?: MapView): Promise<ContextMap>;
  /** The words of a block of it, as they were said, folded or not; the beginning of them where they are long. */
  blockText(block: { readonly record: string; readonly part?: number }): Promise<BlockText>;
  /**
   * Changes by hand what the Model is sent of the open Session (U2). Not while a Turn runs. `NotFoundError` for what is no
   * content of it; done twice, nothing happens.
   */
  changeContext(change: ContextChange): Promise<void>;

  /** What can be typed with a slash: ours, then the folder's. */
  commands(): Promise<readonly CommandView[]>;
  /** What may be meant by what stands before the caret; none where there is nothing to complete. */
  complete(text: string, caret: number): Promise<Completion | undefined>;

  models(): Promise<readonly ModelChoice[]>;
  chooseModel(name: string): Promise<void>;
  settings(): Promise<SettingsView>;
  /** In the user's file, or in that of the trusted folder. Undefined takes it out of there. */
  changeSetting(key: string, value: unknown, scope?: Scope): Promise<void>;
  /** The user's file, whole. `expected` is the text that was edited: if it is another by now, nothing is saved. */
  replaceSettings(text: string, expected: string): Promise<void>;
  /** Kept in the vault; never comes back out of it. Empty forgets it. */
  storeKey(key: string, of?: SecretName): Promise<void>;

  /**
   * Whether what the open folder brings along may be loaded (M4). `question` is the one that is answered: "not now" to it is not kept.
   * Without one it is about the folder as a whole: true accepts all that is there, false takes trust back.
   */
  trustFolder(trusted: boolean, question?: string): Promise<void>;
  /** A file that changed since it was accepted, as it was and as it is. */
  trustDifference(path: string): Promise<TrustDifference>;
  /** What stands before every conversation, as the next request sends it. */
  frame(): Promise<SystemPromptText>;
  /** Which Memories there are, what of them is loaded, and what each costs (M2). */
  memory?(): Promise<MemoryView>;
  /** The files themselves, to be looked at and changed (M10). */
  readonly memories?: MemoryPort;
  /** Loads them anew, as at the start (M6). */
  refreshMemory?(): Promise<MemoryView>;

  listFolder(path: string): Promise<readonly FolderEntry[]>;
  readFile(path: string): Promise<FileView>;
  /** What is open in the app's own viewer, the newest first: editor context of the next request (X7). */
  viewing?(files: readonly ViewedFile[]): Promise<void>;
  /** Everything of the user's, for a file: the way out when storage fails (L5). */
  exportAll(): Promise<Blob>;
  /** Writes the journal anew without what nobody needs any more, and empties trash older than 30 days (L5, L8). */
  tidyStorage(): Promise<void>;
}

/**
 * The door to folders, beside the port: each of these must run in the task of the user's click or drop, which no port
 * can carry. All reject with `AbortError` when the user thinks better of it.
 */
export interface FolderPicker {
  pick(): Promise<WorkspaceView>;
  /** A `FileSystemDirectoryHandle` that was dropped on the window. */
  adopt(handle: unknown): Promise<WorkspaceView>;
  /** Asks again for the permission of a locked Workspace (W2). */
  regain(id: string): Promise<WorkspaceView>;
  /** Asks for the permission to write into a Workspace that is open for reading only (W2). */
  allowWriting(id: string): Promise<Permission>;
  /** Whether this browser opens folders where they lie. Elsewhere they are copied in. */
  readonly canPick: boolean;
  /** Copies files, or a single zip, into a private Workspace, and opens that (W1). */
  importCopy(files: readonly ImportedFile[], tell: TellCopy, signal: AbortSignal): Promise<ImportedCopy>;
  /** The open Workspace as a zip. */
  exportZip(tell: TellCopy, signal: AbortSignal): Promise<{ readonly name: string; readonly zip: Blob }>;
  /** Memories in from and out to a real `~/.gemini` (M1). */
  readonly memories?: MemoryFolderPicker;
  /** Removes what interrupted writes have left in the open Workspace (W4), and tells how many files that were. */
  cleanUp(signal: AbortSignal): Promise<number>;
}

export interface ImportedFile {
  /** Below whatever was chosen or dropped, that folder included. */
  readonly path: string;
  readonly file: File;
}

interface ImportedCopy {
  readonly workspace: WorkspaceView;
  readonly files: number;
  /** What was left out, and why. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
}

export type TellCopy = (progress: CopyProgress) => void;

interface CopyProgress {
  readonly files: number;
  readonly of: number;
  readonly bytes: number;
  readonly ofBytes?: number;
}

export interface StartView {
  readonly storage: StorageState;
  readonly sessions: readonly SessionSummary[];
  readonly models: readonly ModelChoice[];
  readonly approvalMode: ApprovalMode;
  readonly workspace?: WorkspaceView;
  /** What went wrong beside the start, as a sentence. */
  readonly problem?: string;
  /** What an empty Session would weigh, so that the meter is there before the first message. */
  readonly meter?: ContextMeter;
}

export interface SessionView {
  readonly summary: SessionSummary;
  readonly owner: Ownership;
  readonly page: TurnPage;
  readonly meter: ContextMeter;
  readonly queue: readonly QueuedMessage[];
  /** A Turn that runs in it, and what was told of it so far: the page has what came before. */
  readonly running?: { readonly turnId: string; readonly events: readonly TurnEvent[] };
}

export interface CommandView {
  /** Without the slash. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  /** What may or must follow the name; none for a Command that takes nothing. */
  readonly usage?: string;
  readonly source: "app" | "user" | "folder";
}

export interface Completion {
  /** What of the text a suggestion takes the place of. */
  readonly from: number;
  readonly to: number;
  /** The best first. */
  readonly suggestions: readonly Suggestion[];
}

export interface Suggestion {
  /** What to put there. */
  readonly text: string;
  readonly label: string;
  readonly detail?: string;
  /** There may be more to complete behind it: a folder. */
  readonly goesOn?: boolean;
}

export interface MapView {
  /** Groups whose blocks are wanted. */
  readonly opened?: readonly string[];
  /** What stands in the composer. */
  readonly draft?: string;
}

export interface BlockText {
  readonly text: string;
  /** Characters that were left out at the end. */
  readonly more: number;
  /** Its Turn, to be found in the conversation. */
  readonly turn?: string;
}

export interface TurnPage {
  readonly turns: readonly TurnView[];
  readonly more: boolean;
}

export interface ModelChoice {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly chosen: boolean;
  /** Why it can't be used now, as a sentence. */
  readonly unavailable?: string;
  readonly remote: boolean;
  /** `kept`: a file of the user's. `wanted`: no model, but the place to pick one. */
  readonly file?: "kept" | "wanted";
}

export interface WorkspaceView {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** The folder is known but the browser wants a click before it lets us in again (W2). */
  readonly locked?: boolean;
  /** Files may be read and not changed; more takes a click (W2). */
  readonly readOnly?: boolean;
}

export interface SettingsView {
  /** What counts, by key. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly origins: SettingOrigins;
  /** The secrets that are stored. */
  readonly secrets: readonly SecretName[];
  /** The user's file; `problem`: why it can't be read, as a sentence. */
  readonly user: { readonly text: string; readonly problem?: string };
  /** The open folder, whose file counts if it is trusted. */
  readonly folder?: { readonly name: string; readonly isTrusted: boolean; readonly problem?: string };
}

export interface SystemPromptText {
  readonly system: string;
  /** The file that the system prompt comes from; none for our own. */
  readonly from?: string;
  /** The Memory files in it, by path, in order (M5). */
  readonly parts?: readonly { readonly id: string; readonly text: string }[];
  readonly tools: readonly { readonly name: string; readonly description: string }[];
}

/** A line of the tree. */
export interface FolderEntry extends Entry {
  /** Left out by the ignore rules: no Tool finds it. */
  readonly ignored?: boolean;
}

export interface FileView {
  readonly path: string;
  readonly size: number;
  /** None for what is not text, or too large to show. */
  readonly text?: string;
  readonly notice?: string;
}
