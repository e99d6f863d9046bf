/**
 * What is remembered of a folder from one search to the next: listings, ignore files, and a sketch of each text. It holds only while
 * someone watches the folder and tells what changes; so a second search reads but the files that may hold what is looked for.
 *
 * R1 What was told to have changed is forgotten: a file's sketch, the listing it stands in, and all that is in a folder.
 * R2 What was being read while something changed is not kept.
 * R3 Of a folder that came while it was watched, and of what is in it, nothing is kept.
 * R4 Sketches take at most 32 MB (T6): the oldest go first.
 */
import { parentOf } from "./path.js";
import { sketchOf, type TextSketch } from "./text-sketch.js";
import type { Entry, Workspace } from "./workspace.js";

export interface FolderMemory {
  /** The same Workspace, whose listings and ignore files are read once. */
  readonly workspace: Workspace;
  sketch(path: string): TextSketch | undefined;
  /** Keeps the sketch of a text read since `since`; one that is no text has an empty one. */
  keep(path: string, text: string | undefined, since: number, read?: Uint8Array): void;
  /** What counts changes: to be asked for before reading. */
  readonly changes: number;
  changed(path: string): void;
  /** A folder that was not there before: what is put into it in its first moments is not told by all who watch. */
  appeared(folder: string): void;
  forgetAll(): void;
}

const MOST_BYTES = 32_000_000;
const IGNORE_FILE = /(?:^|\/)\.(?:gitignore|geminiignore)$|^\.git(?:\/HEAD|\/info\/exclude)?$/;

export function createFolderMemory(workspace: Workspace): FolderMemory {
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
  /** Gives what is kept, or keeps what is read unless it fails or the folder changes meanwhile (R2). */
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

  const memory: FolderMemory = {
    workspace: {
      ...workspace,
      list: async (path, signal) => {
        signal?.throwIfAborted();
        return kept(listings, path, () => workspace.list(path));
      },
      read: (path) => (IGNORE_FILE.test(path) ? kept(reads, path, () => workspace.read(path)) : workspace.read(path)),
      passing: () => memory.workspace, // a walk goes by what is remembered, too
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
      // The folders on the way may be new too.
      for (let at = path; at !== ""; at = parentOf(at)) listings.delete(parentOf(at));
      reads.delete(path);
      if (sketches.has(path)) return drop(path);
      // It may have been a folder, gone or moved here: what was below it counts no more.
      const below = `${path}/`;
      for (const all of [listings, reads]) for (const key of all.keys()) if (key.startsWith(below)) all.delete(key);
      for (const key of sketches.keys()) if (key.startsWith(below)) drop(key);
    },
    appeared(folder) {
      memory.changed(folder);
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
  return memory;
}
