/**
 * The search indexer keeps the search indexes up to date (Q1) and is the library of the librarian: the index of the open folder, made in
 * the background, and that of all Sessions, which follows the log.
 *
 * R1 A folder is indexed a moment after it was opened, or at once for a question that cannot wait. Another folder stops it.
 * R2 Records are indexed after they are durable, in batches. Earlier ones, of other tabs or before a reload, are caught up from the log:
 *    the mark `until` in the index says up to which time it has everything.
 * R3 A question waits for an index that is being made, but not for long: then it searches what there is.
 * R4 An index that cannot be made is reported once; all the rest works without it.
 */
import type { Clock } from "../../core/clock.js";
import { textBesideEditorContext } from "../../core/context/editor-tags.js";
import { failureOf } from "../../core/errors.js";
import type { SessionEvent } from "../../core/port/events.js";
import type { Library, LibraryFolder, Said } from "../../core/librarian/library.js";
import type { LogRecord } from "../../core/log/log.js";
import type { IndexProgress, SearchPort, SearchQuery } from "../../core/search/search.js";
import type { LogNews, LogStore, SessionSummary } from "../../core/log/store.js";
import type { RecordId, SessionId } from "../../core/ids.js";
import { createSessionEntries, isSaid, isWorthFinding } from "./session-entries.js";

export interface SearchIndexer extends Library {
  /** Sets the listener for events about progress. */
  listen(tell: (event: SessionEvent) => void): void;
  useFolder(folder: IndexedFolder | undefined): void;
  /** Indexes the files that have changed since, when the user comes back to the page. */
  refresh(): void;
  hear(news: readonly LogNews[]): void;
  /**
   * Finds messages, answers and outputs of one Session, best first, whether the context still has them or not. One shared word is enough
   * to be found, so the caller decides by score and coverage which to use.
   */
  findRecords(
    session: SessionId,
    words: string,
    options?: { readonly limit?: number },
  ): Promise<readonly FoundRecord[]>;
}

interface FoundRecord {
  readonly id: RecordId;
  /** A number without a unit, to be compared with others of the same search. */
  readonly score: number;
  /** The share of the asked words that the record has, 0 to 1. */
  readonly coverage: number;
  readonly at: number;
  /** `output`: the output of a Tool. */
  readonly group: "session" | "output";
}

interface IndexedFolder {
  readonly id: string;
  readonly name: string;
  /** None while the browser does not let us read the folder. */
  readonly handle?: FileSystemDirectoryHandle;
}

interface SearchIndexerParts {
  /** Starts the search worker. */
  readonly search: () => Promise<SearchPort>;
  readonly log: Pick<LogStore, "sessions" | "session" | "page">;
  readonly clock: Clock;
  /** The search in Memories, which are few and need no index. */
  readonly remembered?: Library["remembered"];
}

const SESSIONS = "sessions";
/** Milliseconds that leave the first screen time to load. */
const FIRST_PAUSE = 1_500;
const FLUSH_PAUSE = 1_000;
/** Milliseconds that a question waits for an index (R3). */
const PATIENCE = 8_000;
/** Milliseconds between two looks at the folder, each of which asks the file system for every file. */
const REFRESH_AFTER = 20_000;
const SESSION_PAGE = 100;
const RECORD_PAGE = 500;

export function createSearchIndexer({ search, log, clock, remembered }: SearchIndexerParts): SearchIndexer {
  let tell: (event: SessionEvent) => void = () => undefined;
  let port: Promise<SearchPort> | undefined;
  let folder: IndexedFolder | undefined;
  let progress: IndexProgress | undefined;
  let indexing: Promise<void> | undefined;
  let indexedAt = -Infinity;
  let cancelStart: () => void = () => undefined;
  let catchingUp: Promise<void> | undefined;
  let waiting: LogRecord[] = [];
  let cancelFlush: (() => void) | undefined;
  const entriesOf = createSessionEntries();
  const open = () => (port ??= search());

  function start(): Promise<void> {
    cancelStart();
    if (indexing) return indexing;
    const now = folder;
    if (!now?.handle) return Promise.resolve();
    const run = indexFolder(now.id, now.handle).finally(() => {
      if (indexing === run) indexing = undefined;
    });
    return (indexing = run);
  }

  async function indexFolder(id: string, handle: FileSystemDirectoryHandle): Promise<void> {
    const hear = (next: IndexProgress) => {
      if (folder?.id !== id) return;
      progress = next;
      tell({ type: "index-progress", progress: next });
    };
    try {
      await (await open()).indexFolder(id, handle, hear);
      if (folder?.id === id) indexedAt = clock.now();
    } catch (error) {
      report(error);
    } finally {
      if (folder?.id === id) progress = undefined;
    }
  }

  /** R2 */
  async function catchUp(): Promise<void> {
    const index = await open();
    const { marks } = await index.status(SESSIONS);
    const until = Number(marks.until ?? -Infinity);
    let newest = until;
    let before: number | undefined;
    for (;;) {
      const page: readonly SessionSummary[] = await log.sessions({ limit: SESSION_PAGE, before });
      const stale = page.filter(({ updatedAt }) => updatedAt >= until);
      for (const session of stale) {
        newest = Math.max(newest, session.updatedAt);
        await indexSession(index, session.id, until);
      }
      if (page.length < SESSION_PAGE || stale.length < page.length) break;
      before = page.at(-1)!.updatedAt;
    }
    if (newest > until) await index.indexEntries(SESSIONS, [], { until: String(newest) });
  }

  async function indexSession(index: SearchPort, session: SessionId, until: number): Promise<void> {
    let before: RecordId | undefined;
    for (;;) {
      const { records, more } = await log.page(session, RECORD_PAGE, before);
      const entries = entriesOf(records.filter(({ at }) => at >= until));
      if (entries.length > 0) await index.indexEntries(SESSIONS, entries);
      const first = records[0];
      if (!more || !first || first.at < until) return;
      before = first.id;
    }
  }

  async function flush(): Promise<void> {
    cancelFlush = undefined;
    await sessionsReady();
    const records = waiting;
    waiting = [];
    const until = records.reduce((latest, { at }) => Math.max(latest, at), 0);
    if (records.length > 0) await (await open()).indexEntries(SESSIONS, entriesOf(records), { until: String(until) });
  }

  const sessionsReady = (): Promise<void> =>
    (catchingUp ??= catchUp().catch((error: Error) => {
      catchingUp = undefined;
      throw error;
    }));

  /** R4 */
  const report = (error: unknown) => tell({ type: "index-failed", message: failureOf(error).message });

  /** Resolves when the work is done, or has taken too long (R3). */
  function patiently(work: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(PATIENCE, resolve);
      void work.catch(report).finally(() => {
        cancel();
        resolve();
      });
    });
  }

  /** Resolves when all records up to now can be found. */
  async function sessionsFlushed(): Promise<void> {
    await patiently(sessionsReady());
    if (!cancelFlush) return;
    cancelFlush();
    await patiently(flush());
  }

  async function said(key: string): Promise<Said | undefined> {
    const [session = "", id = ""] = key.split("/");
    const summary = await log.session(session);
    if (!summary || summary.trashedAt !== undefined) return undefined;
    const { records } = await log.page(session, 1, `${id}~`); // ids have no tilde: up to and with this one
    const [record] = records;
    if (record?.id !== id || !isSaid(record)) return undefined;
    const from = record.from === "user" ? "user" : "model";
    return { session, title: summary.title, at: record.at, from, text: textBesideEditorContext(record.content) };
  }

  return {
    listen: (listener) => void (tell = listener),
    useFolder(next) {
      const before = folder;
      folder = next;
      indexedAt = -Infinity;
      progress = undefined;
      cancelStart();
      if (before && before.id !== next?.id && indexing)
        void open().then((index) => index.stopIndexing(before.id), report);
      indexing = undefined;
      cancelStart = clock.after(FIRST_PAUSE, () => void start().then(sessionsReady).catch(report)); // R1
    },
    refresh() {
      if (clock.now() - indexedAt >= REFRESH_AFTER && indexedAt > 0) void start();
    },
    hear(news) {
      for (const each of news) {
        if (each.type === "appended") waiting.push(...each.records.filter(isWorthFinding));
        else if (each.type === "removed" && port)
          void port.then((index) => index.remove(SESSIONS, { prefix: `${each.sessionId}/` })).catch(report);
      }
      // Before the index is there, catching up finds them in the log.
      if (!catchingUp) waiting = [];
      else if (waiting.length > 0) cancelFlush ??= clock.after(FLUSH_PAUSE, () => void flush().catch(report));
    },

    folder: (): LibraryFolder =>
      folder ? { state: folder.handle ? "open" : "locked", name: folder.name } : { state: "none" },
    async searchFolder(query) {
      const now = folder;
      if (!now?.handle) return { hits: [], entries: 0 };
      if (indexedAt < 0) await patiently(start());
      const index = await open();
      const [hits, { entries }] = await Promise.all([index.search(now.id, query), index.status(now.id)]);
      const { read = 0, toRead = 0 } = progress ?? {};
      return { hits, entries, ...(indexing && indexedAt < 0 && { indexing: { read, toRead } }) };
    },
    async searchSessions(query) {
      await sessionsFlushed();
      const index = await open();
      const said: SearchQuery = { groups: ["session"], ...query };
      const [hits, { entries }] = await Promise.all([index.search(SESSIONS, said), index.status(SESSIONS)]);
      return { hits, entries };
    },
    ...(remembered && { remembered }),
    async findRecords(session, words, { limit = 20 } = {}) {
      await sessionsFlushed();
      const hits = await (await open()).search(SESSIONS, { text: words, limit, within: `${session}/` });
      return hits.map(({ key, score, coverage, time, group }) => ({
        id: key.slice(session.length + 1),
        score,
        coverage,
        at: time,
        group: group === "output" ? "output" : "session",
      }));
    },
    said,
    async around(key) {
      const { before, after } = await (await open()).neighbours(SESSIONS, key);
      const [earlier, later] = await Promise.all([before && said(before), after && said(after)]);
      return { ...(earlier && { before: earlier }), ...(later && { after: later }) };
    },
    now: () => clock.now(),
  };
}
