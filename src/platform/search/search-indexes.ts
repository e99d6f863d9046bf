/**
 * The body of the search port: one index for each id, loaded at first use, brought up to date, saved. It runs in the search
 * worker; tests may run it in their own thread.
 *
 * R1 What a call has put is on disk when it resolves, if this tab is the one that writes. The marks are saved with it.
 * R2 A damaged or older file is as if there were none, and `status` says so.
 * R3 A folder being indexed can be searched meanwhile, and is saved now and then: a killed worker loses seconds of work.
 */
import { isNamed } from "../../core/errors.js";
import { entryOfFile, isReadable, planFolder } from "../../core/search/file-index.js";
import type { FolderIndexed, IndexProgress, IndexStatus, SearchPort } from "../../core/search/search.js";
import {
  planSave,
  readIndexFile,
  type LoadedIndex,
  type Marks,
  type SavedIndex,
} from "../../core/search/search-format.js";
import { createSearchIndex, type SearchIndex } from "../../core/search/search-index.js";
import { inTurns, listFiles } from "./folder-files.js";
import type { IndexFiles } from "./index-files.js";

interface Shelf {
  index: SearchIndex;
  marks: Marks;
  saved: SavedIndex | undefined;
  readonly opened: IndexStatus["opened"];
  persisted: boolean;
  /** Saves one after another. */
  saving: Promise<void>;
  indexing?: { readonly stop: AbortController; readonly done: Promise<FolderIndexed> };
}

const SAVE_EVERY = 3_000;
const TELL_EVERY = 100;

export function createSearchIndexes(files: IndexFiles): SearchPort {
  const shelves = new Map<string, Promise<Shelf>>();
  let wasWriter = false;

  function open(id: string): Promise<Shelf> {
    const known = shelves.get(id);
    if (known) return known;
    const opening = load(id);
    shelves.set(id, opening);
    opening.catch(() => shelves.delete(id)); // whoever asked is told; the next may have more luck
    return opening;
  }

  async function load(id: string): Promise<Shelf> {
    wasWriter = await files.becomeWriter();
    const bytes = await files.read(id);
    let loaded: LoadedIndex | undefined;
    let opened: Shelf["opened"] = "fresh";
    try {
      loaded = readIndexFile(bytes);
      if (loaded) opened = "loaded";
    } catch (error) {
      if (!isNamed(error, "DamagedDataError")) throw error;
      opened = "rebuilt"; // R2
    }
    return {
      index: createSearchIndex(loaded?.parts),
      marks: loaded?.marks ?? {},
      saved: wasWriter ? loaded?.saved : undefined,
      opened,
      persisted: loaded !== undefined,
      saving: Promise.resolve(),
    };
  }

  function save(id: string, shelf: Shelf): Promise<void> {
    const saveNow = async () => {
      const isWriter = await files.becomeWriter();
      // Another tab wrote until now: what we know of the files is of before its time.
      if (isWriter && !wasWriter) for (const other of await Promise.all(shelves.values())) other.saved = undefined;
      wasWriter = isWriter;
      shelf.persisted = isWriter && (await write(id, shelf));
    };
    shelf.saving = shelf.saving.then(saveNow, saveNow); // a save that failed has told its own caller
    return shelf.saving;
  }

  /** Full storage must not keep anyone from searching: the index goes on in memory, and `status` tells. */
  async function write(id: string, shelf: Shelf): Promise<boolean> {
    const plan = planSave(shelf.index.parts(), shelf.marks, shelf.saved);
    shelf.saved = undefined; // unless it is written to the end
    try {
      await files.write(id, plan);
    } catch (error) {
      if (isNamed(error, "QuotaExceededError")) return false;
      throw error;
    }
    shelf.saved = plan.saved;
    return true;
  }

  async function indexFolder(
    id: string,
    shelf: Shelf,
    folder: FileSystemDirectoryHandle,
    { stop, tell }: { readonly stop: AbortController; readonly tell: (progress: IndexProgress) => void },
  ): Promise<FolderIndexed> {
    const { signal } = stop;
    const progress = { seen: 0, toRead: 0, read: 0 };
    const told = throttled(tell);
    const result = { files: 0, read: 0, removed: 0, skipped: 0, stopped: false };
    try {
      const listed = await listFiles(folder, {
        signal,
        onSeen: (seen) => told({ phase: "listing", ...progress, seen }),
      });
      const { stale, gone } = planFolder(shelf.index, listed);
      shelf.index.remove(gone);
      const paths = new Set(stale.map(({ path }) => path));
      const waiting = listed.filter(({ path }) => paths.has(path));
      result.files = progress.seen = listed.length;
      result.removed = gone.length;
      progress.toRead = waiting.filter(isReadable).length;
      told({ phase: "reading", ...progress });
      let savedAt = performance.now();
      await inTurns(waiting, signal, async (file) => {
        if (!isReadable(file)) return shelf.index.put([entryOfFile(file)]);
        const bytes = await file.read();
        if (bytes) shelf.index.put([entryOfFile(file, bytes)]);
        if (bytes) result.read++;
        else result.skipped++;
        progress.read++;
        told({ phase: "reading", ...progress });
        if (performance.now() - savedAt < SAVE_EVERY) return;
        savedAt = performance.now();
        await save(id, shelf); // R3
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      result.stopped = true;
    }
    await save(id, shelf);
    tell({ phase: "done", ...progress });
    return result;
  }

  return {
    async indexFolder(id, folder, onProgress) {
      const shelf = await open(id);
      if (shelf.indexing) return shelf.indexing.done;
      const stop = new AbortController();
      const done = indexFolder(id, shelf, folder, { stop, tell: (progress) => void onProgress?.(progress) });
      shelf.indexing = { stop, done };
      return done.finally(() => (shelf.indexing = undefined));
    },
    async stopIndexing(id) {
      const { indexing } = await open(id);
      indexing?.stop.abort();
      await Promise.allSettled([indexing?.done]); // how it ended is told to whoever started it
    },
    async indexEntries(id, entries, marks) {
      const shelf = await open(id);
      shelf.index.put(entries);
      shelf.marks = { ...shelf.marks, ...marks };
      await save(id, shelf); // R1
    },
    async remove(id, what) {
      const shelf = await open(id);
      const keys = "keys" in what ? what.keys : [...shelf.index.keys()].filter((key) => key.startsWith(what.prefix));
      shelf.index.remove(keys);
      await save(id, shelf);
    },
    async forget(id) {
      const shelf = await open(id);
      shelf.indexing?.stop.abort();
      await Promise.allSettled([shelf.indexing?.done, shelf.saving]); // how they ended is told to whoever started them
      shelves.delete(id);
      if (await files.becomeWriter()) await files.remove(id);
    },
    async search(id, query) {
      return (await open(id)).index.search(query);
    },
    async neighbours(id, key) {
      const { index } = await open(id);
      return index.neighbours(key);
    },
    async status(id) {
      const { index, opened, persisted, indexing, marks } = await open(id);
      return {
        entries: index.count,
        bytes: index.bytes,
        opened,
        persisted,
        indexing: indexing !== undefined,
        marks,
      };
    },
  };
}

/** Now and then; a new phase at once, so that nobody looks at the old one's figures. */
function throttled(tell: (progress: IndexProgress) => void): (progress: IndexProgress) => void {
  let last = -Infinity;
  let phase: IndexProgress["phase"] | undefined;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && now - last < TELL_EVERY) return;
    last = now;
    phase = progress.phase;
    tell(progress);
  };
}
