/**
 * The journal's two files in the browser's private file system (L8). Both are made at the first start: a file that was
 * made a moment before a power cut was gone after it, flushed or not (decisions/31).
 *
 * A file is opened for a batch and closed again, since an open handle locks it for all other tabs. Only for use under the
 * lock `writer`.
 */
import { encodeHeader, HEADER_BYTES, readHeader } from "../../core/log/journal.js";
import { hasSyncFiles, isRefusedByBrowser, openSyncFile, writeAll, type SyncFile } from "../threads/sync-file.js";

export interface JournalFiles {
  /** Opens the file of a generation, and closes it after use. */
  open<T>(generation: number, use: (segment: JournalSegment) => T | Promise<T>): Promise<T>;
}

export interface JournalSegment {
  /** The generation in its header; 0 if it has no valid one. */
  generation(): number;
  size(): number;
  read(from: number, to: number): Uint8Array<ArrayBuffer>;
  /** Writes all bytes or throws `QuotaExceededError`. */
  write(bytes: Uint8Array<ArrayBuffer>, at: number): void;
  writeHeader(generation: number): void;
  truncate(size: number): void;
  /** Nothing counts as written before this has returned. */
  flush(): void;
}

const FOLDER = "journal";
const FILES = ["first.journal", "second.journal"] as const;

/** None where the browser has no private file system with synchronous handles: IndexedDB is then the only copy (L8). */
export async function openJournalFiles(): Promise<JournalFiles | undefined> {
  if (!hasSyncFiles()) return undefined;
  let handles: FileSystemFileHandle[];
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    handles = await Promise.all(FILES.map((name) => folder.getFileHandle(name, { create: true })));
  } catch (error) {
    if (isRefusedByBrowser(error)) return undefined;
    throw error;
  }
  return {
    async open(generation, use) {
      const handle = await openSyncFile(handles[(generation + 1) % 2]!);
      try {
        return await use(segmentOf(handle));
      } finally {
        handle.close();
      }
    },
  };
}

function segmentOf(handle: SyncFile): JournalSegment {
  const read = (from: number, to: number) => {
    const bytes = new Uint8Array(Math.max(0, to - from));
    const count = handle.read(bytes, { at: from });
    return count === bytes.length ? bytes : bytes.slice(0, count);
  };
  return {
    generation: () => readHeader(read(0, HEADER_BYTES)),
    size: () => handle.getSize(),
    read,
    write: (bytes, at) => writeAll(handle, bytes, at),
    writeHeader: (generation) => writeAll(handle, encodeHeader(generation), 0),
    truncate: (size) => handle.truncate(size),
    flush: () => handle.flush(),
  };
}
