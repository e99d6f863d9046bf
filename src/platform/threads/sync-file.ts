/** Synchronous handles on files of the browser's private file system, which only workers have. */
import { AgentError, isNamed } from "../../core/errors.js";
import { workerWords } from "./worker-words.js";

/** The browser's FileSystemSyncAccessHandle, which lib.dom leaves out since windows do not have it. */
export interface SyncFile {
  getSize(): number;
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** Milliseconds between tries: a worker that was just killed may keep its file locked a moment longer than its Web Lock. */
const WAITS = [5, 10, 20, 50, 100, 200, 400, 800];

export const hasSyncFiles = (): boolean =>
  typeof FileSystemFileHandle !== "undefined" && "createSyncAccessHandle" in FileSystemFileHandle.prototype;

/** Private windows of some browsers have the interface of the private file system but refuse its use. */
export const isRefusedByBrowser = (error: unknown): boolean =>
  isNamed(error, "NotAllowedError") || (error as Error | null)?.name === "SecurityError";

export async function openSyncFile(file: FileSystemFileHandle): Promise<SyncFile> {
  for (const wait of WAITS) {
    try {
      return await openOnce(file);
    } catch (error) {
      if (!isNamed(error, "NoModificationAllowedError")) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return openOnce(file);
}

const openOnce = (file: FileSystemFileHandle): Promise<SyncFile> =>
  (file as unknown as { createSyncAccessHandle(): Promise<SyncFile> }).createSyncAccessHandle();

/** Writes all bytes or throws `QuotaExceededError`. */
export function writeAll(file: SyncFile, bytes: Uint8Array, at: number): void {
  if (file.write(bytes, { at }) === bytes.length) return;
  throw new AgentError("QuotaExceededError", workerWords.diskFull);
}
