/**
 * A Workspace over a directory handle: a folder that the user granted, or the browser's private file system. Nothing is
 * kept but the handle: other programs change the files too.
 */
import { readPath } from "../../core/path.js";
import type { Stat, Workspace } from "../../core/workspace.js";
import { findEntry, inOrder } from "./entries.js";
import { explained, isAFolder } from "./file-errors.js";
import { markedIn } from "./half-made.js";
import { fileOf, fileOrFolderAt, folderAt, mustBeWhole, wholeBytesOf } from "./handle-paths.js";
import { removeFile, writeFile } from "./handle-write.js";
import { permissionOf } from "./permission.js";
import { createWatching } from "./watch-handle.js";

export type HandleWorkspaceOptions = Pick<Workspace, "id" | "kind"> & { readonly handle: FileSystemDirectoryHandle };

/** Which handle a Workspace stands on: workers take handles, not Workspaces. */
const handles = new WeakMap<Workspace, FileSystemDirectoryHandle>();
export const handleOf = (workspace: Workspace): FileSystemDirectoryHandle | undefined => handles.get(workspace);

export function createHandleWorkspace({ id, kind, handle }: HandleWorkspaceOptions): Workspace {
  const target = { root: handle, id, isGuarded: kind === "folder" };
  const watching = createWatching(handle);
  const workspace: Workspace = {
    id,
    kind,
    name: handle.name,

    async list(said, signal) {
      signal?.throwIfAborted();
      const path = readPath(said);
      const folder = await folderAt(handle, path);
      const children = await whole(folder, await childrenOf(folder, path, signal));
      watching.saw(path);
      return inOrder(children.flatMap(({ name, kind }) => findEntry(path, name, KINDS[kind]) ?? []));
    },

    async stat(said) {
      const path = readPath(said);
      const found = await fileOrFolderAt(handle, path);
      watching.saw(path);
      if (found.kind === "directory") return FOLDER;
      const file = await fileOf(found, path);
      if (file.size === 0) await mustBeWhole(handle, path);
      return { kind: "file", size: file.size, changedAt: file.lastModified };
    },

    async read(said) {
      const path = readPath(said);
      const found = await fileOrFolderAt(handle, path);
      watching.saw(path);
      if (found.kind === "directory") throw isAFolder(path);
      return wholeBytesOf(handle, found, path);
    },

    canWrite: async () => (await permissionOf(handle, "readwrite")) === "granted",

    async write(said, bytes, expected) {
      const path = readPath(said);
      const write = () => writeFile(target, path, bytes, expected);
      const { kind, size, changedAt } = await watching.own(path, write);
      return { kind, size, changedAt };
    },

    async remove(said, expected) {
      const path = readPath(said);
      await watching.own(path, () => removeFile(target, path, expected));
    },

    watch: (listener) => watching.watch(listener),
  };
  handles.set(workspace, handle);
  return workspace;
}

const KINDS = { directory: "folder", file: "file" } as const;
const FOLDER: Stat = { kind: "folder", size: 0, changedAt: 0 };

type Child = Pick<FileSystemHandle, "name" | "kind">;

async function childrenOf(folder: FileSystemDirectoryHandle, path: string, signal?: AbortSignal) {
  const children: Child[] = [];
  try {
    for await (const child of folder.values()) {
      if (signal?.aborted) break;
      children.push(child);
    }
  } catch (error) {
    throw explained(error, path);
  }
  signal?.throwIfAborted();
  return children;
}

/** Without files that a killed browser had only begun to make. */
async function whole(folder: FileSystemDirectoryHandle, children: readonly Child[]): Promise<readonly Child[]> {
  const marked = markedIn(children.map(({ name }) => name));
  if (marked.size === 0) return children;
  const isHalf = await Promise.all(children.map(({ name }) => marked.has(name) && isEmpty(folder, name)));
  return children.filter((_, at) => !isHalf[at]);
}

/** What is gone meanwhile counts as empty: it was being made, and was taken away again. */
const isEmpty = async (folder: FileSystemDirectoryHandle, name: string): Promise<boolean> => {
  try {
    return (await (await folder.getFileHandle(name)).getFile()).size === 0;
  } catch {
    return true;
  }
};
