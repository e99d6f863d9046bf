/**
 * Compaction of the journal: the other segment is filled with the entries still needed, then the two change places (L8).
 * The lock is free between pieces, so that others can write; the last piece and the switch are under one lock.
 *
 *   copy pieces (lock for each) ──► lock: copy the rest ──► 1 database: new generation, purged rows gone (strict)
 *                                                     ──► 2 header of the new segment, flushed
 *                                                     ──► 3 old segment emptied
 *
 * Killed before 1: the old segment is live, the new one has no header and is ignored. Between 1 and 2: the database names
 * the new one, which gets its header at the next open; should the database be lost too, the old one is whole. After 2: the
 * newer generation wins.
 */
import type { SessionId } from "../../core/ids.js";
import { encodeEntries, frameSize, HEADER_BYTES, scanFrames, type JournalEntry } from "../../core/log/journal.js";
import { applyEntries } from "./apply-entries.js";
import { writeTo, type Database, type Meta } from "./database.js";
import type { JournalFiles } from "./journal-files.js";
import { storageWords } from "./storage-words.js";

interface CompactionPorts {
  readonly db: Database;
  readonly files: JournalFiles;
  /** Runs the work under the lock `writer`. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  readonly now: number;
}

interface Compacted {
  readonly before: number;
  readonly after: number;
  readonly purged: readonly SessionId[];
}

/** The trash keeps a Session for 30 days (L5). */
const TRASH_KEEPS = 30 * 24 * 60 * 60 * 1000;
const PIECE = 4 << 20;
/** Bytes of waste below which a compaction is not worth its writing. */
const WASTE = 8 << 20;

export const isWorthCompacting = (meta: Meta, hasExpiredTrash: boolean): boolean =>
  hasExpiredTrash || (meta.garbage > WASTE && meta.garbage > meta.end / 4);

export async function expiredTrash(db: Database, now: number): Promise<readonly SessionId[]> {
  const sessions = await db.getAll("sessions");
  return sessions
    .filter(({ trashedAt }) => trashedAt !== undefined && trashedAt < now - TRASH_KEEPS)
    .map(({ id }) => id);
}

export async function compactJournal({ db, files, exclusively, now }: CompactionPorts): Promise<Compacted> {
  const purged = new Set(await expiredTrash(db, now));
  const kept = purged.size > 0 ? await referencedBlobs(db, purged) : undefined;
  const isNeeded = (entry: JournalEntry): boolean => {
    if (entry.kind === "record") return !purged.has(entry.record.session);
    if (entry.kind === "blob") return kept?.has(entry.hash) ?? true;
    return entry.kind === "purge"; // drafts and documents are written first, from the database
  };

  const start = await exclusively(async () => metaOf(db));
  const target = start.generation + 1;
  let written = await exclusively(() => begin(db, files, target, purged));
  let copied = HEADER_BYTES;
  // Entries acknowledged before the start are copied piece by piece; those written meanwhile follow under the last lock.
  while (copied < start.end) {
    const piece = await exclusively(() =>
      files.open(start.generation, (segment) => readPiece(segment.read, copied, start.end)),
    );
    written = await exclusively(() => append(files, target, written, piece.entries.filter(isNeeded)));
    copied = piece.end;
  }
  return exclusively(async () => {
    const meta = await metaOf(db);
    if (meta.generation !== start.generation) return { before: meta.end, after: meta.end, purged: [] }; // another tab was faster
    const tail = await files.open(meta.generation, (segment) => readPiece(segment.read, copied, meta.end, true));
    const wanted = tail.entries.some((entry) => entry.kind === "record" && purged.has(entry.record.session));
    if (wanted) return { before: meta.end, after: meta.end, purged: [] }; // taken out of the trash meanwhile
    const end = await append(files, target, written, tail.entries);
    const tx = writeTo(db);
    const purges = [...purged].map((session) => ({ kind: "purge" as const, session }));
    const applied = await applyEntries(tx, purges, false);
    if (kept) await dropBlobs(tx, kept, tail.entries);
    const records = meta.records + applied.records;
    void tx.objectStore("meta").put({ ...meta, generation: target, end, records, garbage: 0 });
    await tx.done;
    await files.open(target, (segment) => {
      segment.writeHeader(target);
      segment.flush();
    });
    await files.open(meta.generation, (segment) => {
      segment.truncate(0);
      segment.flush();
    });
    return { before: meta.end, after: end, purged: [...purged] };
  });
}

async function metaOf(db: Database): Promise<Meta> {
  const meta = await db.get("meta", "journal");
  if (!meta) throw new Error(storageWords.noMeta); // never: reconcile() has written it
  return meta;
}

/** Begins the new segment with documents, open drafts and the purges, which a replay onto an older database needs. */
async function begin(db: Database, files: JournalFiles, target: number, purged: ReadonlySet<string>): Promise<number> {
  const [documents, drafts] = await Promise.all([db.getAll("documents"), db.getAll("drafts")]);
  const entries: JournalEntry[] = [
    ...[...purged].map((session) => ({ kind: "purge" as const, session })),
    ...documents.map((document) => ({ kind: "put" as const, document })),
    ...drafts.map((draft) => ({ kind: "draft" as const, draft })),
  ];
  await files.open(target, (segment) => {
    segment.truncate(0);
    segment.flush();
  });
  return append(files, target, HEADER_BYTES, entries);
}

async function append(
  files: JournalFiles,
  generation: number,
  at: number,
  entries: readonly JournalEntry[],
): Promise<number> {
  const bytes = encodeEntries(entries);
  await files.open(generation, (segment) => {
    segment.write(bytes, at);
    segment.flush();
  });
  return at + bytes.length;
}

/** The whole frames from `from` on; more than a piece only where one frame is larger. */
function readPiece(read: (from: number, to: number) => Uint8Array, from: number, to: number, all = false) {
  const bytes = read(from, all ? to : Math.min(to, from + PIECE));
  const scan = scanFrames(bytes, all || from + bytes.length >= to);
  if (scan.end > 0 || bytes.length === 0) return { entries: scan.entries, end: from + scan.end };
  const size = frameSize(bytes);
  const more = scanFrames(read(from, size ? from + size : to), true);
  return { entries: more.entries, end: more.end > 0 ? from + more.end : to };
}

async function referencedBlobs(db: Database, purged: ReadonlySet<string>): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (let cursor = await db.transaction("records").store.openCursor(); cursor; cursor = await cursor.continue()) {
    if (!purged.has(cursor.value.session)) for (const hash of cursor.value.blobs ?? []) hashes.add(hash);
  }
  return hashes;
}

async function dropBlobs(
  tx: ReturnType<typeof writeTo>,
  kept: ReadonlySet<string>,
  tail: readonly JournalEntry[],
): Promise<void> {
  const fresh = new Set(tail.flatMap((entry) => (entry.kind === "blob" ? [entry.hash] : [])));
  for (const hash of await tx.objectStore("blobs").getAllKeys()) {
    if (!kept.has(hash) && !fresh.has(hash)) void tx.objectStore("blobs").delete(hash);
  }
}
