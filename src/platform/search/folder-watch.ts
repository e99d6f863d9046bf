/** Keeps a FolderCache up to date by the browser's FileSystemObserver; where there is no observer there is no cache. */
import { createFolderCache, type FolderCache } from "../../core/files/folder-cache.js";
import type { Workspace } from "../../core/files/workspace.js";
import { observerClass, type ObservedChange } from "../workspace/file-system-observer.js";

export interface WatchedFolder {
  /** None once the watch is broken. */
  readonly cache: FolderCache | undefined;
  end(): void;
}

/** Milliseconds after which all earlier changes were reported: the browser reported them within 5. */
const NEWS_TAKES = 25;
export const newsSettled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, NEWS_TAKES));

export async function watchFolder(
  handle: FileSystemDirectoryHandle,
  workspace: Workspace,
): Promise<WatchedFolder | undefined> {
  const Observer = observerClass();
  if (!Observer) return undefined;
  let cache: FolderCache | undefined = createFolderCache(workspace);
  const end = () => {
    observer.disconnect();
    cache = undefined;
  };
  const observer = new Observer((records) => {
    for (const record of records) {
      if (record.type === "errored" || record.type === "unknown") return end();
      if (cache) applyChange(record, cache);
    }
  });
  try {
    await observer.observe(handle, { recursive: true });
  } catch (error) {
    // There are too many folders for the system, or one it can't watch: every search reads all, as without an observer.
    if (!(error instanceof DOMException)) throw error;
    return undefined;
  }
  return {
    get cache() {
      return cache;
    },
    end,
  };
}

function applyChange(record: ObservedChange, cache: FolderCache): void {
  const { type, changedHandle, relativePathComponents, relativePathMovedFrom } = record;
  const path = relativePathComponents.join("/");
  if (relativePathMovedFrom) cache.changed(relativePathMovedFrom.join("/"));
  const isNewFolder = changedHandle?.kind === "directory" && (type === "appeared" || type === "moved");
  if (isNewFolder) cache.appeared(path);
  else cache.changed(path);
}
