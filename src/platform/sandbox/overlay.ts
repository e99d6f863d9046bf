/**
 * A Workspace as a command sees it: its files, and over them the command's own changes so far. The Workspace itself is not
 * changed.
 *
 * R1 Paths are checked as everywhere (W3); the command gets a refusal as a shell's error.
 * R2 Files and folders that were written, made or removed lie over the Workspace; all others are read from it when needed.
 * R3 The bytes a file had are kept when a command first changes it: they must still be there when the change is written (W2).
 * R4 Nothing below a `.git` can be changed: history is changed by Git's own Tools.
 * R5 Over a number of files or bytes the disk is "full", so that a command that writes without end is ended.
 * R6 Files kept from the Model (keptIn of core/files/ignore.ts) are not listed, not read and not changed.
 */
import { isNamed } from "../../core/errors.js";
import { WHY_KEPT, type Ignore } from "../../core/files/ignore.js";
import { childPath, nameOf, parentOf, readPath } from "../../core/files/path.js";
import type { FileChange } from "../../core/sandbox/sandbox.js";
import { isAsExpected, type Stat, type Workspace } from "../../core/files/workspace.js";
import { runWords } from "./run-words.js";
import { shellError, shellErrorOf } from "./shell-errors.js";

/** Limits of R5: a checkpoint keeps all changes, and a person is to look through them. */
const MOST_FILES = 2_000;
const MOST_BYTES = 64_000_000;

interface Written {
  readonly kind: "file";
  readonly bytes: Uint8Array;
  readonly changedAt: number;
}
type Layer = Written | { readonly kind: "folder" } | { readonly kind: "gone" };

export interface Overlay {
  list(path: string): Promise<ReadonlyMap<string, "file" | "folder">>;
  /** Nothing where there is no file or folder. */
  find(path: string): Promise<Stat | undefined>;
  read(path: string): Promise<Uint8Array>;
  write(path: string, bytes: Uint8Array): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** A file, or a folder that is empty by now. */
  remove(path: string): Promise<void>;
  changes(): readonly FileChange[];
  emptyFolders(): readonly string[];
  /** Sentences for changes that were refused (R4, R5): `rm -f` and its like do not report them. */
  refusals(): readonly string[];
}

export function createOverlay(workspace: Workspace, kept: Ignore, now: () => number): Overlay {
  const layers = new Map<string, Layer>();
  const originals = new Map<string, Uint8Array | undefined>();
  const refusals = new Set<string>();
  let bytesKept = 0;

  const refuse = (code: "ENOSPC" | "EPERM" | "EACCES", what: string, path: string, because: string) => {
    const error = shellError(code, what, path, because);
    if (refusals.size < 5) refusals.add(error.message);
    return error;
  };

  const asking = async <T>(what: string, path: string, ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      throw shellErrorOf(error, what, path);
    }
  };

  /** Covered: the command has removed the Workspace's file or folder at the path, or a folder above it. */
  function isCovered(path: string): boolean {
    for (let at = path; at !== ""; at = parentOf(at)) if (layers.get(at)?.kind === "gone") return true;
    return false;
  }

  /** R4, R6. */
  async function changeable(said: string, what: string): Promise<string> {
    const path = checked(said, what);
    if (path === "") throw refuse("EPERM", what, "/", runWords.rootStays);
    if (path.split("/").some((segment) => segment.toLowerCase() === ".git")) {
      throw refuse("EPERM", what, path, runWords.gitIsGuarded);
    }
    if (await isKept(path)) throw refuse("EPERM", what, path, WHY_KEPT);
    return path;
  }

  const isKept = (path: string) => asking("stat", path, () => kept.isIgnored(path, false));

  async function find(said: string): Promise<Stat | undefined> {
    const path = checked(said, "stat");
    const layer = layers.get(path);
    if (layer?.kind === "gone") return undefined;
    if (layer?.kind === "file") return { kind: "file", size: layer.bytes.length, changedAt: layer.changedAt };
    if (layer?.kind === "folder") return { kind: "folder", size: 0, changedAt: 0 };
    if (isCovered(path)) return undefined;
    try {
      return await workspace.stat(path);
    } catch (error) {
      if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) return undefined;
      throw shellErrorOf(error, "stat", path);
    }
  }

  async function read(said: string): Promise<Uint8Array> {
    const path = checked(said, "open");
    if (layers.get(path)?.kind !== "file" && (await isKept(path))) throw refuse("EACCES", "open", path, WHY_KEPT);
    const stat = await find(path);
    if (!stat) throw shellError("ENOENT", "open", path);
    if (stat.kind === "folder") throw shellError("EISDIR", "read", path);
    const layer = layers.get(path);
    return layer?.kind === "file" ? layer.bytes : asking("open", path, () => workspace.read(path));
  }

  /** R3, R5. */
  async function keepOriginal(path: string): Promise<void> {
    if (originals.has(path)) return;
    if (originals.size >= MOST_FILES) throw refuse("ENOSPC", "write", path, runWords.mostFiles(MOST_FILES));
    const isThere = !isCovered(path) && (await find(path))?.kind === "file";
    const bytes = isThere ? await read(path) : undefined;
    countBytes(bytes?.length ?? 0, path);
    originals.set(path, bytes);
  }

  function countBytes(bytes: number, path: string): void {
    bytesKept += bytes;
    if (bytesKept > MOST_BYTES) throw refuse("ENOSPC", "write", path, runWords.mostMegabytes(MOST_BYTES / 1_000_000));
  }

  async function list(said: string): Promise<Map<string, "file" | "folder">> {
    const path = checked(said, "scandir");
    const stat = await find(path);
    if (!stat) throw shellError("ENOENT", "scandir", path);
    if (stat.kind === "file") throw shellError("ENOTDIR", "scandir", path);
    const entries = new Map<string, "file" | "folder">();
    if (layers.get(path)?.kind !== "folder" && !isCovered(path)) {
      const found = await asking("scandir", path, () => workspace.list(path));
      const rules = await asking("scandir", path, () => kept.rulesIn(path));
      for (const { name, kind } of found) {
        if (!rules.isIgnored(childPath(path, name), kind === "folder")) entries.set(name, kind);
      }
    }
    for (const [each, { kind }] of layers) {
      if (each === "" || parentOf(each) !== path) continue;
      if (kind === "gone") entries.delete(nameOf(each));
      else entries.set(nameOf(each), kind);
    }
    return entries;
  }

  async function mustHaveFolder(path: string, what: string): Promise<void> {
    const parent = await find(parentOf(path));
    if (!parent) throw shellError("ENOENT", what, path);
    if (parent.kind === "file") throw shellError("ENOTDIR", what, path);
  }

  return {
    list,
    find,
    read,

    async write(said, bytes) {
      const path = await changeable(said, "open");
      if ((await find(path))?.kind === "folder") throw shellError("EISDIR", "open", path);
      await mustHaveFolder(path, "open");
      await keepOriginal(path);
      const layer = layers.get(path);
      countBytes(bytes.length - (layer?.kind === "file" ? layer.bytes.length : 0), path);
      layers.set(path, { kind: "file", bytes, changedAt: now() });
    },

    async makeFolder(said) {
      const path = await changeable(said, "mkdir");
      if (await find(path)) throw shellError("EEXIST", "mkdir", path);
      await mustHaveFolder(path, "mkdir");
      layers.set(path, { kind: "folder" });
    },

    async remove(said) {
      const path = await changeable(said, "unlink");
      const stat = await find(path);
      if (!stat) throw shellError("ENOENT", "unlink", path);
      if (stat.kind === "file") await keepOriginal(path);
      else if ((await list(path)).size > 0) throw shellError("ENOTEMPTY", "rmdir", path);
      const layer = layers.get(path);
      if (layer?.kind === "file") bytesKept -= layer.bytes.length;
      layers.set(path, { kind: "gone" });
    },

    changes() {
      const changes: FileChange[] = [];
      for (const [path, before] of originals) {
        const layer = layers.get(path);
        const after = layer?.kind === "file" ? layer.bytes : undefined;
        if (isAsExpected(before ?? "nothing", after)) continue;
        changes.push({ path, ...(before && { before }), ...(after && { after }) });
      }
      return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    },

    emptyFolders: () =>
      [...layers]
        .filter(([path, { kind }]) => kind === "folder" && !hasFile(layers, path))
        .map(([path]) => path)
        .toSorted(),

    refusals: () => [...refusals],
  };
}

const hasFile = (layers: ReadonlyMap<string, Layer>, folder: string): boolean =>
  [...layers].some(([path, { kind }]) => kind === "file" && path.startsWith(childPath(folder, "")));

/** R1. */
function checked(said: string, what: string): string {
  try {
    return readPath(said);
  } catch (error) {
    throw shellErrorOf(error, what, said);
  }
}
