/**
 * The files of the search indexes in the browser's private file system: `search/<id>.index` (format: core/search/search-format.ts).
 * The tab with the Web Lock `search-writer` writes them; other tabs read them and keep their changes in memory, until the
 * writer's tab is closed and one of them becomes the writer.
 */
import { isNamed } from "../../core/errors.js";
import type { Save } from "../../core/search/search-format.js";
import { hasSyncFiles, isRefusedByBrowser, openSyncFile, writeAll } from "../threads/sync-file.js";

export interface IndexFiles {
  /** True if this tab may write. Asks for the lock each time it may not, so that the lock of a closed tab is inherited. */
  becomeWriter(): Promise<boolean>;
  /** All bytes; none where there is no file. */
  read(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Only for the writer. `QuotaExceededError` where the disk is full. */
  write(id: string, save: Pick<Save, "at" | "bytes" | "end">): Promise<void>;
  remove(id: string): Promise<void>;
}

const LOCK = "search-writer";
const FOLDER = "search";
const EMPTY = new Uint8Array();

export function createIndexFiles(): IndexFiles {
  let isWriter = false;
  /** One request at a time: a second would be refused because of the first. */
  let asking: Promise<boolean> | undefined;

  return {
    becomeWriter() {
      if (isWriter) return Promise.resolve(true);
      asking ??= canKeep()
        .then((can) => can && requestLock())
        .then((granted) => {
          asking = undefined;
          return (isWriter = granted);
        });
      return asking;
    },
    async read(id) {
      try {
        const file = await (await (await folder()).getFileHandle(nameFor(id))).getFile();
        return new Uint8Array(await file.arrayBuffer());
      } catch (error) {
        if (isNamed(error, "NotFoundError") || isRefusedByBrowser(error)) return EMPTY;
        throw error;
      }
    },
    async write(id, { at, bytes, end }) {
      const handle = await openSyncFile(await (await folder()).getFileHandle(nameFor(id), { create: true }));
      try {
        handle.truncate(at);
        writeAll(handle, bytes, at);
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

async function canKeep(): Promise<boolean> {
  if (!hasSyncFiles()) return false;
  try {
    await folder();
    return true;
  } catch (error) {
    if (isRefusedByBrowser(error)) return false;
    throw error;
  }
}

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

/** A name that every file system takes, whatever the id. */
const nameFor = (id: string): string => `${encodeURIComponent(id).replaceAll("*", "%2A")}.index`;

/** Resolves with true if the lock was granted; it is then kept until this worker ends. */
function requestLock(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const keep = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<never>(() => {});
    };
    navigator.locks.request(LOCK, { ifAvailable: true }, keep).catch(reject);
  });
}
