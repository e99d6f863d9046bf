/** Access to the user's folders: picked, dropped, or opened before (W1, W2, W5). Window only: pickers and permissions need a click. */
import { AgentError, isNamed } from "../../core/errors.js";
import type { FolderAccess, Permission, Workspace, WorkspaceKind } from "../../core/files/workspace.js";
import { permissionOf } from "./permission.js";
import { createHandleWorkspace } from "./handle-workspace.js";
import type { KnownHandle, KnownHandles } from "./known-handles.js";
import { workspaceWords } from "./workspace-words.js";

export const canPickFolders = (): boolean => "showDirectoryPicker" in globalThis;

export function createFolderAccess(handles: KnownHandles): FolderAccess {
  // Read by `known` and kept for `regain`: a click's activation lasts some seconds only.
  let seen = new Map<string, KnownHandle>();

  async function find(id: string): Promise<KnownHandle> {
    const known = seen.get(id) ?? (await handles.find(id));
    if (!known) throw new AgentError("NotFoundError", workspaceWords.unknown);
    return known;
  }

  async function ask(id: string, mode: "read" | "readwrite"): Promise<Permission> {
    const { handle } = await find(id);
    // A browser that can't be asked has private folders only, and writes in them freely.
    if (!("requestPermission" in handle)) return "granted";
    try {
      return await handle.requestPermission({ mode });
    } catch (error) {
      throw needsClick(error);
    }
  }

  /** Moves a known folder to the top of the list. Full storage is no reason not to open it. */
  async function touch({ handle, kind }: KnownHandle): Promise<void> {
    try {
      await handles.remember(handle, kind);
    } catch (error) {
      if (!isNamed(error, "QuotaExceededError")) throw error;
    }
  }

  async function adopt(handle: unknown): Promise<Workspace> {
    if (!isFolder(handle)) throw new AgentError("TypeMismatchError", workspaceWords.isNoFolder);
    const known = await handles.remember(handle, await kindOf(handle));
    seen.set(known.id, known);
    return createHandleWorkspace(known);
  }

  return {
    adopt,

    pick: async () => adopt(await askForFolder()),

    async known() {
      const all = await handles.all();
      seen = new Map(all.map((known) => [known.id, known]));
      return Promise.all(
        all.map(async ({ id, name, kind, openedAt, handle }) => {
          return { id, name, kind, openedAt, permission: await permissionOf(handle, "read") };
        }),
      );
    },

    async open(id) {
      const known = await find(id);
      if ((await permissionOf(known.handle, "read")) !== "granted") {
        throw new AgentError("NotAllowedError", workspaceWords.lapsed(known.name));
      }
      await touch(known);
      return createHandleWorkspace(known);
    },

    regain: (id) => ask(id, "read"),
    allowWriting: (id) => ask(id, "readwrite"),
  };
}

/**
 * Asks for reading only: the browser's question is then the plainer one, and writing is asked for at the first edit, when
 * the user can see what for (W2). Nothing may be awaited before the picker, or the click does not count any more.
 */
async function askForFolder(): Promise<FileSystemDirectoryHandle> {
  if (!canPickFolders()) throw new AgentError("NotSupportedError", workspaceWords.cannotPick);
  try {
    return await showDirectoryPicker({ id: "workspace", mode: "read" });
  } catch (error) {
    throw needsClick(error);
  }
}

/** Chromium throws `SecurityError` when there was no click, `AbortError` when the user has cancelled. */
function needsClick(error: unknown): unknown {
  const { name } = error as Error;
  if (name === "AbortError") return new AgentError("AbortError", workspaceWords.noneChosen, { cause: error });
  if (name !== "SecurityError") return error;
  return new AgentError("NotAllowedError", workspaceWords.needsClick, { cause: error });
}

const isFolder = (handle: unknown): handle is FileSystemDirectoryHandle =>
  (handle as FileSystemHandle | null | undefined)?.kind === "directory";

/** A folder of the browser's private file system can be resolved from its root; a folder of the user cannot. */
async function kindOf(handle: FileSystemDirectoryHandle): Promise<WorkspaceKind> {
  const root = await navigator.storage.getDirectory();
  return (await root.resolve(handle)) === null ? "folder" : "private";
}
