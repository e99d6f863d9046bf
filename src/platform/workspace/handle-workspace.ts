/**
 * A Workspace over a directory handle: a folder that the user granted, or the browser's private file system. Nothing is
 * kept but the handle: other programs change the files too.
 */
import { isNamed } from "../../core/errors.js";
import { nameOf, parentOf, readPath } from "../../core/path.js";
import { isAsExpected, type Expected, type Stat, type Workspace } from "../../core/workspace.js";
import { findEntry, inOrder } from "./entries.js";
import { permissionOf } from "./permission.js";
import { explained, hasChanged, isAFile, isAFolder, notFound } from "./file-errors.js";

export type HandleWorkspaceOptions = Pick<Workspace, "id" | "kind"> & { readonly handle: FileSystemDirectoryHandle };

/** Which handle a Workspace stands on: workers take handles, not Workspaces. */
const handles = new WeakMap<Workspace, FileSystemDirectoryHandle>();
export const handleOf = (workspace: Workspace): FileSystemDirectoryHandle | undefined => handles.get(workspace);

export function createHandleWorkspace({ id, kind, handle }: HandleWorkspaceOptions): Workspace {
  const workspace: Workspace = {
    id,
    kind,
    name: handle.name,

    async list(said, signal) {
      signal?.throwIfAborted();
      const path = readPath(said);
      const folder = await folderAt(handle, path);
      const children = await childrenOf(folder, path, signal);
      return inOrder(children.flatMap(({ name, kind }) => findEntry(path, name, KINDS[kind]) ?? []));
    },

    async stat(said) {
      const path = readPath(said);
      const found = await fileOrFolderAt(handle, path);
      if (found.kind === "directory") return FOLDER;
      const file = await fileOf(found, path);
      return { kind: "file", size: file.size, changedAt: file.lastModified };
    },

    async read(said) {
      const path = readPath(said);
      const found = await fileOrFolderAt(handle, path);
      if (found.kind === "directory") throw isAFolder(path);
      return bytesOf(found, path);
    },

    canWrite: async () => (await permissionOf(handle, "readwrite")) === "granted",

    async write(said, bytes, expected) {
      const path = readPath(said);
      if (path === "") throw isAFolder(path);
      await mustBe(handle, path, expected);
      try {
        const parent = await madeFolder(handle, parentOf(path));
        const file = await parent.getFileHandle(nameOf(path), { create: true });
        // Chromium writes beside the file and takes its place at `close`: until then the old one stands (W2).
        const stream = await file.createWritable();
        await stream.write(bytes as Uint8Array<ArrayBuffer>);
        await stream.close();
        const { size, lastModified } = await file.getFile();
        return { kind: "file", size, changedAt: lastModified };
      } catch (error) {
        throw isNamed(error, "TypeMismatchError") ? isAFolder(path, error) : explained(error, path);
      }
    },

    async remove(said, expected) {
      const path = readPath(said);
      const found = await fileOrFolderAt(handle, path);
      if (found.kind === "directory") throw isAFolder(path);
      await mustBe(handle, path, expected);
      try {
        await (await parentAt(handle, path)).removeEntry(nameOf(path));
      } catch (error) {
        throw explained(error, path);
      }
    },
  };
  handles.set(workspace, handle);
  return workspace;
}

const KINDS = { directory: "folder", file: "file" } as const;
const FOLDER: Stat = { kind: "folder", size: 0, changedAt: 0 };

/** The folder at a path. A path that leads through a file leads nowhere; one that ends at a file is no folder. */
async function folderAt(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemDirectoryHandle> {
  return path === "" ? root : folderIn(await parentAt(root, path), path);
}

async function fileOrFolderAt(
  root: FileSystemDirectoryHandle,
  path: string,
): Promise<FileSystemFileHandle | FileSystemDirectoryHandle> {
  if (path === "") return present(root);
  const parent = await parentAt(root, path);
  try {
    return await parent.getFileHandle(nameOf(path));
  } catch (error) {
    if (!isNamed(error, "TypeMismatchError")) throw explained(error, path);
  }
  return folderIn(parent, path);
}

async function folderIn(parent: FileSystemDirectoryHandle, path: string): Promise<FileSystemDirectoryHandle> {
  try {
    return await parent.getDirectoryHandle(nameOf(path));
  } catch (error) {
    throw isNamed(error, "TypeMismatchError") ? isAFile(path, error) : explained(error, path);
  }
}

async function parentAt(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemDirectoryHandle> {
  try {
    return await folderAt(root, parentOf(path));
  } catch (error) {
    if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) throw notFound(path, error);
    throw error;
  }
}

async function madeFolder(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemDirectoryHandle> {
  let folder = root;
  for (const segment of path === "" ? [] : path.split("/")) {
    folder = await folder.getDirectoryHandle(segment, { create: true });
  }
  return folder;
}

async function mustBe(root: FileSystemDirectoryHandle, path: string, expected: Expected | undefined): Promise<void> {
  if (expected === undefined) return;
  if (!isAsExpected(expected, await bytesAt(root, path))) throw hasChanged(path);
}

/** None where there is no file. */
async function bytesAt(root: FileSystemDirectoryHandle, path: string): Promise<Uint8Array | undefined> {
  try {
    const found = await fileOrFolderAt(root, path);
    if (found.kind === "file") return await bytesOf(found, path);
  } catch (error) {
    if (isNamed(error, "NotFoundError")) return undefined;
    throw error;
  }
  throw isAFolder(path);
}

/** A handle outlives its folder: only asking for what is in it shows whether it is still there. */
async function present(root: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle> {
  try {
    await root.keys().next();
  } catch (error) {
    throw explained(error, "");
  }
  return root;
}

async function childrenOf(folder: FileSystemDirectoryHandle, path: string, signal?: AbortSignal) {
  const children: Pick<FileSystemHandle, "name" | "kind">[] = [];
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

async function fileOf(handle: FileSystemFileHandle, path: string): Promise<File> {
  try {
    return await handle.getFile();
  } catch (error) {
    throw explained(error, path);
  }
}

/** A file that changes after `getFile` can't be read through that `File` (browser-lab 0.1 point 7): once more, then say so. */
async function bytesOf(handle: FileSystemFileHandle, path: string, again = true): Promise<Uint8Array> {
  const file = await fileOf(handle, path);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    if (!again || !isNamed(error, "NotReadableError")) throw explained(error, path);
  }
  return bytesOf(handle, path, false);
}
