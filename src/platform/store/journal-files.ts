/**
 * The journal's two files in the browser's private file system (L8). Both are made at the first start: a file that was
 * made a moment before a power cut was gone after it, flushed or not (decisions/31).
 *
 * A file is opened for a batch and closed again, since an open handle shuts every other tab out. Must be used under the
 * lock `writer`.
 */
import { AgentError, isNamed } from "../../core/errors.js";
import { encodeHeader, HEADER_BYTES, readHeader } from "../../core/log/journal.js";

export interface JournalFiles {
  /** Opens the file that the given generation lives in. */
  open<T>(generation: number, use: (segment: JournalSegment) => T | Promise<T>): Promise<T>;
}

export interface JournalSegment {
  /** The generation its header names; 0 if it has no valid one. */
  generation(): number;
  size(): number;
  read(from: number, to: number): Uint8Array<ArrayBuffer>;
  /** Writes all of it or throws `QuotaExceededError`. */
  write(bytes: Uint8Array<ArrayBuffer>, at: number): void;
  writeHeader(generation: number): void;
  truncate(size: number): void;
  /** Nothing counts as written before this has returned. */
  flush(): void;
}

const FOLDER = "journal";
const FILES = ["first.journal", "second.journal"] as const;

/** Nothing where the browser has no private file system with synchronous handles: then IndexedDB is alone (L8). */
export async function openJournalFiles(): Promise<JournalFiles | undefined> {
  if (typeof FileSystemFileHandle === "undefined" || !("createSyncAccessHandle" in FileSystemFileHandle.prototype)) {
    return undefined;
  }
  let handles: FileSystemFileHandle[];
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    handles = await Promise.all(FILES.map((name) => folder.getFileHandle(name, { create: true })));
  } catch (error) {
    // Private windows of some browsers have the interface but refuse it.
    if (isNamed(error, "NotAllowedError") || (error as Error).name === "SecurityError") return undefined;
    throw error;
  }
  return {
    async open(generation, use) {
      const handle = await openSync(handles[(generation + 1) % 2]!);
      try {
        return await use(segmentOf(handle));
      } finally {
        handle.close();
      }
    },
  };
}

/** What lib.dom does not declare, since windows do not have it. */
interface SyncHandle {
  getSize(): number;
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** A tab that was just killed may hold its file a moment longer than its lock. */
const PATIENCE = [5, 10, 20, 50, 100, 200, 400, 800];

async function openSync(file: FileSystemFileHandle): Promise<SyncHandle> {
  for (const wait of [...PATIENCE, undefined]) {
    try {
      return await (file as unknown as { createSyncAccessHandle(): Promise<SyncHandle> }).createSyncAccessHandle();
    } catch (error) {
      if (!isNamed(error, "NoModificationAllowedError") || wait === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  throw new AgentError("InvalidStateError", "The journal's file could not be opened."); // the loop returns or throws
}

function segmentOf(handle: SyncHandle): JournalSegment {
  const read = (from: number, to: number) => {
    const bytes = new Uint8Array(Math.max(0, to - from));
    const count = handle.read(bytes, { at: from });
    return count === bytes.length ? bytes : bytes.slice(0, count);
  };
  const write = (bytes: Uint8Array<ArrayBuffer>, at: number) => {
    if (handle.write(bytes, { at }) !== bytes.length) {
      throw new AgentError("QuotaExceededError", "The disk, or this browser's share of it, is full.");
    }
  };
  return {
    generation: () => readHeader(read(0, HEADER_BYTES)),
    size: () => handle.getSize(),
    read,
    write,
    writeHeader: (generation) => write(encodeHeader(generation), 0),
    truncate: (size) => handle.truncate(size),
    flush: () => handle.flush(),
  };
}
