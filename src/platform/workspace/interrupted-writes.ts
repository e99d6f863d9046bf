/**
 * Left-overs of writes that were cut off: swap files of Chromium, and empty files that were only begun. No list shows them
 * (entries.ts), so they are found and removed here (W4).
 *
 * R1 A file that is being written now, in any tab, is no left-over. For writers without our lock, such as another page,
 *    neither is one that changed within the last minute.
 * R2 A marked file (pending-file.ts) is removed only while it is empty. Nothing else but swap files is ever removed.
 * R3 `node_modules`, `.git` and their like are not entered: they are large, and seldom written here.
 */
import { isNamed } from "../../core/errors.js";
import { childPath, nameOf, parentOf } from "../../core/files/path.js";
import { HEAVY_FOLDERS } from "../../core/files/excluded-names.js";
import { walk } from "../../core/files/walk.js";
import type { Workspace } from "../../core/files/workspace.js";
import { isSwapFile } from "./entries.js";
import { notWritten } from "./file-errors.js";
import { markedBy } from "./pending-file.js";
import { folderAt } from "./handle-paths.js";
import { handleOf } from "./handle-workspace.js";
import { writeLock } from "./handle-write.js";

interface LeftOver {
  readonly path: string;
  readonly size: number;
  readonly changedAt: number;
}

interface LeftOverOptions {
  readonly now?: () => number;
  /** Milliseconds since the last change before something counts as left over. */
  readonly quiet?: number;
}

/** Milliseconds: a swap file grows as long as it is written; a stall of Safe Browsing was 5 s at most (decisions/32). */
const QUIET = 60_000;

/** Lists swap files and half-made files. None for a Workspace that is not on a disk. */
export async function leftOvers(
  workspace: Workspace,
  signal: AbortSignal,
  { now = Date.now, quiet = QUIET }: LeftOverOptions = {},
): Promise<readonly LeftOver[]> {
  const root = handleOf(workspace);
  if (!root) return [];
  const busy = await pathsBeingWritten(workspace.id);
  const found: LeftOver[] = [];
  for await (const { path } of walk(workspace, { enters: ({ name }) => !HEAVY_FOLDERS.has(name) }, signal)) {
    found.push(...(await leftOversIn(await folderAt(root, path), path)));
  }
  return found.filter(({ path, changedAt }) => !busy.has(fileOf(path)) && now() - changedAt >= quiet);
}

/** Removes the files that `leftOvers` has listed, and returns how many. Files that have changed since stay. */
export async function cleanUp(workspace: Workspace, listed: readonly LeftOver[]): Promise<number> {
  const root = handleOf(workspace);
  let removed = 0;
  for (const { path, size, changedAt } of root ? listed : []) {
    const folder = await folderAt(root!, parentOf(path));
    try {
      const file = await (await folder.getFileHandle(nameOf(path))).getFile();
      if (file.size !== size || file.lastModified !== changedAt) continue;
      await folder.removeEntry(nameOf(path));
      removed++;
    } catch (error) {
      if (!isNamed(error, "NotFoundError")) throw notWritten(error, path);
    }
  }
  return removed;
}

async function leftOversIn(folder: FileSystemDirectoryHandle, path: string): Promise<readonly LeftOver[]> {
  const found: LeftOver[] = [];
  for await (const child of folder.values()) {
    if (child.kind !== "file" || !isSwapFile(child.name)) continue;
    const marked = markedBy(child.name);
    const half = marked === undefined ? undefined : await look(folder, path, marked);
    if (half?.size === 0) found.push(half); // before its mark: a clean-up cut short must not leave it unmarked
    const swap = await look(folder, path, child.name);
    if (swap) found.push(swap);
  }
  return found;
}

async function look(folder: FileSystemDirectoryHandle, path: string, name: string): Promise<LeftOver | undefined> {
  try {
    const { size, lastModified } = await (await folder.getFileHandle(name)).getFile();
    return { path: childPath(path, name), size, changedAt: lastModified };
  } catch (error) {
    if (isNamed(error, "NotFoundError")) return undefined;
    throw error;
  }
}

/** The file that a swap file or mark belongs to: `a.ts` for `a.ts.crswap`, `a.ts.1.crswap`. */
const fileOf = (path: string): string => {
  const name = nameOf(path);
  return childPath(parentOf(path), markedBy(name) ?? name.replace(/(?:\.\d+)?\.crswap$/, ""));
};

async function pathsBeingWritten(id: string): Promise<ReadonlySet<string>> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const prefix = writeLock(id, "");
  const names = [...held, ...pending].map(({ name }) => name ?? "");
  return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
}
