/** What is kept, and who keeps it: the interfaces of the stores. The bodies are in platform/store and the log worker. */
import type { Content } from "../content.js";
import type { Failure } from "../errors.js";
import type { LogRecord } from "./log.js";
import type { RecordId, SessionId, TurnId } from "../ids.js";

export interface ContextItem {
  /** The record it comes from: a content, a Snapshot, what was recalled, or an environment. */
  readonly record: RecordId;
  readonly content: Content;
  /** It stands for more than it says: a Snapshot, or a Content that is masked or folded. */
  readonly shortened?: true;
  /** Of an environment: the folder it speaks of, empty where none was open. */
  readonly folder?: string;
  /** It was found again for the question after it. */
  readonly recalled?: true;
}

/** A line of the session list: made from the records, kept so that the list never reads them. */
export interface SessionSummary {
  readonly id: SessionId;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** What the user sent. */
  readonly messages: number;
  readonly records: number;
  /** Of all contents as weighed: what the meter shows before the context has been read. */
  readonly tokens: number;
  readonly pinned?: boolean;
  readonly trashedAt?: number;
  readonly workspace?: string;
  /** The Session that it works for: it is a sub-agent's, and in no list. */
  readonly agentOf?: SessionId;
}

/** How storage is doing. `message` is a sentence for the user; nothing is lost in any of these states (L5, L8). */
export type StorageState =
  { readonly kind: "ready"; readonly notice?: string } | { readonly kind: "read-only"; readonly failure: Failure };

/** A piece of an answer that is still being spoken: saved at least every second, gone once the answer is a record. */
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

/** A value kept under a name and journalled: a setting, a trusted folder, a version of a memory, a checkpoint's index, a queue. */
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

/** What other tabs, and this one, are told after a batch was made durable. */
export type LogNews =
  | { readonly type: "appended"; readonly records: readonly LogRecord[] }
  | { readonly type: "drafted"; readonly draft: Draft }
  | { readonly type: "summarised"; readonly session: SessionSummary }
  | { readonly type: "removed"; readonly sessionId: SessionId }
  /** A Memory file, or what is noted beside its lines: of other documents nobody asks to be told. */
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
  /** What the Model is sent of a Session: projected where the records are, so that only the outcome travels. */
  context(session: SessionId): Promise<readonly ContextItem[]>;
  drafts(session: SessionId): Promise<readonly Draft[]>;
  sessions(filter: SessionFilter): Promise<readonly SessionSummary[]>;
  session(id: SessionId): Promise<SessionSummary | undefined>;
  put(document: Document): Promise<void>;
  remove(collection: Document["collection"], key: string): Promise<void>;
  get(collection: Document["collection"], key: string): Promise<unknown>;
  /** Those whose key begins with `prefix`, if there is one. */
  list(collection: Document["collection"], prefix?: string): Promise<readonly Document[]>;
  /**
   * Fills the other journal segment with what is still needed, and switches. Purges trash older than 30 days. Does
   * nothing while that is not worth it, unless forced.
   */
  compact(force?: boolean): Promise<void>;
  /** Everything but handles and key, as JSONL in pieces: one line a record, blob or document. */
  exportLines(after: string | undefined, limit: number): Promise<{ readonly lines: string; readonly next?: string }>;
}

interface SessionFilter {
  readonly limit: number;
  readonly trashed?: boolean;
  /** Only those updated before this time. */
  readonly before?: number;
}
