/** Tells a FolderMemory what changes in a folder, by the browser's own observer; where there is none there is no memory. */
import { createFolderMemory, type FolderMemory } from "../../core/files/folder-cache.js";
import type { Workspace } from "../../core/files/workspace.js";

/** Not in TypeScript's library yet. */
interface ChangeRecord {
  readonly type: "appeared" | "disappeared" | "modified" | "moved" | "errored" | "unknown";
  readonly changedHandle?: FileSystemHandle | null;
  readonly relativePathComponents: readonly string[];
  readonly relativePathMovedFrom?: readonly string[] | null;
}
interface Observer {
  observe(handle: FileSystemHandle, options: { readonly recursive: boolean }): Promise<void>;
  disconnect(): void;
}
type ObserverClass = new (tell: (records: readonly ChangeRecord[]) => void) => Observer;

export interface WatchedFolder {
  /** None once the watch is broken. */
  readonly memory: FolderMemory | undefined;
  end(): void;
}

/** The browser reported changes within 5 ms: after this long all earlier ones are known. */
const NEWS_TAKES = 25;
export const newsSettled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, NEWS_TAKES));

export async function watchFolder(
  handle: FileSystemDirectoryHandle,
  workspace: Workspace,
): Promise<WatchedFolder | undefined> {
  const FolderObserver = (globalThis as { FileSystemObserver?: ObserverClass }).FileSystemObserver;
  if (!FolderObserver) return undefined;
  let memory: FolderMemory | undefined = createFolderMemory(workspace);
  const end = () => {
    observer.disconnect();
    memory = undefined;
  };
  const observer = new FolderObserver((records) => {
    for (const record of records) {
      if (record.type === "errored" || record.type === "unknown") return end();
      tell(record, memory);
    }
  });
  try {
    await observer.observe(handle, { recursive: true });
  } catch (error) {
    // Too many folders for the system, or one it can't watch: then every search reads all, as without an observer.
    if (!(error instanceof DOMException)) throw error;
    return undefined;
  }
  return {
    get memory() {
      return memory;
    },
    end,
  };
}

function tell(
  { type, changedHandle, relativePathComponents, relativePathMovedFrom }: ChangeRecord,
  memory?: FolderMemory,
) {
  const path = relativePathComponents.join("/");
  if (relativePathMovedFrom) memory?.changed(relativePathMovedFrom.join("/"));
  const isNewFolder = changedHandle?.kind === "directory" && (type === "appeared" || type === "moved");
  if (isNewFolder) memory?.appeared(path);
  else memory?.changed(path);
}
