/** A LogStore that works, in memory: for tests of whoever writes to one. Time passes between a write and its answer. */
import { contextOf } from "../../src/core/context/context.js";
import { AgentError } from "../../src/core/errors.js";
import type { LogRecord } from "../../src/core/log/log.js";
import type { Document, Draft, LogNews, LogStore, SessionSummary } from "../../src/core/log/store.js";
import { addToSummary } from "../../src/core/log/session-summary.js";

export interface MemoryLog extends LogStore {
  readonly all: readonly LogRecord[];
  /** From now on every write fails, as on a full disk. */
  fill(): void;
}

export function createMemoryLog(onNews: (news: readonly LogNews[]) => void = () => undefined): MemoryLog {
  const all: LogRecord[] = [];
  let drafts: Draft[] = [];
  const sessions = new Map<string, SessionSummary>();
  const documents = new Map<string, Document>();
  let full = false;

  const written = async () => {
    await Promise.resolve();
    if (full) throw new AgentError("QuotaExceededError", "The disk is full.");
  };
  const of = (session: string) => all.filter((record) => record.session === session);

  return {
    all,
    fill: () => void (full = true),
    open: () => Promise.resolve({ kind: "ready" }),
    async append(records) {
      await written();
      for (const record of structuredClone(records)) {
        all.push(record);
        sessions.set(record.session, addToSummary(sessions.get(record.session), record));
        if (record.kind === "content" && record.from === "model")
          drafts = drafts.filter(({ step }) => step !== record.step);
      }
      const changed = [...new Set(records.map(({ session }) => session))];
      onNews([
        { type: "appended", records },
        ...changed.map((id) => ({ type: "summarised" as const, session: sessions.get(id)! })),
      ]);
    },
    async draft(draft) {
      await written();
      drafts.push(draft);
      onNews([{ type: "drafted", draft }]);
    },
    page(session, limit, before) {
      const records = of(session).filter(({ id }) => before === undefined || id < before);
      return Promise.resolve({ records: records.slice(-limit), more: records.length > limit });
    },
    records: (session) => Promise.resolve(of(session)),
    context: (session) => Promise.resolve(contextOf(of(session))),
    drafts: (session) => Promise.resolve(drafts.filter((draft) => draft.session === session)),
    sessions: ({ limit, trashed = false }) =>
      Promise.resolve(
        [...sessions.values()]
          .filter(({ trashedAt, agentOf }) => (trashedAt !== undefined) === trashed && agentOf === undefined)
          .toSorted((one, other) => other.updatedAt - one.updatedAt)
          .slice(0, limit),
      ),
    session: (id) => Promise.resolve(sessions.get(id)),
    async put(document) {
      await written();
      documents.set(`${document.collection} ${document.key}`, structuredClone(document));
      if (document.collection === "memory" || document.collection === "memory-marks")
        onNews([{ type: "remembered", key: document.key }]);
    },
    async remove(collection, key) {
      await written();
      documents.delete(`${collection} ${key}`);
    },
    get: (collection, key) => Promise.resolve(documents.get(`${collection} ${key}`)?.value),
    list: (collection, prefix = "") =>
      Promise.resolve(
        [...documents.values()].filter(
          (document) => document.collection === collection && document.key.startsWith(prefix),
        ),
      ),
    compact: () => Promise.resolve(),
    exportLines: () => Promise.resolve({ lines: all.map((record) => JSON.stringify(record) + "\n").join("") }),
  };
}
