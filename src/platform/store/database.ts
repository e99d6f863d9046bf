/** The database: one schema, upgraded by version. Nothing but the log worker opens it for writing (L7). */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { AgentError } from "../../core/errors.js";
import type { StoredRecord } from "../../core/log/blob-refs.js";
import type { WeightTrace } from "../../core/log/record-kinds.js";
import type { Document, Draft, SessionSummary } from "../../core/log/store.js";
import type { Weighed } from "../../core/tokens/content-weight.js";
import type { RecordId, SessionId } from "../../core/ids.js";

export const DATABASE = "palimpsest";
const VERSION = 1;

interface Schema extends DBSchema {
  /** A row a record; the key keeps a Session's records together, in writing order. */
  records: { key: [session: SessionId, id: RecordId]; value: StoredRecord };
  blobs: { key: string; value: { hash: string; text: string } };
  drafts: { key: [step: string, seq: number]; value: Draft; indexes: { session: SessionId } };
  sessions: { key: string; value: SessionSummary; indexes: { updated: number } };
  documents: { key: [collection: string, key: string]; value: Document };
  /** What each record does to the weight of the context, without its text: all that the gauge reads. Made from `records`. */
  weights: { key: [session: SessionId, record: RecordId]; value: WeightRow };
  meta: { key: string; value: Meta };
}

/** `weight` of a content, none where it was not weighed; `trace` of whatever else bears on the context. */
export interface WeightRow {
  readonly session: SessionId;
  readonly record: RecordId;
  readonly weight?: Weighed;
  readonly trace?: WeightTrace;
}

/** How far this database and the journal go together. One row, under "journal", written with every batch. */
export interface Meta {
  readonly key: "journal";
  /** Which segment is live: odd ones live in the first file, even ones in the second. 0: there is no journal here. */
  readonly generation: number;
  /** Where its last acknowledged frame ends. */
  readonly end: number;
  /** Rows ever added to `records` less those purged: a cheap check that none has gone missing. */
  readonly records: number;
  /** Bytes of the live segment that nobody needs any more: drafts that became records, documents written over. */
  readonly garbage: number;
  /** The database is being rebuilt: should that be cut off, the user is still told of it when it is done. */
  readonly rebuilding?: boolean;
}

export type Database = IDBPDatabase<Schema>;

/**
 * Opens the database for writing. `onBlocking`: a newer build in another tab wants to upgrade; the connection has been
 * closed so that it can. Throws `BlockedUpgradeError`, `NewerDatabaseError`, or what the platform says of a broken one.
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
    blocked() {
      giveUp?.(
        new AgentError(
          "BlockedUpgradeError",
          "Your conversations are open in another tab with an older Palimpsest, which keeps this one from bringing them up to date. " +
            "Nothing is lost. Close the other tabs, then reload this one.",
        ),
      );
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onBlocking();
    },
    terminated: onClosed,
  });
  opening.catch(() => undefined); // if `blocked` wins the race, a later failure has been answered for
  try {
    return await Promise.race([opening, blocked]);
  } catch (error) {
    void opening.then(
      (db) => db.close(),
      () => undefined,
    );
    if ((error as Error).name !== "VersionError") throw error;
    throw new AgentError(
      "NewerDatabaseError",
      "Your conversations were last written by a newer Palimpsest than this tab is running. They are safe and can be read here, " +
        "but not changed. Close all tabs of Palimpsest and open it again to get the newer one.",
      { cause: error },
    );
  }
}

/**
 * Opens whatever version there is, to read from: the way out when it cannot be opened for writing. `NotFoundError` if there
 * is none: opening must not create an empty one in its place.
 */
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
    if (isMissing) throw new AgentError("NotFoundError", "There is no database yet.", { cause: error });
    throw error;
  }
}

/** A strict transaction: resolved means on disk (relaxed ones did not survive a power cut, decisions/31). */
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
