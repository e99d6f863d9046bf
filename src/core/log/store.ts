/** The interface of the store of Logs and documents, and its data. The bodies are in platform/store and the log worker. */
import type { Content } from "../content.js";
import type { Failure } from "../errors.js";
import type { LogRecord } from "./log.js";
import type { RecordId, SessionId, TurnId } from "../ids.js";

export interface ContextItem {
  /** The record it comes from: a content, a Snapshot, recalled passages, or an environment. */
  readonly record: RecordId;
  readonly content: Content;
  /** Whether it is shorter than what it stands for: a Snapshot, or a Content that is masked or folded. */
  readonly shortened?: true;
  /** Of an environment: its folder, empty where none was open. */
  readonly folder?: string;
  /** Whether it was recalled for the question after it. */
  readonly recalled?: true;
}

/** A line of the session list, made from the records and stored, so that the list never reads them. */
export interface SessionSummary {
  readonly id: SessionId;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The number of the user's messages. */
  readonly messages: number;
  readonly records: number;
  /** The tokens of all contents, for the meter before the context has been read. */
  readonly tokens: number;
  readonly pinned?: boolean;
  readonly trashedAt?: number;
  readonly workspace?: string;
  /** The Session that a sub-agent's Session works for: such a one is in no list. */
  readonly agentOf?: SessionId;
}

/** The state of storage. Texts are sentences for the user; nothing is lost in any of these states (L5, L8). */
export type StorageState =
  { readonly kind: "ready"; readonly notice?: string } | { readonly kind: "read-only"; readonly failure: Failure };

/** A piece of an answer that is being streamed: saved at least every second, removed once the answer is a record. */
export interface Draft {
  readonly step: string;
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly model: string;
  /** Counts the pieces of a step, from 0. */
  readonly seq: number;
  readonly text: string;
  readonly thought: string;
}

/** A value stored under a key and journalled: a setting, a trusted folder, a version of a memory, a checkpoint's index, a queue. */
export interface Document {
  readonly collection:
    | "settings"
    | "trust"
    | "memory"
    | "memory-versions"
    | "memory-marks"
    | "memory-uses"
    | "checkpoints"
    | "workspaces"
    | "queue"
    | "policies";
  readonly key: string;
  readonly value: unknown;
}

interface RecordPage {
  readonly records: readonly LogRecord[];
  /** Whether there are older ones. */
  readonly more: boolean;
}

/** The news that all tabs get after a batch was made durable. */
export type LogNews =
  | { readonly type: "appended"; readonly records: readonly LogRecord[] }
  | { readonly type: "drafted"; readonly draft: Draft }
  | { readonly type: "summarised"; readonly session: SessionSummary }
  | { readonly type: "removed"; readonly sessionId: SessionId }
  /** A Memory file, or a note on its lines, was written; other documents have no news. */
  | { readonly type: "remembered"; readonly key: string }
  | { readonly type: "storage"; readonly storage: StorageState };

/**
 * The log as its worker offers it. Every write resolves when it is durable: journal flushed, then IndexedDB, strict.
 * A write that cannot be made durable rejects, and from then on the store is read-only until it is opened anew.
 */
export interface LogStore {
  open(): Promise<StorageState>;
  append(records: readonly LogRecord[]): Promise<void>;
  /** `seq` 0 begins a step anew. */
  draft(draft: Draft): Promise<void>;
  /** The newest `limit` records of a Session, or those before a given id; in writing order; blobs filled in. */
  page(session: SessionId, limit: number, before?: RecordId): Promise<RecordPage>;
  /** All records of a Session, in writing order, blobs filled in. */
  records(session: SessionId): Promise<readonly LogRecord[]>;
  /** The context of a Session, projected in the store's thread, so that only the result is posted. */
  context(session: SessionId): Promise<readonly ContextItem[]>;
  drafts(session: SessionId): Promise<readonly Draft[]>;
  sessions(filter: SessionFilter): Promise<readonly SessionSummary[]>;
  session(id: SessionId): Promise<SessionSummary | undefined>;
  put(document: Document): Promise<void>;
  remove(collection: Document["collection"], key: string): Promise<void>;
  get(collection: Document["collection"], key: string): Promise<unknown>;
  /** Documents of the collection, or those whose key begins with `prefix`. */
  list(collection: Document["collection"], prefix?: string): Promise<readonly Document[]>;
  /** Copies entries still needed to the other journal segment, and switches; purges trash of 30 days. Only if worth it, unless forced. */
  compact(force?: boolean): Promise<void>;
  /** All data but handles and keys, as JSONL in pieces: one line for each record, blob or document. */
  exportLines(after: string | undefined, limit: number): Promise<{ readonly lines: string; readonly next?: string }>;
}

export interface SessionFilter {
  readonly limit: number;
  readonly trashed?: boolean;
  /** Only those updated before this time. */
  readonly before?: number;
}
