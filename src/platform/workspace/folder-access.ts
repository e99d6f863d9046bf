/**
 * The door to the user's folders: picker, drop, and those opened before (W1, W2, W5). Window only: pickers and requests
 * for permission need a click.
 */
import { AgentError, isNamed } from "../../core/errors.js";
import type { FolderAccess, Permission, Workspace, WorkspaceKind } from "../../core/files/workspace.js";
import { permissionOf } from "./permission.js";
import { createHandleWorkspace } from "./handle-workspace.js";
import type { KnownHandle, KnownHandles } from "./known-handles.js";

export const canPickFolders = (): boolean => "showDirectoryPicker" in globalThis;

export function createFolderAccess(handles: KnownHandles): FolderAccess {
  // A click's activation lasts some seconds only, so what `known` has read is at hand when `regain` asks.
  let seen = new Map<string, KnownHandle>();

  async function find(id: string): Promise<KnownHandle> {
    const known = seen.get(id) ?? (await handles.find(id));
    if (!known) throw new AgentError("NotFoundError", "This folder is not known any more. Open it again.");
    return known;
  }

  async function ask(id: string, mode: "read" | "readwrite"): Promise<Permission> {
    const { handle } = await find(id);
    // A browser without the question has private folders only, which are its own to write.
    if (!("requestPermission" in handle)) return "granted";
    try {
      return await handle.requestPermission({ mode });
    } catch (error) {
      throw needsClick(error);
    }
  }

  /** That a known folder was opened again changes only its place in the list: full storage must not keep it shut. */
  async function touch({ handle, kind }: KnownHandle): Promise<void> {
    try {
      await handles.remember(handle, kind);
    } catch (error) {
      if (!isNamed(error, "QuotaExceededError")) throw error;
    }
  }

  async function adopt(handle: unknown): Promise<Workspace> {
    if (!isFolder(handle)) {
      throw new AgentError("TypeMismatchError", "That is a file. Open the folder that it is in.");
    }
    const known = await handles.remember(handle, await kindOf(handle));
    seen.set(known.id, known);
    return createHandleWorkspace(known);
  }

  return {
    adopt,

    async pick() {
      return adopt(await askForFolder());
    },

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
        const message = `The permission to read the folder “${known.name}” has lapsed. Click to allow it again; nothing was lost.`;
        throw new AgentError("NotAllowedError", message);
      }
      await touch(known);
      return createHandleWorkspace(known);
    },

    regain: (id) => ask(id, "read"),
    allowWriting: (id) => ask(id, "readwrite"),
  };
}

/**
 * To read, not to edit: the browser's question is then the plainer one, and editing is asked for at the first edit, when
 * the user can see what for (W2). Must stay the first thing that waits: the click must still count.
 */
async function askForFolder(): Promise<FileSystemDirectoryHandle> {
  if (!canPickFolders()) {
    const message =
      "This browser cannot open folders of your computer. The sample workspace works here; for folders use Chrome or Edge.";
    throw new AgentError("NotSupportedError", message);
  }
  try {
    return await showDirectoryPicker({ id: "workspace", mode: "read" });
  } catch (error) {
    throw needsClick(error);
  }
}

/** Chromium says `SecurityError` when there was no click, `AbortError` when the user thought better of it. */
function needsClick(error: unknown): unknown {
  const { name } = error as Error;
  if (name === "AbortError") return new AgentError("AbortError", "No folder was chosen.", { cause: error });
  if (name !== "SecurityError") return error;
  const message = "The browser asks for a folder only right after a click. Click the button again.";
  return new AgentError("NotAllowedError", message, { cause: error });
}

const isFolder = (handle: unknown): handle is FileSystemDirectoryHandle =>
  (handle as FileSystemHandle | null | undefined)?.kind === "directory";

/** What lies in the browser's private file system can be resolved from its root; a folder of the user cannot. */
async function kindOf(handle: FileSystemDirectoryHandle): Promise<WorkspaceKind> {
  const root = await navigator.storage.getDirectory();
  return (await root.resolve(handle)) === null ? "folder" : "private";
}
