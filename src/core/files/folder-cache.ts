/**
 * A cache of a folder between searches: listings, ignore files, and a sketch of each text. It is valid only while a
 * watcher reports changes. With it a second search reads only the files that may have a match.
 * R1 A reported change drops the file's sketch, the listing it stands in, and for a folder all below it.
 * R2 Reads during which something changed are not kept.
 * R3 Nothing is kept of a folder that appeared while it was watched, nor of its contents.
 * R4 Sketches take at most 32 MB (T6): the oldest are dropped first.
 */
import { parentOf } from "./path.js";
import { sketchOf, type TextSketch } from "./text-sketch.js";
import type { Entry, Workspace } from "./workspace.js";

export interface FolderCache {
  /** The same Workspace, with listings and ignore files read once. */
  readonly workspace: Workspace;
  sketch(path: string): TextSketch | undefined;
  /** Keeps the sketch of a text read since `since`, or an empty one for a binary file. */
  keep(path: string, text: string | undefined, since: number, read?: Uint8Array): void;
  /** The number of changes so far: to be read before reading a file. */
  readonly changes: number;
  changed(path: string): void;
  /** Reports a new folder: watchers may miss files put into it in its first moments. */
  appeared(folder: string): void;
  forgetAll(): void;
}

const MOST_BYTES = 32_000_000;
const IGNORE_FILE = /(?:^|\/)\.(?:gitignore|geminiignore)$|^\.git(?:\/HEAD|\/info\/exclude)?$/;

export function createFolderCache(workspace: Workspace): FolderCache {
  const listings = new Map<string, Promise<readonly Entry[]>>();
  const reads = new Map<string, Promise<Uint8Array>>();
  const sketches = new Map<string, TextSketch>();
  const young = new Set<string>();
  let bytes = 0;
  let changes = 0;

  const isYoung = (path: string): boolean =>
    young.size > 0 && (young.has(path) || (path !== "" && isYoung(parentOf(path))));

  const drop = (path: string) => {
    bytes -= sketches.get(path)?.byteLength ?? 0;
    sketches.delete(path);
  };
  /** The kept value, or one that is read now, and kept unless reading fails or the folder changes meanwhile (R2). */
  function kept<T>(all: Map<string, Promise<T>>, path: string, read: () => Promise<T>): Promise<T> {
    const known = all.get(path);
    if (known) return known;
    if (isYoung(path)) return read();
    const since = changes;
    const reading = read();
    all.set(path, reading);
    const forget = () => all.get(path) === reading && all.delete(path);
    reading.then(() => since !== changes && forget(), forget);
    return reading;
  }

  const cache: FolderCache = {
    workspace: {
      ...workspace,
      list: async (path, signal) => {
        signal?.throwIfAborted();
        return kept(listings, path, () => workspace.list(path));
      },
      read: (path) => (IGNORE_FILE.test(path) ? kept(reads, path, () => workspace.read(path)) : workspace.read(path)),
      passing: () => cache.workspace, // walks use the cache, too
    },
    get changes() {
      return changes;
    },
    sketch: (path) => sketches.get(path),
    keep(path, text, since, read) {
      if (since !== changes || isYoung(path)) return;
      drop(path);
      const sketch = text === undefined ? new Uint32Array(8) : sketchOf(text, read);
      sketches.set(path, sketch);
      bytes += sketch.byteLength;
      for (const oldest of sketches.keys()) {
        if (bytes <= MOST_BYTES) break;
        drop(oldest);
      }
    },
    changed(path) {
      changes++;
      listings.delete(path);
      for (let at = path; at !== ""; at = parentOf(at)) listings.delete(parentOf(at));
      reads.delete(path);
      if (sketches.has(path)) return drop(path);
      // A folder that is gone or was moved here: drop all below it.
      const below = `${path}/`;
      for (const all of [listings, reads]) for (const key of all.keys()) if (key.startsWith(below)) all.delete(key);
      for (const key of sketches.keys()) if (key.startsWith(below)) drop(key);
    },
    appeared(folder) {
      cache.changed(folder);
      young.add(folder);
    },
    forgetAll() {
      changes++;
      young.clear();
      listings.clear();
      reads.clear();
      sketches.clear();
      bytes = 0;
    },
  };
  return cache;
}
