/**
 * Copies of folders in the private file system, each in a folder of its own: `workspaces/<id>/<name>` (W1). A mark beside
 * the copy is written last; a copy without one was cut off, and is removed before the next.
 */
import { proxy } from "comlink";
import type { ImportedFile, TellCopy } from "../../core/port/folder-port.js";
import { isPath } from "../../core/files/path.js";
import { scriptUrl } from "../threads/script-url.js";
import { createWorkerPool } from "../threads/worker-pool.js";
import type { Copied, copyIn } from "./copy-in.js";
import type { copyOut } from "./copy-out.js";
import { hasFile } from "./handle-paths.js";
import copyUrl from "../../../workers/copy.worker.ts?worker&url";

interface CopyThread {
  copyIn: typeof copyIn;
  copyOut: typeof copyOut;
}

/** Milliseconds: users stop a copy themselves. A gigabyte takes about 10 s at the 100 MB/s that were measured. */
const PATIENCE = 3_600_000;
const MARK = "copy-is-whole";
const PREFIX = "copy-";

/** A worker for each copy, ended with it: copies are rare, and to stop one is to end its worker. */
const threads = createWorkerPool<CopyThread>("copy", {
  spawn: () => new Worker(scriptUrl(copyUrl), { type: "module", name: "copy" }),
  isReused: false,
});

export async function importCopy(
  files: readonly ImportedFile[],
  tell: TellCopy,
  signal: AbortSignal,
): Promise<Copied & { readonly handle: FileSystemDirectoryHandle }> {
  signal.throwIfAborted();
  const root = await navigator.storage.getDirectory();
  const workspaces = await root.getDirectoryHandle("workspaces", { create: true });
  await removeCutOff(workspaces);
  const id = `${PREFIX}${crypto.randomUUID()}`;
  return navigator.locks.request(id, async () => {
    const place = await workspaces.getDirectoryHandle(id, { create: true });
    try {
      const handle = await place.getDirectoryHandle(nameFor(files), { create: true });
      const copied = await inThread((thread) => thread.copyIn(handle, files, proxy(tell)), signal);
      await place.getFileHandle(MARK, { create: true });
      return { ...copied, handle };
    } catch (error) {
      await removeSoon(workspaces, id);
      throw error;
    }
  });
}

export const exportZip = (handle: FileSystemDirectoryHandle, tell: TellCopy, signal: AbortSignal): Promise<Blob> =>
  inThread((thread) => thread.copyOut(handle, proxy(tell)), signal);

const inThread = <T>(call: (thread: CopyThread) => Promise<T>, signal: AbortSignal): Promise<T> =>
  threads.use((thread) => call(thread as unknown as CopyThread), { patience: PATIENCE, signal });

/** The name of the chosen folder, or of the archive without its ending. */
function nameFor([first]: readonly ImportedFile[]): string {
  const path = first?.path ?? "";
  const name = path.includes("/") ? path.slice(0, path.indexOf("/")) : path.replace(/\.zip$/i, "");
  return name !== "" && isPath(name) ? name : "copy";
}

async function removeCutOff(workspaces: FileSystemDirectoryHandle): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const busy = new Set(held.map(({ name }) => name));
  const cutOff: string[] = [];
  for await (const entry of workspaces.values()) {
    if (entry.kind !== "directory" || !entry.name.startsWith(PREFIX) || busy.has(entry.name)) continue;
    if (!(await hasFile(entry as FileSystemDirectoryHandle, MARK))) cutOff.push(entry.name);
  }
  for (const name of cutOff) await removeSoon(workspaces, name);
}

/** Tries some times: files of a worker that was just ended stay locked for a moment. What is left is removed the next time. */
async function removeSoon(workspaces: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    try {
      return await workspaces.removeEntry(name, { recursive: true });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** tries));
    }
  }
}
