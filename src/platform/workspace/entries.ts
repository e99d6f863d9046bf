/** The entries of a folder that are shown, and their order: the same in every kind of Workspace. */
import { childPath, isPath } from "../../core/files/path.js";
import type { Entry } from "../../core/files/workspace.js";

/** The unfinished copy that a browser killed while writing leaves beside a file (W4). */
export const isSwapFile = (name: string): boolean => name.endsWith(".crswap");

/** An entry of a folder; nothing for a swap file, or for a name that can't stand in a path (W3). */
export function findEntry(folder: string, name: string, kind: Entry["kind"]): Entry | undefined {
  const path = childPath(folder, name);
  return isSwapFile(name) || !isPath(path) ? undefined : { name, path, kind };
}

/** Folders first, then by name; by code units, so that the order is the same in every language. */
export const entriesInOrder = (entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((a, b) => (a.kind === b.kind ? compare(a.name, b.name) : a.kind === "folder" ? -1 : 1));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
