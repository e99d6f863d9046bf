/**
 * The discovery of Memories in a folder (M2), for loading and for the question of trust alike. Only names are looked at, nothing is read.
 *
 * R1 Downward from the root, breadth first, so that what is near the top comes first; at most `most` folders, which is told.
 * R2 What `.geminiignore` names, and what is never shown, is not entered; a Memory that is left out so is told. `.gitignore` does not
 *    count: notes that are in no repository are notes all the same.
 * R3 Folders with what others wrote, in bulk (walk.ts), are not entered.
 * R4 In each folder the names in their order, each in the folder itself and then in its `.gemini`.
 * R5 Names come from listings, letter for letter, so that an entry is found once, whatever the disk thinks of capitals.
 * R6 Upward: from the root down to a folder, since the root is as far as we were let in.
 */
import type { Failure } from "../errors.js";
import { WHY_KEPT, type Ignore } from "../files/ignore.js";
import { createPlaces, MEMORY_FOLDER, placesIn } from "./memory-names.js";
import { nameOf, parentOf } from "../files/path.js";
import { HEAVY_FOLDERS } from "../files/excluded-names.js";
import { walk } from "../files/walk.js";
import type { Entry, Workspace } from "../files/workspace.js";

export interface DiscoveryOptions {
  /** As `memoryNames` (memory-names.ts) gives them. */
  readonly names: readonly string[];
  /** The rules of files that are kept from the Model. */
  readonly ignore?: Ignore;
  /** Folders to look into. */
  readonly most?: number;
  /** Told the number of folders looked into so far. */
  readonly progress?: (folders: number) => void;
}

interface FoundMemory {
  readonly path: string;
  /** The folder that it speaks for. */
  readonly folder: string;
}

export interface Discovery {
  readonly found: readonly FoundMemory[];
  readonly skipped: readonly (FoundMemory & { readonly why: string })[];
  /** Folders that were looked into. */
  readonly folders: number;
  /** There are more (R1). */
  readonly isCut: boolean;
  readonly failures: readonly (Failure & { readonly path: string })[];
}

/** `context.discoveryMaxDirs` of Gemini CLI. */
const DISCOVERY_FOLDERS = 200;

export async function discoverMemory(
  workspace: Workspace,
  { names, ignore, most = DISCOVERY_FOLDERS, progress }: DiscoveryOptions,
  signal: AbortSignal,
): Promise<Discovery> {
  const placeOf = createPlaces(names);
  const found: FoundMemory[] = [];
  const skipped: (FoundMemory & { readonly why: string })[] = [];
  const failures: (Failure & { readonly path: string })[] = [];
  let admitted = 1;
  let folders = 0;
  let isCut = false;
  const enters = ({ name, path }: Entry): boolean => {
    if (HEAVY_FOLDERS.has(name) || nameOf(parentOf(path)) === MEMORY_FOLDER) return false;
    if (name === MEMORY_FOLDER) return true; // it belongs to a folder that was admitted
    if (admitted >= most) isCut = true;
    else admitted++;
    return !isCut;
  };
  const last = new Set(names.map(nameOf));
  const wants = ({ name }: Entry): boolean => last.has(name);
  for await (const { path, entries, ignored, failure } of walk(
    workspace,
    { ...(ignore && { ignore }), enters, wants },
    signal,
  )) {
    folders++;
    if (failure) failures.push({ ...failure, path });
    for (const entry of entries) {
      const folder = entry.kind === "file" ? placeOf(entry.path) : undefined;
      if (folder !== undefined) found.push({ path: entry.path, folder });
    }
    for (const entry of ignored) {
      const folder = entry.kind === "file" ? placeOf(entry.path) : undefined;
      if (folder !== undefined) skipped.push({ path: entry.path, folder, why: WHY_KEPT });
    }
    if (folders % 50 === 0) progress?.(folders);
  }
  return { found: inOrder(found, names), skipped, folders, isCut, failures };
}

/** The folders from the root to this one, both included (R6). */
export function foldersDownTo(folder: string): readonly string[] {
  const segments = folder === "" ? [] : folder.split("/");
  return ["", ...segments.map((_, at) => segments.slice(0, at + 1).join("/"))];
}

/** The depth of a folder: the root is at 0. */
export const depthOf = (folder: string): number => (folder === "" ? 0 : folder.split("/").length);

/** The root first, then by depth and by name; in each folder the names in their order. */
function inOrder(found: readonly FoundMemory[], names: readonly string[]): readonly FoundMemory[] {
  const rank = new Map(placesIn("", names).map((place, at) => [place, at]));
  const rankOf = ({ path, folder }: FoundMemory) => rank.get(folder === "" ? path : path.slice(folder.length + 1))!;
  return found.toSorted(
    (one, other) =>
      depthOf(one.folder) - depthOf(other.folder) || compare(one.folder, other.folder) || rankOf(one) - rankOf(other),
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
