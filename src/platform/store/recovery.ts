/**
 * Recovery at the start: database and journal are made to agree, whichever of them is behind, gone or damaged (L8). Only for
 * use under the lock `writer`.
 *
 *   database            journal                      action
 *   none                none                         first start: both are begun
 *   none or unreadable  a segment with frames        the database is rebuilt from it, even if its header is damaged
 *   there               same generation, longer      frames after the last acknowledged one are replayed; a torn one is cut
 *   there               a newer generation           the database lost its last transactions: all of it is replayed
 *   there               header missing               a compaction had switched but not written it: written now
 *   there               shorter, gone or unreadable  the journal is written anew from the database
 */
import type { SessionId } from "../../core/ids.js";
import { HEADER_BYTES, scanFrames, frameSize, type JournalEntry } from "../../core/log/journal.js";
import type { SessionSummary } from "../../core/log/store.js";
import { addToSummary } from "../../core/log/session-summary.js";
import { applyEntries, sessionRange } from "./apply-entries.js";
import { journalEntriesOf } from "./database-entries.js";
import { putMeta, writeTo, type Database, type Meta } from "./database.js";
import type { JournalFiles, JournalSegment } from "./journal-files.js";
import { fillSegment } from "./segment-writer.js";

export interface Reconciled {
  /** Rows added to the database. */
  readonly recovered: number;
  /** The Sessions of these rows. */
  readonly sessions: readonly SessionId[];
  /** The database had been lost and was rebuilt, perhaps in more than one go. */
  readonly rebuilt: boolean;
  /** Places in the journal that could not be read. */
  readonly damaged: number;
  /** The journal was lost and has been written anew. */
  readonly journalRewritten: boolean;
}

const NOTHING: Reconciled = { recovered: 0, sessions: [], rebuilt: false, damaged: 0, journalRewritten: false };
const EMPTY: Meta = { key: "journal", generation: 0, end: 0, records: 0, garbage: 0 };

/** Bytes read at a time: large enough that few entries lie across two pieces, small enough for memory. */
const PIECE = 4 << 20;

export async function reconcile(db: Database, files: JournalFiles | undefined): Promise<Reconciled> {
  const meta = await db.get("meta", "journal");
  if (!files) {
    if (!meta) await putMeta(db, EMPTY);
    return NOTHING;
  }
  const newest = await newestGeneration(files);
  if (!meta || newest > meta.generation) {
    const generation = newest || (meta ? 0 : await headlessGeneration(files));
    if (generation === 0) return beginJournal(db, files, meta ?? EMPTY);
    const from = meta ?? (await metaOfLost(db));
    return files.open(generation, (segment) => {
      if (newest === 0) segment.writeHeader(generation);
      return replay(db, segment, { ...from, generation, end: HEADER_BYTES });
    });
  }
  return files.open(meta.generation, async (segment) => {
    const generation = segment.generation();
    if (segment.size() < meta.end || (generation !== 0 && generation !== meta.generation)) {
      return { ...(await rewriteJournal(db, files, meta)), journalRewritten: true };
    }
    if (generation === 0) {
      segment.writeHeader(meta.generation);
      segment.flush();
    }
    return segment.size() === meta.end && !meta.rebuilding ? NOTHING : replay(db, segment, meta);
  });
}

/** Replays all frames, for a database that opened but has lost rows. */
export async function replayAll(db: Database, files: JournalFiles): Promise<Reconciled> {
  const meta = (await db.get("meta", "journal")) ?? EMPTY;
  // The count of rows now: if the lost ones were counted too, they would be missed again at every start.
  const records = await db.count("records");
  const done = await files.open(meta.generation, (segment) =>
    replay(db, segment, { ...meta, records, end: HEADER_BYTES }),
  );
  await recount(db, done.sessions);
  return { ...done, rebuilt: true };
}

/** Makes the summaries of Sessions anew: they had counted the lost records already. */
async function recount(db: Database, sessions: readonly SessionId[]): Promise<void> {
  for (const session of sessions) {
    const tx = writeTo(db);
    const records = await tx.objectStore("records").getAll(sessionRange(session));
    const summary = records.reduce<SessionSummary | undefined>(addToSummary, undefined);
    if (summary) void tx.objectStore("sessions").put(summary);
    await tx.done;
  }
}

async function newestGeneration(files: JournalFiles): Promise<number> {
  const generations = [
    await files.open(1, (segment) => segment.generation()),
    await files.open(2, (segment) => segment.generation()),
  ];
  return Math.max(...generations);
}

/** The journal's state for a database that has lost its own note of it. */
async function metaOfLost(db: Database): Promise<Meta> {
  const records = await db.count("records");
  return { ...EMPTY, records, rebuilding: records === 0 };
}

/** The segment with more in it, where neither the database nor a header names one; 0 if both are empty. */
async function headlessGeneration(files: JournalFiles): Promise<number> {
  const [first, second] = [await files.open(1, sizeOf), await files.open(2, sizeOf)];
  if (Math.max(first, second) <= HEADER_BYTES) return 0;
  return first >= second ? 1 : 2;
}
const sizeOf = (segment: JournalSegment): number => segment.size();

async function beginJournal(db: Database, files: JournalFiles, meta: Meta): Promise<Reconciled> {
  if (meta.records > 0 || (await db.count("documents")) > 0) return rewriteJournal(db, files, meta);
  await files.open(1, (segment) => {
    segment.truncate(0);
    segment.writeHeader(1);
    segment.flush();
  });
  await putMeta(db, { ...meta, generation: 1, end: HEADER_BYTES, garbage: 0 });
  return NOTHING;
}

/** Writes a new segment from the rows of the database. */
async function rewriteJournal(db: Database, files: JournalFiles, meta: Meta): Promise<Reconciled> {
  const generation = meta.generation + 1;
  await files.open(generation, async (segment) => {
    const end = await fillSegment(segment, journalEntriesOf(db));
    await putMeta(db, { ...meta, generation, end, garbage: 0 });
    segment.writeHeader(generation);
    segment.flush();
  });
  return NOTHING;
}

/** Applies the frames from `meta.end` on, cuts a torn tail off, and stores where the two agree. */
async function replay(db: Database, segment: JournalSegment, meta: Meta): Promise<Reconciled> {
  const { rebuilding = false, ...settled } = meta;
  const size = segment.size();
  let at = meta.end;
  let { records, garbage } = meta;
  let recovered = 0;
  let damaged = 0;
  const sessions = new Set<string>();
  const commit = async (entries: readonly JournalEntry[], end: number) => {
    const tx = writeTo(db);
    // Rows are not looked up while the database is rebuilt: for 10,000 rows that took 2.4 to 5.2 s, without it 0.9 s.
    const applied = await applyEntries(tx, entries, !rebuilding);
    for (const { id } of applied.summaries) sessions.add(id);
    records += applied.records;
    recovered += applied.records;
    void tx.objectStore("meta").put({ ...meta, end, records, garbage });
    await tx.done;
  };
  let length = PIECE;
  while (at < size) {
    const bytes = segment.read(at, Math.min(size, at + length));
    const last = at + bytes.length >= size;
    const scan = scanFrames(bytes, last);
    if (scan.end === 0 && !last) {
      // The frame is longer than the piece, or damaged: read more, in the end all.
      length = Math.max(length * 2, frameSize(bytes) ?? 0);
      continue;
    }
    damaged += scan.damaged;
    if (scan.end === 0) break;
    at += scan.end;
    length = PIECE;
    await commit(scan.entries, at);
    if (last) break;
  }
  if (at < size) {
    segment.truncate(at);
    segment.flush();
  }
  if (recovered === 0 || rebuilding) await putMeta(db, { ...settled, end: at, records, garbage });
  if (!rebuilding) return { ...NOTHING, recovered, sessions: [...sessions], damaged };
  return { ...NOTHING, recovered: records, sessions: await db.getAllKeys("sessions"), rebuilt: true, damaged };
}
