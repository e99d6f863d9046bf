/** The reading half of the log. A read-only store has all of it. */
import type { StoredRecord } from "../../core/log/blob-refs.js";
import type { LogRecord } from "../../core/log/log.js";
import type { LogStore, SessionSummary } from "../../core/log/store.js";
import { sessionRange } from "./apply-entries.js";
import type { Database } from "./database.js";
import { storageWords } from "./storage-words.js";

type Reader = Pick<LogStore, "page" | "records" | "drafts" | "sessions" | "session" | "get" | "list" | "exportLines">;
type Attach = (record: StoredRecord, lookup: (hash: string) => string) => LogRecord;

export function readerOf(database: () => Database, attach: Attach): Reader {
  /** Records with their blobs, which are fetched together, each once. */
  async function whole(stored: readonly StoredRecord[]): Promise<LogRecord[]> {
    const hashes = [...new Set(stored.flatMap(({ blobs }) => blobs ?? []))];
    const store = database().transaction("blobs").store;
    const found = await Promise.all(hashes.map((hash) => store.get(hash)));
    const texts = new Map(hashes.map((hash, at) => [hash, found[at]?.text]));
    return stored.map((record) => attach(record, (hash) => texts.get(hash) ?? storageWords.missingPart));
  }

  return {
    async page(session, limit, before) {
      const newestFirst: StoredRecord[] = [];
      const store = database().transaction("records").store;
      let cursor = await store.openCursor(sessionRange(session, before), "prev");
      for (; cursor && newestFirst.length < limit; cursor = await cursor.continue()) newestFirst.push(cursor.value);
      return { records: await whole(newestFirst.toReversed()), more: cursor !== null };
    },
    records: async (session) => whole(await database().getAll("records", sessionRange(session))),
    drafts: (session) => database().getAllFromIndex("drafts", "session", session),
    session: (id) => database().get("sessions", id),
    async sessions({ limit, trashed = false, before }) {
      const found: SessionSummary[] = [];
      const index = database().transaction("sessions").store.index("updated");
      const range = before === undefined ? null : IDBKeyRange.upperBound(before, true);
      let cursor = await index.openCursor(range, "prev");
      for (; cursor && found.length < limit; cursor = await cursor.continue()) {
        const { trashedAt, agentOf } = cursor.value;
        if ((trashedAt !== undefined) === trashed && agentOf === undefined) found.push(cursor.value);
      }
      return found;
    },
    get: async (collection, key) => (await database().get("documents", [collection, key]))?.value,
    list: (collection, prefix) =>
      database().getAll(
        "documents",
        prefix === undefined
          ? IDBKeyRange.bound([collection], [collection, []])
          : IDBKeyRange.bound([collection, prefix], [collection, `${prefix}\uffff`]),
      ),
    async exportLines(after, limit) {
      const range = after === undefined ? undefined : IDBKeyRange.lowerBound(JSON.parse(after), true);
      const stored = await database().getAll("records", range, limit);
      const lines = (await whole(stored)).map((record) => JSON.stringify(record) + "\n");
      const last = stored.at(-1);
      if (stored.length === limit && last)
        return { lines: lines.join(""), next: JSON.stringify([last.session, last.id]) };
      const [documents, drafts] = await Promise.all([database().getAll("documents"), database().getAll("drafts")]);
      lines.push(...documents.map((document) => JSON.stringify({ kind: "document", ...document }) + "\n"));
      lines.push(...drafts.map((draft) => JSON.stringify({ kind: "draft", ...draft }) + "\n"));
      return { lines: lines.join("") };
    },
  };
}
