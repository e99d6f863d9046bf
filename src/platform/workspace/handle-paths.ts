/** Files and folders at a path below a directory handle. Each step asks the file system: other programs change the files too. */
import { isNamed } from "../../core/errors.js";
import { nameOf, parentOf } from "../../core/files/path.js";
import { explained, isAFile, isAFolder, notFound } from "./file-errors.js";
import { markOf } from "./pending-file.js";

/** The folder at a path. `NotFoundError` for a path through a file; `TypeMismatchError` for one that ends at a file. */
export async function folderAt(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemDirectoryHandle> {
  return path === "" ? root : folderIn(await parentAt(root, path), path);
}

export async function fileOrFolderAt(
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

export async function parentAt(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemDirectoryHandle> {
  try {
    return await folderAt(root, parentOf(path));
  } catch (error) {
    if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) throw notFound(path, error);
    throw error;
  }
}

/** The bytes of the file at a path; none where there is no file. */
export async function bytesAt(root: FileSystemDirectoryHandle, path: string): Promise<Uint8Array | undefined> {
  try {
    const found = await fileOrFolderAt(root, path);
    if (found.kind === "file") return await wholeBytesOf(root, found, path);
  } catch (error) {
    if (isNamed(error, "NotFoundError")) return undefined;
    throw error;
  }
  throw isAFolder(path);
}

/** The bytes of a file; `NotFoundError` for one that a killed browser had only begun to make. */
export async function wholeBytesOf(
  root: FileSystemDirectoryHandle,
  handle: FileSystemFileHandle,
  path: string,
): Promise<Uint8Array> {
  const bytes = await readHandle(handle, path);
  if (bytes.length === 0) await mustBeWhole(root, path);
  return bytes;
}

/** Throws `NotFoundError` for an empty file that is marked: it is being made, or its making was cut off. */
export async function mustBeWhole(root: FileSystemDirectoryHandle, path: string): Promise<void> {
  const parent = await parentAt(root, path);
  try {
    await parent.getFileHandle(markOf(nameOf(path)));
  } catch {
    return; // no mark, or a name so long that it cannot have one
  }
  throw notFound(path);
}

/** Throws for a folder that is gone: a handle stays after it, and only listing shows whether the folder is there. */
async function present(root: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle> {
  try {
    await root.keys().next();
  } catch (error) {
    throw explained(error, "");
  }
  return root;
}

/** True if the folder itself has a file of that name. */
export async function hasFile(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if (isNamed(error, "NotFoundError")) return false;
    throw error;
  }
}

export async function fileOf(handle: FileSystemFileHandle, path: string): Promise<File> {
  try {
    return await handle.getFile();
  } catch (error) {
    throw explained(error, path);
  }
}

/** Reads a file, twice if it changes between `getFile` and reading (`NotReadableError`). */
async function readHandle(handle: FileSystemFileHandle, path: string, again = true): Promise<Uint8Array> {
  const file = await fileOf(handle, path);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    if (!again || !isNamed(error, "NotReadableError")) throw explained(error, path);
  }
  return readHandle(handle, path, false);
}
