/**
 * The log: the one writer of the database and its journal (L7, L8). Each tab has one in its log worker, and the Web Lock
 * `writer` lets only one of them write at a time. Entries that wait at the same time are written in one batch.
 *
 * A write resolves when the journal is flushed and, after it, the database has committed, strictly.
 */
import { attachBlobs, detachBlobs } from "../../core/log/blob-refs.js";
import { contextOf } from "../../core/context/context.js";
import { AgentError, isNamed } from "../../core/errors.js";
import { encodeEntries, type JournalEntry } from "../../core/log/journal.js";
import type { Document, LogNews, LogStore, StorageState } from "../../core/log/store.js";
import { applyEntries, type Applied } from "./apply-entries.js";
import { compactJournal, expiredTrash, isWorthCompacting } from "./compaction.js";
import { openForReading, writeTo, type Database, type Meta } from "./database.js";
import { openJournalFiles, type JournalFiles } from "./journal-files.js";
import { openWritable } from "./open-writable.js";
import { readerOf } from "./reader.js";
import { reconcile, replayAll } from "./recovery.js";
import { recoveredNotice, storageFailure, storageWords } from "./storage-words.js";

interface Waiting {
  readonly entries: readonly JournalEntry[];
  readonly news: readonly LogNews[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

interface LogStoreOptions {
  /** Called after every durable batch, of this tab and of others. */
  readonly onNews: (news: readonly LogNews[], own: boolean) => void;
}

/** Milliseconds after the start: counting all records delays other questions; with 30,000 the first screen came 0.3 s later. */
const VERIFY_AFTER = 1_000;

const underLock = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request("writer", work) as Promise<T>;

export function createLogStore({ onNews }: LogStoreOptions): LogStore {
  const channel = new BroadcastChannel("palimpsest-log");
  let db: Database | undefined;
  let files: JournalFiles | undefined;
  let state: StorageState | undefined;
  let queue: Waiting[] = [];
  let draining: Promise<void> | undefined;

  channel.onmessage = ({ data }) => onNews(data as readonly LogNews[], false);

  const tell = (news: readonly LogNews[]) => {
    if (news.length === 0) return;
    channel.postMessage(news);
    onNews(news, true);
  };

  /** Ends all writing; stored records stay readable. */
  const goReadOnly = (error: unknown): StorageState => {
    state = { kind: "read-only", failure: storageFailure(error) };
    onNews([{ type: "storage", storage: state }], true);
    return state;
  };

  const database = (): Database => {
    if (!db) throw new AgentError("ReadOnlyError", storageWords.notOpened);
    return db;
  };

  async function open(): Promise<StorageState> {
    try {
      files = await openJournalFiles();
      const notice = await underLock(async () => {
        db = await openWritable(
          files,
          () => void loseConnection(new AgentError("NewerDatabaseError", storageWords.upgradedElsewhere)),
          () => void loseConnection(new AgentError("InvalidStateError", storageWords.closedByBrowser)),
        );
        return recoveredNotice(await reconcile(db, files), files !== undefined);
      });
      state = { kind: "ready", ...(notice && { notice }) };
      setTimeout(() => void verify().catch(goReadOnly), VERIFY_AFTER);
      return state;
    } catch (error) {
      // While an upgrade is blocked, opening for reading would wait for it.
      if (!isNamed(error, "BlockedUpgradeError")) db ??= await readable();
      return goReadOnly(error);
    }
  }

  /** None where reading fails too: the failure before it is the one to show. */
  const readable = () => openForReading().catch(() => undefined);

  /** Opens another connection for reading, so that Export works (L5). */
  async function loseConnection(error: AgentError): Promise<void> {
    db = undefined;
    goReadOnly(error);
    db = await readable();
  }

  /** Restores rows that the database has silently lost, from the journal. */
  async function verify(): Promise<void> {
    if (!db || state?.kind !== "ready") return;
    const [meta, count] = await Promise.all([database().get("meta", "journal"), database().count("records")]);
    if (!files || !meta || count >= meta.records) return;
    const journal = files;
    const restored = await underLock(() => replayAll(database(), journal));
    const notice = recoveredNotice(restored, true);
    state = { kind: "ready", ...(notice && { notice }) };
    onNews([{ type: "storage", storage: state }], true);
  }

  function write(entries: readonly JournalEntry[], news: readonly LogNews[]): Promise<void> {
    if (state?.kind === "read-only") return Promise.reject(new AgentError("ReadOnlyError", state.failure.message));
    return new Promise((done, failed) => {
      queue.push({ entries, news, done, failed });
      draining ??= drain().finally(() => (draining = undefined));
    });
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      try {
        const applied = await underLock(() => commit(batch.flatMap(({ entries }) => entries)));
        for (const { done } of batch) done();
        tell([
          ...batch.flatMap(({ news }) => news),
          ...applied.summaries.map((session): LogNews => ({ type: "summarised", session })),
        ]);
      } catch (error) {
        goReadOnly(error);
        const { name, message } = storageFailure(error);
        for (const { failed } of batch) failed(Object.assign(new Error(message, { cause: error }), { name }));
      }
    }
  }

  /** Writes the journal first, flushed; then the database. If the database fails, the entries are cut from the journal. */
  async function commit(entries: readonly JournalEntry[]): Promise<Applied> {
    const meta = await agreed();
    const bytes = files && encodeEntries(entries);
    if (bytes)
      await files!.open(meta.generation, (segment) => {
        segment.write(bytes, meta.end);
        segment.flush();
      });
    const tx = writeTo(database());
    try {
      const applied = await applyEntries(tx, entries, false);
      void tx.objectStore("meta").put({
        ...meta,
        end: meta.end + (bytes?.length ?? 0),
        records: meta.records + applied.records,
        garbage: meta.garbage + wasteIn(entries, bytes?.length ?? 0),
      });
      await tx.done;
      return applied;
    } catch (error) {
      tx.done.catch(() => undefined); // it fails with the same error
      if (bytes) await files!.open(meta.generation, (segment) => segment.truncate(meta.end));
      throw error;
    }
  }

  /** Makes database and journal agree before a batch: another tab may have been killed in the middle of one. */
  async function agreed(): Promise<Meta> {
    const meta = await database().get("meta", "journal");
    if (meta && !files) return meta;
    const fits =
      meta &&
      (await files!.open(
        meta.generation,
        (segment) => segment.size() === meta.end && segment.generation() === meta.generation,
      ));
    if (fits) return meta;
    await reconcile(database(), files);
    return (await database().get("meta", "journal"))!;
  }

  const reader = readerOf(database, attachBlobs);
  return {
    ...reader,
    open,
    async append(records) {
      const detached = await Promise.all(records.map((record) => detachBlobs(record, sha256)));
      const entries = detached.flatMap(({ record, blobs }): JournalEntry[] => [
        ...[...blobs].map(([hash, text]) => ({ kind: "blob" as const, hash, text })),
        { kind: "record", record },
      ]);
      await write(entries, [{ type: "appended", records }]);
    },
    draft: (draft) => write([{ kind: "draft", draft }], [{ type: "drafted", draft }]),
    put: (document) => write([{ kind: "put", document }], remembered(document)),
    remove: (collection, key) => write([{ kind: "remove", collection, key }], []),
    async compact(force = false) {
      if (!files || state?.kind !== "ready") return;
      const now = Date.now();
      const meta = await database().get("meta", "journal");
      const expired = await expiredTrash(database(), now);
      if (!meta || (!force && !isWorthCompacting(meta, expired.length > 0))) return;
      const ports = { db: database(), files, exclusively: underLock, now };
      const { purged } = (await navigator.locks.request("compaction", { ifAvailable: true }, async (lock) =>
        lock ? compactJournal(ports) : undefined,
      )) ?? { purged: [] };
      tell(purged.map((sessionId) => ({ type: "removed", sessionId })));
    },
    async context(session) {
      return contextOf(await reader.records(session));
    },
  };
}

const remembered = ({ collection, key }: Document): readonly LogNews[] =>
  collection === "memory" || collection === "memory-marks" ? [{ type: "remembered", key }] : [];

/** The bytes of drafts and documents, roughly: they are all written over sooner or later, so they count as waste at once. */
function wasteIn(entries: readonly JournalEntry[], bytes: number): number {
  const waste = entries.filter(({ kind }) => kind === "draft" || kind === "put" || kind === "remove").length;
  return entries.length === 0 ? 0 : Math.round((bytes * waste) / entries.length);
}

async function sha256(text: string): Promise<string> {
  // As JSON, so that two texts that differ only in half a surrogate pair differ here too.
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(text)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
