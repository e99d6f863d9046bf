/**
 * The files of the search indexes in the browser's private file system: `search/<id>.index` (format: core/search/search-format.ts).
 * Whoever holds the Web Lock `search-writer` writes them; other tabs read what is there and keep their changes in memory,
 * until the writer's tab is closed and they come to write.
 */
import { AgentError, isNamed } from "../../core/errors.js";
import type { Save } from "../../core/search/search-format.js";

export interface IndexFiles {
  /** Whether this tab may write. Asks each time it is not, so that the lock of a closed tab is inherited. */
  becomeWriter(): Promise<boolean>;
  /** All bytes, none where there is no file. */
  read(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Must be the writer's. `QuotaExceededError` where there is no room. */
  write(id: string, save: Pick<Save, "at" | "bytes" | "end">): Promise<void>;
  remove(id: string): Promise<void>;
}

const LOCK = "search-writer";
const FOLDER = "search";
const EMPTY = new Uint8Array();

export function createIndexFiles(): IndexFiles {
  let isWriter = false;
  /** Two requests at once would get in each other's way: the second would be refused because of the first. */
  let asking: Promise<boolean> | undefined;

  return {
    becomeWriter() {
      if (isWriter) return Promise.resolve(true);
      asking ??= canKeep()
        .then((can) => can && requestLock())
        .then((held) => {
          isWriter = held;
          asking = undefined;
          return held;
        });
      return asking;
    },
    async read(id) {
      try {
        const file = await (await (await folder()).getFileHandle(nameFor(id))).getFile();
        return new Uint8Array(await file.arrayBuffer());
      } catch (error) {
        if (isNamed(error, "NotFoundError") || isRefused(error)) return EMPTY;
        throw error;
      }
    },
    async write(id, { at, bytes, end }) {
      const handle = await openSync(await (await folder()).getFileHandle(nameFor(id), { create: true }));
      try {
        handle.truncate(at);
        if (handle.write(bytes, { at }) !== bytes.length) {
          throw new AgentError("QuotaExceededError", "The disk, or this browser's share of it, is full.");
        }
        handle.truncate(end);
        handle.flush();
      } finally {
        handle.close();
      }
    },
    async remove(id) {
      try {
        await (await folder()).removeEntry(nameFor(id));
      } catch (error) {
        if (!isNamed(error, "NotFoundError")) throw error;
      }
    },
  };
}

/** Private windows of some browsers have the interface but refuse it. */
const isRefused = (error: unknown): boolean =>
  isNamed(error, "NotAllowedError") || (error as Error | null)?.name === "SecurityError";

async function canKeep(): Promise<boolean> {
  if (typeof FileSystemFileHandle === "undefined" || !("createSyncAccessHandle" in FileSystemFileHandle.prototype)) {
    return false;
  }
  try {
    await folder();
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

/** Ids are ours, but a name of the file system must not depend on that. */
const nameFor = (id: string): string => `${encodeURIComponent(id).replaceAll("*", "%2A")}.index`;

/** Resolves once it is known; a lock that was given is held until this worker ends. */
function requestLock(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<never>(() => {});
    };
    navigator.locks.request(LOCK, { ifAvailable: true }, held).catch(reject);
  });
}

/** What lib.dom does not declare, since windows do not have it. */
interface SyncHandle {
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** A worker that was just killed may hold its file a moment longer than its lock. */
const PATIENCE = [5, 20, 50, 200, 800];

async function openSync(file: FileSystemFileHandle): Promise<SyncHandle> {
  for (const wait of PATIENCE) {
    try {
      return await openOnce(file);
    } catch (error) {
      if (!isNamed(error, "NoModificationAllowedError")) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return openOnce(file);
}

const openOnce = (file: FileSystemFileHandle): Promise<SyncHandle> =>
  (file as unknown as { createSyncAccessHandle(): Promise<SyncHandle> }).createSyncAccessHandle();
