/**
 * A Workspace for reading much of a folder at once, as a search does: what was just listed or asked about is not looked for again
 * from the root on. A file of a real folder cost eight questions to the browser's process that way, and costs one this way.
 */
import { createBoundedCache } from "../../core/bounded-cache.js";
import { childPath, isPath, readPath } from "../../core/path.js";
import type { Workspace } from "../../core/workspace.js";
import { findEntry, inOrder } from "./entries.js";
import { createHandleWorkspace, type HandleWorkspaceOptions } from "./handle-workspace.js";

/** Handles of files that were listed and not yet read: some folders' worth (T6). */
const FILES = 5_000;
const FOLDERS = 5_000;
/** Files that were asked about and are read next. */
const OPENED = 100;

export function createReadingWorkspace(options: HandleWorkspaceOptions): Workspace {
  const careful = createHandleWorkspace(options);
  const folders = createBoundedCache<FileSystemDirectoryHandle>(FOLDERS);
  const files = createBoundedCache<FileSystemFileHandle>(FILES);
  const opened = createBoundedCache<File>(OPENED);
  folders.set("", options.handle);

  return {
    ...careful,

    async list(said, signal) {
      const path = readPath(said);
      const folder = folders.get(path);
      if (!folder) return careful.list(path, signal);
      const found: FileSystemHandle[] = [];
      try {
        for await (const child of folder.values()) {
          if (signal?.aborted) break;
          found.push(child);
        }
      } catch {
        folders.delete(path);
        return careful.list(path, signal); // says what is wrong, if it still is
      }
      signal?.throwIfAborted();
      return inOrder(
        found.flatMap((child) => {
          const entry = findEntry(path, child.name, child.kind === "file" ? "file" : "folder");
          if (entry && isPath(entry.path)) keep(childPath(path, child.name), child);
          return entry ?? [];
        }),
      );
    },

    async stat(said) {
      const path = readPath(said);
      const file = await files
        .get(path)
        ?.getFile()
        .catch(() => undefined); // then the careful way says why
      if (!file) return careful.stat(path);
      opened.set(path, file);
      return { kind: "file", size: file.size, changedAt: file.lastModified };
    },

    async read(said) {
      const path = readPath(said);
      const file = opened.get(path);
      opened.delete(path);
      // What has changed since it was asked about can't be read through that `File` any more.
      const content = await file?.arrayBuffer().catch(() => undefined);
      return content ? new Uint8Array(content) : careful.read(path);
    },
  };

  function keep(path: string, child: FileSystemHandle): void {
    if (child.kind === "file") files.set(path, child as FileSystemFileHandle);
    else folders.set(path, child as FileSystemDirectoryHandle);
  }
}
