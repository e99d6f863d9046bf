/** The database: one schema, upgraded by version. Only the log worker opens it for writing (L7). */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { AgentError } from "../../core/errors.js";
import type { StoredRecord } from "../../core/log/blob-refs.js";
import type { WeightTrace } from "../../core/log/record-kinds.js";
import type { Document, Draft, SessionSummary } from "../../core/log/store.js";
import type { Weighed } from "../../core/tokens/content-weight.js";
import type { RecordId, SessionId } from "../../core/ids.js";
import { storageWords } from "./storage-words.js";

export const DATABASE = "palimpsest";
const VERSION = 1;

interface Schema extends DBSchema {
  /** One row for each record; the key keeps a Session's records together, in writing order. */
  records: { key: [session: SessionId, id: RecordId]; value: StoredRecord };
  blobs: { key: string; value: { hash: string; text: string } };
  drafts: { key: [step: string, seq: number]; value: Draft; indexes: { session: SessionId } };
  sessions: { key: string; value: SessionSummary; indexes: { updated: number } };
  documents: { key: [collection: string, key: string]; value: Document };
  /** The effect of each record on the weight of the context, without its text, for the gauge. Made from `records`. */
  weights: { key: [session: SessionId, record: RecordId]; value: WeightRow };
  meta: { key: string; value: Meta };
}

export interface WeightRow {
  readonly session: SessionId;
  readonly record: RecordId;
  /** Of a content; none where it was not weighed. */
  readonly weight?: Weighed;
  /** Of any other record that changes the context. */
  readonly trace?: WeightTrace;
}

/** The state in which database and journal agree. One row, under "journal", written with every batch. */
export interface Meta {
  readonly key: "journal";
  /** The live segment: odd ones lie in the first file, even ones in the second. 0 where there is no journal. */
  readonly generation: number;
  /** The end of its last acknowledged frame. */
  readonly end: number;
  /** Rows ever added to `records` less those purged: a cheap check that none is missing. */
  readonly records: number;
  /** Bytes of the live segment that are not needed any more: drafts that became records, documents written over. */
  readonly garbage: number;
  /** The database is being rebuilt. Stored, so that the user gets the notice even if the rebuilding was cut off and resumed. */
  readonly rebuilding?: boolean;
}

export type Database = IDBPDatabase<Schema>;

/**
 * Opens the database for writing. `onBlocking`: a newer build in another tab wants to upgrade; the connection has been
 * closed so that it can. Throws `BlockedUpgradeError`, `NewerDatabaseError`, or the browser's own error for a broken one.
 */
export async function openDatabase(onBlocking: () => void, onClosed: () => void): Promise<Database> {
  let giveUp: ((error: AgentError) => void) | undefined;
  const blocked = new Promise<never>((_, reject) => (giveUp = reject));
  const opening = openDB<Schema>(DATABASE, VERSION, {
    upgrade(db, oldVersion) {
      if (oldVersion < 1) {
        db.createObjectStore("records", { keyPath: ["session", "id"] });
        db.createObjectStore("blobs", { keyPath: "hash" });
        db.createObjectStore("drafts", { keyPath: ["step", "seq"] }).createIndex("session", "session");
        db.createObjectStore("sessions", { keyPath: "id" }).createIndex("updated", "updatedAt");
        db.createObjectStore("documents", { keyPath: ["collection", "key"] });
        db.createObjectStore("weights", { keyPath: ["session", "record"] });
        db.createObjectStore("meta", { keyPath: "key" });
      }
    },
    blocked: () => giveUp?.(new AgentError("BlockedUpgradeError", storageWords.upgradeBlocked)),
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onBlocking();
    },
    terminated: onClosed,
  });
  opening.catch(() => undefined); // if `blocked` wins the race, a later failure says nothing new
  try {
    return await Promise.race([opening, blocked]);
  } catch (error) {
    void opening.then(
      (db) => db.close(),
      () => undefined,
    );
    if ((error as Error).name !== "VersionError") throw error;
    throw new AgentError("NewerDatabaseError", storageWords.newerDatabase, { cause: error });
  }
}

/** Opens the database for reading, whatever its version. `NotFoundError` if there is none: none must be created by reading. */
export async function openForReading(): Promise<Database> {
  let isMissing = false;
  try {
    return await openDB<Schema>(DATABASE, undefined, {
      upgrade(_db, _old, _new, tx) {
        isMissing = true;
        tx.done.catch(() => undefined); // the opening itself says the same
        tx.abort();
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
  } catch (error) {
    if (isMissing) throw new AgentError("NotFoundError", storageWords.noDatabase, { cause: error });
    throw error;
  }
}

/** A strict transaction: it is on disk when it resolves (relaxed ones did not survive a power cut, decisions/31). */
export function writeTo(db: Database) {
  const stores = ["records", "blobs", "drafts", "sessions", "documents", "weights", "meta"] as const;
  return db.transaction(stores, "readwrite", { durability: "strict" });
}
export type WriteTransaction = ReturnType<typeof writeTo>;

export async function putMeta(db: Database, meta: Meta): Promise<void> {
  const tx = writeTo(db);
  void tx.objectStore("meta").put(meta);
  await tx.done;
}
