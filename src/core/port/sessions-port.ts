/** Sessions, their Turns and the queue of messages, as a UI reads and changes them. */
import type { SessionFilter, SessionSummary } from "../log/store.js";
import type { Ownership } from "../log/session-lock.js";
import type { ContextMeter } from "../measure/ledger.js";
import type { QueuedMessage, TurnEvent } from "./events.js";
import type { TurnView } from "./turns.js";
import type { RecordId, SessionId, TurnId } from "../ids.js";

export interface SessionsPort {
  list(filter: SessionFilter): Promise<readonly SessionSummary[]>;
  create(): Promise<SessionView>;
  /** Opens a Session. A Turn that runs in the one before goes on, and its queued messages are sent. */
  open(id: SessionId): Promise<SessionView>;
  /** Closes the open Session; a Turn that runs in it goes on. */
  leave(): Promise<void>;
  rename(id: SessionId, title: string): Promise<void>;
  pin(id: SessionId, pinned: boolean): Promise<void>;
  trash(id: SessionId): Promise<void>;
  restore(id: SessionId): Promise<void>;
  /** Makes this tab the owner of the open Session (L4). */
  takeOver(): Promise<void>;
}

/** Turns of the open Session. */
export interface TurnsPort {
  /** Turns written before the given record. */
  older(before: RecordId): Promise<TurnPage>;
  /** Resolves when the message is durable, or the Command has run; the answer comes as events. */
  send(message: { readonly text: string }): Promise<void>;
  stop(): Promise<void>;
  /** Goes on with an answer that was cut off (L3), or that went round in circles; then with or without loop detection (D4). */
  resume(turnId: TurnId, how?: { readonly withoutDetection?: boolean }): Promise<void>;
}

/** Messages of the open Session that wait until its Turn has ended well and the network is there (A1, U8). */
export interface QueuePort {
  add(text: string): Promise<void>;
  /** Names the message that the user is editing, if any: it is not sent meanwhile. */
  editing(id: string | undefined): Promise<void>;
  /** This and the following two reject with `NotFoundError` for a message that has been sent meanwhile. */
  edit(id: string, text: string): Promise<void>;
  withdraw(id: string): Promise<void>;
  /** Sends the message now; only the owner of the Session can, and not while a Turn runs. */
  send(id: string): Promise<void>;
}

export interface SessionView {
  readonly summary: SessionSummary;
  readonly owner: Ownership;
  readonly page: TurnPage;
  readonly meter: ContextMeter;
  readonly queue: readonly QueuedMessage[];
  /** The Turn that runs in it, and its events since the page was read. */
  readonly running?: { readonly turnId: TurnId; readonly events: readonly TurnEvent[] };
}

export interface TurnPage {
  readonly turns: readonly TurnView[];
  readonly more: boolean;
}
