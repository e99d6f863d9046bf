/**
 * A Workspace over a directory handle: a folder that the user granted, or the browser's private file system. Only the handle
 * is kept in memory: other programs change the files too.
 */
import { readPath } from "../../core/files/path.js";
import type { Stat, Workspace } from "../../core/files/workspace.js";
import { isAFolder } from "./file-errors.js";
import { entriesOfListed, listHandle } from "./handle-list.js";
import { fileOf, fileOrFolderAt, folderAt, mustBeWhole, wholeBytesOf } from "./handle-paths.js";
import { removeFile, writeThroughHandle } from "./handle-write.js";
import { permissionOf } from "./permission.js";
import { createReadingWorkspace } from "./reading-workspace.js";
import { createWatching } from "./watch-handle.js";

type HandleWorkspaceOptions = Pick<Workspace, "id" | "kind"> & { readonly handle: FileSystemDirectoryHandle };

/** The handle of each Workspace: workers take handles, not Workspaces. */
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
      const listed = await listHandle(folder, path, signal);
      watching.saw(path);
      return entriesOfListed(listed);
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
      const write = () => writeThroughHandle(target, path, bytes, expected);
      const { kind, size, changedAt } = await watching.own(path, write);
      return { kind, size, changedAt };
    },

    async remove(said, expected) {
      const path = readPath(said);
      await watching.own(path, () => removeFile(target, path, expected));
    },

    watch: (listener) => watching.watch(listener),

    passing: () => createReadingWorkspace(workspace, handle),
  };
  handles.set(workspace, handle);
  return workspace;
}

const FOLDER: Stat = { kind: "folder", size: 0, changedAt: 0 };
