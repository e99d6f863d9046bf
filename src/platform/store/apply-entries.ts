/** Writes journal entries into the database, new ones and replayed ones alike. */
import type { JournalEntry } from "../../core/log/journal.js";
import type { StoredRecord } from "../../core/log/blob-refs.js";
import { weightTraceOf } from "../../core/log/record-kinds.js";
import type { SessionSummary } from "../../core/log/store.js";
import { addToSummary } from "../../core/log/session-summary.js";
import type { RecordId, SessionId } from "../../core/ids.js";
import type { WeightRow, WriteTransaction } from "./database.js";

export interface Applied {
  /** Rows added to `records` less those removed. */
  readonly records: number;
  readonly summaries: readonly SessionSummary[];
  readonly purged: readonly SessionId[];
}

/** Writes the entries. `replay`: rows that are there already stay, so that a Session's summary counts no record twice. */
export async function applyEntries(
  tx: WriteTransaction,
  entries: readonly JournalEntry[],
  replay: boolean,
): Promise<Applied> {
  const summaries = new Map<string, SessionSummary | undefined>();
  const purged: string[] = [];
  let records = 0;
  for (const entry of entries) {
    switch (entry.kind) {
      case "record": {
        const { record } = entry;
        dropDrafts(tx, record); // before the check: a replay has just put the drafts back, even where it skips the record
        if (replay && (await tx.objectStore("records").getKey([record.session, record.id]))) break;
        void tx.objectStore("records").put(record);
        const weight = weightRowOf(record);
        if (weight) void tx.objectStore("weights").put(weight);
        if (!summaries.has(record.session))
          summaries.set(record.session, await tx.objectStore("sessions").get(record.session));
        summaries.set(record.session, addToSummary(summaries.get(record.session), record));
        records++;
        break;
      }
      case "blob":
        void tx.objectStore("blobs").put({ hash: entry.hash, text: entry.text });
        break;
      case "draft":
        void tx.objectStore("drafts").put(entry.draft);
        break;
      case "put":
        void tx.objectStore("documents").put(entry.document);
        break;
      case "remove":
        void tx.objectStore("documents").delete([entry.collection, entry.key]);
        break;
      case "purge":
        records -= await purge(tx, entry.session);
        summaries.delete(entry.session);
        purged.push(entry.session);
        break;
    }
  }
  const changed = [...summaries.values()].filter((summary) => summary !== undefined);
  for (const summary of changed) void tx.objectStore("sessions").put(summary);
  return { records, summaries: changed, purged };
}

/** Nothing for records that change nothing in the context. */
function weightRowOf(record: StoredRecord): WeightRow | undefined {
  const trace = weightTraceOf(record);
  if (!trace) return undefined;
  const key = { session: record.session, record: record.id };
  return trace.kind === "content" && !trace.discarded ? { ...key, weight: trace.weight } : { ...key, trace };
}

/** Removes the drafts of an answer that has become a record. */
function dropDrafts(tx: WriteTransaction, record: StoredRecord): void {
  if (record.kind !== "content" || record.from !== "model") return;
  void tx.objectStore("drafts").delete(IDBKeyRange.bound([record.step], [record.step, []]));
}

async function purge(tx: WriteTransaction, session: SessionId): Promise<number> {
  const range = sessionRange(session);
  const count = await tx.objectStore("records").count(range);
  void tx.objectStore("records").delete(range);
  void tx.objectStore("weights").delete(range);
  void tx.objectStore("sessions").delete(session);
  void tx.objectStore("documents").delete(["queue", session]); // its messages can't be sent any more
  return count;
}

/** All keys [session, id] of a Session, or those before an id: an array sorts after every string. */
export const sessionRange = (session: SessionId, before?: RecordId): IDBKeyRange =>
  before === undefined
    ? IDBKeyRange.bound([session], [session, []])
    : IDBKeyRange.bound([session], [session, before], false, true);
