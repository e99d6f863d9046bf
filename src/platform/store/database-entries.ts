/** The rows of the database as journal entries, for a journal that has to be written anew. */
import type { JournalEntry } from "../../core/log/journal.js";
import type { Database } from "./database.js";

/** Rows read at a time: a Session's records are small, blobs are fetched one by one. */
const ROWS = 500;

export async function* journalEntriesOf(db: Database): AsyncGenerator<JournalEntry> {
  for await (const blob of rowsOf(db, "blobs")) yield { kind: "blob", hash: blob.hash, text: blob.text };
  for await (const record of rowsOf(db, "records")) yield { kind: "record", record };
  for await (const draft of rowsOf(db, "drafts")) yield { kind: "draft", draft };
  for await (const document of rowsOf(db, "documents")) yield { kind: "put", document };
}

type Rows = "blobs" | "records" | "drafts" | "documents";

/** Reads rows in pieces, each in its own transaction: one left open across a pause would close by itself. */
async function* rowsOf<Name extends Rows>(db: Database, name: Name) {
  const limit = name === "blobs" ? 20 : ROWS;
  for (let range: IDBKeyRange | undefined; ;) {
    const store = db.transaction(name).store;
    const [keys, values] = await Promise.all([store.getAllKeys(range, limit), store.getAll(range, limit)]);
    yield* values;
    const lastKey = keys.at(-1);
    if (keys.length < limit || lastKey === undefined) return;
    range = IDBKeyRange.lowerBound(lastKey, true);
  }
}
