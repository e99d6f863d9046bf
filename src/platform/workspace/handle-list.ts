/** The entries of a folder handle, without swap files and half-made files, in the order of every Workspace. */
import { findEntry, entriesInOrder } from "./entries.js";
import { explained } from "./file-errors.js";
import { markedIn } from "./pending-file.js";
import type { Entry } from "../../core/files/workspace.js";

interface ListedChild {
  readonly entry: Entry;
  readonly handle: FileSystemHandle;
}

export async function listHandle(
  folder: FileSystemDirectoryHandle,
  path: string,
  signal?: AbortSignal,
): Promise<readonly ListedChild[]> {
  const children = await whole(folder, await childrenOf(folder, path, signal));
  return children.flatMap((handle) => {
    const entry = findEntry(path, handle.name, handle.kind === "directory" ? "folder" : "file");
    return entry ? [{ entry, handle }] : [];
  });
}

export const entriesOfListed = (listed: readonly ListedChild[]): readonly Entry[] =>
  entriesInOrder(listed.map(({ entry }) => entry));

async function childrenOf(folder: FileSystemDirectoryHandle, path: string, signal?: AbortSignal) {
  const children: FileSystemHandle[] = [];
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

/** The children without files that a killed browser had only begun to make. */
async function whole(
  folder: FileSystemDirectoryHandle,
  children: readonly FileSystemHandle[],
): Promise<readonly FileSystemHandle[]> {
  const marked = markedIn(children.map(({ name }) => name));
  if (marked.size === 0) return children;
  const isHalf = await Promise.all(children.map(({ name }) => marked.has(name) && isEmpty(folder, name)));
  return children.filter((_, at) => !isHalf[at]);
}

/** A file that is gone meanwhile counts as empty: it was being made, and was removed again. */
const isEmpty = async (folder: FileSystemDirectoryHandle, name: string): Promise<boolean> => {
  try {
    return (await (await folder.getFileHandle(name)).getFile()).size === 0;
  } catch {
    return true;
  }
};
