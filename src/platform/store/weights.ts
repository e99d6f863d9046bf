/** What a Session's context weighs, read by whoever measures; the log worker writes the rows with the records. */
import { attachBlobs, type StoredRecord } from "../../core/log/blob-refs.js";
import { createBoundedCache } from "../../core/bounded-cache.js";
import type { WeightTrace } from "../../core/log/record-kinds.js";
import type { LogRecord } from "../../core/log/log.js";
import type { RecordId, SessionId } from "../../core/ids.js";
import { sessionRange } from "./apply-entries.js";
import { openForReading, type Database, type WeightRow } from "./database.js";

/** In writing order. A connection for each reading: one that stays open would stand in the way of an upgrade. */
export const readTraces = (session: SessionId): Promise<readonly WeightTrace[]> =>
  reading(async (db) => {
    const traces = (await db.getAll("weights", sessionRange(session))).map(traceIn);
    if (traces.some(({ kind }) => kind === "session-created")) return traces;
    const untraced = await untracedIn(db, session, traces);
    if (untraced.length === 0) return traces;
    return [...traces, ...untraced].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  });

/** Sessions of the first versions that were looked through: what is written in them since has its row. */
const looked = createBoundedCache<readonly WeightTrace[]>(50);

/** The first versions wrote no row for a content that was not weighed: of what has none, the records tell. */
async function untracedIn(
  db: Database,
  session: SessionId,
  traces: readonly WeightTrace[],
): Promise<readonly WeightTrace[]> {
  const known = looked.get(session);
  if (known) return known;
  const traced = new Set(traces.map(({ id }) => id));
  const rows = db.transaction("records").store;
  const keys = (await rows.getAllKeys(sessionRange(session))).filter(([, id]) => !traced.has(id));
  const records = await Promise.all(keys.map((key) => rows.get(key)));
  const found = records.flatMap((record): WeightTrace[] =>
    record?.kind === "content"
      ? [{ id: record.id, kind: "content", ...(record.discarded && { discarded: true }) }]
      : [],
  );
  looked.set(session, found);
  return found;
}

/** Records by id, whole. */
export const readWhole = (session: SessionId, records: readonly RecordId[]): Promise<readonly LogRecord[]> =>
  readEach(session, records, ({ blobs = [] }) => blobs);

/** Records by id, for their titles: what they say in words is whole; what Tools gave back, where it is bulky, is not fetched. */
export const readSaid = (session: SessionId, records: readonly RecordId[]): Promise<readonly LogRecord[]> =>
  readEach(session, records, bulkyWords);

/** `wanted`: the hashes of what is fetched of what is stored apart. */
const readEach = (
  session: SessionId,
  records: readonly RecordId[],
  wanted: (record: StoredRecord) => readonly string[],
): Promise<readonly LogRecord[]> =>
  reading(async (db) => {
    const tx = db.transaction(["records", "blobs"]);
    const [rows, blobs] = [tx.objectStore("records"), tx.objectStore("blobs")];
    const wholeOf = async (id: RecordId): Promise<readonly LogRecord[]> => {
      const stored = await rows.get([session, id]);
      if (!stored) return [];
      const found = await Promise.all(wanted(stored).map((hash) => blobs.get(hash)));
      const texts = new Map(found.flatMap((blob) => (blob ? [[blob.hash, blob.text] as const] : [])));
      return [attachBlobs(stored, (hash) => texts.get(hash) ?? "")];
    };
    return (await Promise.all(records.map(wholeOf))).flat();
  });

async function reading<T>(read: (db: Database) => Promise<T>): Promise<T> {
  const db = await openForReading();
  try {
    return await read(db);
  } finally {
    db.close();
  }
}

/** Hashes of its words that are stored apart. */
function bulkyWords(record: StoredRecord): readonly string[] {
  if (record.kind !== "content" || !record.blobs) return [];
  const said: readonly unknown[] =
    record.shown === undefined ? record.content.parts.map(({ text }) => text) : [record.shown];
  return said.flatMap((words) => {
    const hash = (words as { readonly $blob?: unknown } | undefined)?.$blob;
    return typeof hash === "string" ? [hash] : [];
  });
}

const traceIn = ({ record, weight, trace }: WeightRow): WeightTrace => trace ?? { id: record, kind: "content", weight };
