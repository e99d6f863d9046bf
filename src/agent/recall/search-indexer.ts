/**
 * Keeps the search indexes up to date (Q1) and is the librarian's library: the open folder's, made in the background, and
 * that of all Sessions, which follows the log.
 *
 * R1 A folder is indexed a moment after it was opened, when nobody waits; a question that cannot wait starts it at once.
 *    Another folder stops it.
 * R2 What was said is indexed after it is durable, in batches. What was said before, by other tabs or before a reload, is
 *    caught up from the log: the mark `until` in the index says up to which time it has everything.
 * R3 A question waits for an index that is being made, but not for long: then it searches what there is.
 * R4 An index that cannot be made is told once; all the rest works without it.
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
  /** Who hears how far it is. */
  listen(tell: (event: SessionEvent) => void): void;
  useFolder(folder: KeptFolder | undefined): void;
  /** Looks whether files have changed since, when the user comes back to the page. */
  refresh(): void;
  hear(news: readonly LogNews[]): void;
  /**
   * The records of one Session that speak of something, best first: what was said and what Tools gave back, whether the
   * context still has them or not. By rank alone: one shared word is enough to be among them, so whoever asks decides by
   * score and coverage how far down to believe.
   */
  findRecords(
    session: SessionId,
    words: string,
    options?: { readonly limit?: number },
  ): Promise<readonly FoundRecord[]>;
}

interface FoundRecord {
  readonly id: RecordId;
  /** To compare with the others of the same answer; it has no unit. */
  readonly score: number;
  /** How much of what was asked is there, 0 to 1. */
  readonly coverage: number;
  readonly at: number;
  /** `output`: what a Tool gave back. */
  readonly group: "session" | "output";
}

interface KeptFolder {
  readonly id: string;
  readonly name: string;
  /** None while the browser does not let us in. */
  readonly handle?: FileSystemDirectoryHandle;
}

interface KeeperParts {
  /** Starts the search worker: not before it is needed. */
  readonly search: () => Promise<SearchPort>;
  readonly log: Pick<LogStore, "sessions" | "session" | "page">;
  readonly clock: Clock;
  /** Memories are few: they are looked through as they are, and need no index. */
  readonly remembered?: Library["remembered"];
}

const SESSIONS = "sessions";
/** After the first screen has come to rest. */
const FIRST_PAUSE = 1_500;
const FLUSH_PAUSE = 1_000;
/** How long a question waits for an index (R3). */
const PATIENCE = 8_000;
/** Between two looks at the folder, of which each asks the file system for every file. */
const REFRESH_AFTER = 20_000;
const SESSION_PAGE = 100;
const RECORD_PAGE = 500;

export function createSearchIndexer({ search, log, clock, remembered }: KeeperParts): SearchIndexer {
  let tell: (event: SessionEvent) => void = () => undefined;
  let port: Promise<SearchPort> | undefined;
  let folder: KeptFolder | undefined;
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
    indexing = run;
    return run;
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
      tell({ type: "index-failed", message: failureOf(error).message }); // R4
    } finally {
      if (folder?.id === id) progress = undefined;
    }
  }

  /** R2 */
  async function catchUp(): Promise<void> {
    const desk = await open();
    const { marks } = await desk.status(SESSIONS);
    const until = Number(marks.until ?? -Infinity);
    let newest = until;
    let before: number | undefined;
    for (;;) {
      const page: readonly SessionSummary[] = await log.sessions({ limit: SESSION_PAGE, before });
      const stale = page.filter(({ updatedAt }) => updatedAt >= until);
      for (const session of stale) {
        newest = Math.max(newest, session.updatedAt);
        await indexSession(desk, session.id, until);
      }
      if (page.length < SESSION_PAGE || stale.length < page.length) break;
      before = page.at(-1)!.updatedAt;
    }
    if (newest > until) await desk.indexEntries(SESSIONS, [], { until: String(newest) });
  }

  async function indexSession(desk: SearchPort, session: SessionId, until: number): Promise<void> {
    let before: RecordId | undefined;
    for (;;) {
      const { records, more } = await log.page(session, RECORD_PAGE, before);
      const entries = entriesOf(records.filter(({ at }) => at >= until));
      if (entries.length > 0) await desk.indexEntries(SESSIONS, entries);
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

  const sessionsReady = (): Promise<void> => {
    catchingUp ??= catchUp().catch((error: Error) => {
      catchingUp = undefined;
      throw error;
    });
    return catchingUp;
  };

  const told = (error: unknown) => tell({ type: "index-failed", message: failureOf(error).message });

  /** R3: `undefined` if it took too long. */
  function patiently(work: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(PATIENCE, resolve);
      void work.catch(told).finally(() => {
        cancel();
        resolve();
      });
    });
  }

  /** What was said until now can be found. */
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
      if (before && before.id !== next?.id && indexing) void open().then((desk) => desk.stopIndexing(before.id), told);
      indexing = undefined;
      cancelStart = clock.after(FIRST_PAUSE, () => void start().then(sessionsReady).catch(told)); // R1
    },
    refresh() {
      if (clock.now() - indexedAt >= REFRESH_AFTER && indexedAt > 0) void start();
    },
    hear(news) {
      for (const each of news) {
        if (each.type === "appended") waiting.push(...each.records.filter(isWorthFinding));
        else if (each.type === "removed" && port)
          void port.then((desk) => desk.remove(SESSIONS, { prefix: `${each.sessionId}/` })).catch(told);
      }
      // Before the index is there, catching up finds them in the log.
      if (!catchingUp) waiting = [];
      else if (waiting.length > 0) cancelFlush ??= clock.after(FLUSH_PAUSE, () => void flush().catch(told));
    },

    folder: (): LibraryFolder =>
      folder ? { state: folder.handle ? "open" : "locked", name: folder.name } : { state: "none" },
    async searchFolder(query) {
      const now = folder;
      if (!now?.handle) return { hits: [], entries: 0 };
      if (indexedAt < 0) await patiently(start());
      const desk = await open();
      const [hits, { entries }] = await Promise.all([desk.search(now.id, query), desk.status(now.id)]);
      const { read = 0, toRead = 0 } = progress ?? {};
      return { hits, entries, ...(indexing && indexedAt < 0 && { indexing: { read, toRead } }) };
    },
    async searchSessions(query) {
      await sessionsFlushed();
      const desk = await open();
      const said: SearchQuery = { groups: ["session"], ...query };
      const [hits, { entries }] = await Promise.all([desk.search(SESSIONS, said), desk.status(SESSIONS)]);
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
