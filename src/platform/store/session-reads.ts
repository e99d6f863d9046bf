/** The records and weights of a Session, for the gauge worker, which only reads; the log worker writes them. */
import { attachBlobs, type StoredRecord } from "../../core/log/blob-refs.js";
import { createBoundedCache } from "../../core/bounded-cache.js";
import type { WeightTrace } from "../../core/log/record-kinds.js";
import type { LogRecord } from "../../core/log/log.js";
import type { RecordId, SessionId } from "../../core/ids.js";
import { sessionRange } from "./apply-entries.js";
import { openForReading, type Database, type WeightRow } from "./database.js";
import { readerOf } from "./reader.js";

/** The traces of a Session in writing order. */
export const readTraces = (session: SessionId): Promise<readonly WeightTrace[]> =>
  reading(async (db) => {
    const traces = (await db.getAll("weights", sessionRange(session))).map(traceIn);
    if (traces.some(({ kind }) => kind === "session-created")) return traces;
    const untraced = await untracedIn(db, session, traces);
    if (untraced.length === 0) return traces;
    return [...traces, ...untraced].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  });

/** Traces of Sessions of the first versions; contents written in them since have rows. */
const untracedTraces = createBoundedCache<readonly WeightTrace[]>(50);

/** Traces made from records: the first versions wrote no row for a content that was not weighed. */
async function untracedIn(db: Database, session: SessionId, traces: readonly WeightTrace[]) {
  const known = untracedTraces.get(session);
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
  untracedTraces.set(session, found);
  return found;
}

/** All records of a Session, with their blobs. */
export const readRecords = (session: SessionId): Promise<readonly LogRecord[]> =>
  reading((db) => readerOf(() => db, attachBlobs).records(session));

/** Records by id, with all their blobs. */
export const readWhole = (session: SessionId, records: readonly RecordId[]): Promise<readonly LogRecord[]> =>
  readEach(session, records, ({ blobs = [] }) => blobs);

/** Records by id, for their titles: with the blobs of their words, without those of Tools' results. */
export const readSaid = (session: SessionId, records: readonly RecordId[]): Promise<readonly LogRecord[]> =>
  readEach(session, records, bulkyWords);

/** `wanted`: the hashes of the blobs to fetch. */
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

/** Reads through a connection of its own: one that stays open would block an upgrade. */
async function reading<T>(read: (db: Database) => Promise<T>): Promise<T> {
  const db = await openForReading();
  try {
    return await read(db);
  } finally {
    db.close();
  }
}

/** Hashes of the blobs that hold a record's words. */
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
