/**
 * A Workspace for reading many files at once, as a search does: handles of listed files are kept, so that they are not looked
 * up from the root again. That takes one question to the browser's process for a file of a real folder instead of eight.
 */
import { createBoundedCache } from "../../core/bounded-cache.js";
import { readPath } from "../../core/files/path.js";
import type { Workspace } from "../../core/files/workspace.js";
import { entriesOfListed, listHandle } from "./handle-list.js";

/** Handles of files that were listed and not yet read, of some folders (T6). */
const FILES = 5_000;
/** Handles of folders: a walk by breadth comes to a folder only after all that lie higher. */
const FOLDERS = 20_000;
/** Files whose size was asked for and that are read next. */
const OPENED = 100;

export function createReadingWorkspace(careful: Workspace, root: FileSystemDirectoryHandle): Workspace {
  const folders = createBoundedCache<FileSystemDirectoryHandle>(FOLDERS);
  const files = createBoundedCache<FileSystemFileHandle>(FILES);
  const opened = createBoundedCache<File>(OPENED);
  folders.set("", root);

  const reading: Workspace = {
    ...careful,

    passing: () => reading,

    async list(said, signal) {
      const path = readPath(said);
      const folder = folders.get(path);
      if (!folder) return careful.list(path, signal);
      try {
        const listed = await listHandle(folder, path, signal);
        for (const { entry, handle } of listed) keep(entry.path, handle);
        return entriesOfListed(listed);
      } catch {
        signal?.throwIfAborted();
        folders.delete(path);
        return careful.list(path, signal); // explains the failure, if it fails again
      }
    },

    async stat(said) {
      const path = readPath(said);
      const file = await files
        .get(path)
        ?.getFile()
        .catch(() => undefined); // then the careful way explains the failure
      if (!file) return careful.stat(path);
      opened.set(path, file);
      return { kind: "file", size: file.size, changedAt: file.lastModified };
    },

    async read(said) {
      const path = readPath(said);
      const file = opened.get(path);
      opened.delete(path);
      // A file that has changed since can't be read through this `File` any more.
      const content = await file?.arrayBuffer().catch(() => undefined);
      return content ? new Uint8Array(content) : careful.read(path);
    },
  };
  return reading;

  function keep(path: string, child: FileSystemHandle): void {
    if (child.kind === "file") files.set(path, child as FileSystemFileHandle);
    else folders.set(path, child as FileSystemDirectoryHandle);
  }
}
