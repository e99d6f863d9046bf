/** The files of a folder for the search index, without ignored ones: each with size, time and a way to read it. */
import { isNamed } from "../../core/errors.js";
import { IGNORE_FILES, rootRules, type IgnoreRules, type ListedFile } from "../../core/search/file-index.js";
import { findEntry } from "../workspace/entries.js";
import { explained } from "../workspace/file-errors.js";

interface FolderFile extends ListedFile {
  /** Nothing where the file has vanished or cannot be read. */
  read(): Promise<Uint8Array | undefined>;
}

/** Calls to the file system under way at once: a real folder answers each in 0.2 to 1 ms, mostly of waiting. */
const READS_AT_ONCE = 8;

/** All files below the folder, in no order. `NotFoundError`, `NotAllowedError` for the folder itself; `AbortError`. */
export async function listFiles(
  root: FileSystemDirectoryHandle,
  { signal, onSeen }: { readonly signal: AbortSignal; readonly onSeen: (files: number) => void },
): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  const waiting: { handle: FileSystemDirectoryHandle; path: string; rules: IgnoreRules }[] = [
    { handle: root, path: "", rules: rootRules() },
  ];
  while (waiting.length > 0) {
    const batch = waiting.splice(-READS_AT_ONCE);
    await Promise.all(
      batch.map(async ({ handle, path, rules: above }) => {
        const children = await childrenOf(handle, path);
        const rules = above.within(path, await ignoreTexts(children));
        const listed: FileSystemFileHandle[] = [];
        for (const child of children) {
          const kind = child.kind === "file" ? "file" : "folder";
          const entry = findEntry(path, child.name, kind);
          if (!entry || rules.excludes(entry.path, kind)) continue;
          if (child.kind === "file") listed.push(child as FileSystemFileHandle);
          else waiting.push({ handle: child as FileSystemDirectoryHandle, path: entry.path, rules });
        }
        await inTurns(listed, signal, async (file) => {
          const seen = await look(file, path === "" ? file.name : `${path}/${file.name}`);
          if (seen) files.push(seen);
        });
        onSeen(files.length);
      }),
    );
    signal.throwIfAborted();
  }
  return files;
}

/** Works through all items, a few at once. `AbortError` if the signal stops it. */
export async function inTurns<T>(
  items: readonly T[],
  signal: AbortSignal,
  use: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      signal.throwIfAborted();
      await use(items[next++]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(READS_AT_ONCE, items.length) }, work));
}

async function childrenOf(folder: FileSystemDirectoryHandle, path: string): Promise<readonly FileSystemHandle[]> {
  const children: FileSystemHandle[] = [];
  try {
    for await (const child of folder.values()) children.push(child);
  } catch (error) {
    if (path !== "" && isNamed(error, "NotFoundError")) return []; // removed meanwhile
    throw explained(error, path);
  }
  return children;
}

async function ignoreTexts(children: readonly FileSystemHandle[]): Promise<readonly string[]> {
  const files = IGNORE_FILES.flatMap((name) =>
    children.filter((child) => child.kind === "file" && child.name === name),
  );
  const texts = await Promise.all(
    files.map((file) => orNothing(async () => (await (file as FileSystemFileHandle).getFile()).text())),
  );
  return texts.filter((text) => text !== undefined);
}

async function look(handle: FileSystemFileHandle, path: string): Promise<FolderFile | undefined> {
  const file = await orNothing(() => handle.getFile());
  if (!file) return undefined;
  return {
    path,
    size: file.size,
    changedAt: file.lastModified,
    read: () => orNothing(async () => new Uint8Array(await (await handle.getFile()).arrayBuffer())),
  };
}

/** A file may vanish or change between one look and the next: then the next indexing finds it. */
async function orNothing<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (isNamed(error, "NotFoundError") || isNamed(error, "NotReadableError")) return undefined;
    throw error;
  }
}
