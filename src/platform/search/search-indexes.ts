/**
 * The search indexes, one for each id: loaded at first use, brought up to date, saved. They live in the search worker; tests
 * run them in their own thread.
 *
 * R1 Entries and marks are on disk when the call that put them resolves, if this tab is the writer.
 * R2 A damaged or older file counts as none, and `status` says so.
 * R3 A folder being indexed can be searched meanwhile, and is saved every few seconds: a killed worker loses no more.
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

interface OpenIndex {
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
  const openIndexes = new Map<string, Promise<OpenIndex>>();
  let wasWriter = false;

  function open(id: string): Promise<OpenIndex> {
    const known = openIndexes.get(id);
    if (known) return known;
    const opening = load(id);
    openIndexes.set(id, opening);
    opening.catch(() => openIndexes.delete(id)); // so that the next call tries again; this one's caller gets the error
    return opening;
  }

  async function load(id: string): Promise<OpenIndex> {
    wasWriter = await files.becomeWriter();
    const bytes = await files.read(id);
    let loaded: LoadedIndex | undefined;
    let opened: OpenIndex["opened"] = "fresh";
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

  function save(id: string, current: OpenIndex): Promise<void> {
    const saveNow = async () => {
      const isWriter = await files.becomeWriter();
      // Another tab wrote until now, so what this one knows of the files is out of date.
      if (isWriter && !wasWriter) for (const other of await Promise.all(openIndexes.values())) other.saved = undefined;
      wasWriter = isWriter;
      current.persisted = isWriter && (await write(id, current));
    };
    current.saving = current.saving.then(saveNow, saveNow); // a failed save has rejected for its own caller
    return current.saving;
  }

  /** False where storage is full: the index is then kept in memory, and `status` says so. */
  async function write(id: string, current: OpenIndex): Promise<boolean> {
    const plan = planSave(current.index.parts(), current.marks, current.saved);
    current.saved = undefined; // until all of it is written
    try {
      await files.write(id, plan);
    } catch (error) {
      if (isNamed(error, "QuotaExceededError")) return false;
      throw error;
    }
    current.saved = plan.saved;
    return true;
  }

  async function indexFolder(
    id: string,
    current: OpenIndex,
    folder: FileSystemDirectoryHandle,
    { stop, tell }: { readonly stop: AbortController; readonly tell: (progress: IndexProgress) => void },
  ): Promise<FolderIndexed> {
    const { signal } = stop;
    const progress = { seen: 0, toRead: 0, read: 0 };
    const report = throttled(tell);
    const result = { files: 0, read: 0, removed: 0, skipped: 0, stopped: false };
    try {
      const onSeen = (seen: number) => report({ phase: "listing", ...progress, seen });
      const listed = await listFiles(folder, { signal, onSeen });
      const { stale, gone } = planFolder(current.index, listed);
      current.index.remove(gone);
      const paths = new Set(stale.map(({ path }) => path));
      const waiting = listed.filter(({ path }) => paths.has(path));
      result.files = progress.seen = listed.length;
      result.removed = gone.length;
      progress.toRead = waiting.filter(isReadable).length;
      report({ phase: "reading", ...progress });
      let savedAt = performance.now();
      await inTurns(waiting, signal, async (file) => {
        if (!isReadable(file)) return current.index.put([entryOfFile(file)]);
        const bytes = await file.read();
        if (bytes) current.index.put([entryOfFile(file, bytes)]);
        if (bytes) result.read++;
        else result.skipped++;
        progress.read++;
        report({ phase: "reading", ...progress });
        if (performance.now() - savedAt < SAVE_EVERY) return;
        savedAt = performance.now();
        await save(id, current); // R3
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      result.stopped = true;
    }
    await save(id, current);
    tell({ phase: "done", ...progress });
    return result;
  }

  return {
    async indexFolder(id, folder, onProgress) {
      const current = await open(id);
      if (current.indexing) return current.indexing.done;
      const stop = new AbortController();
      const done = indexFolder(id, current, folder, { stop, tell: (progress) => void onProgress?.(progress) });
      current.indexing = { stop, done };
      return done.finally(() => (current.indexing = undefined));
    },
    async stopIndexing(id) {
      const { indexing } = await open(id);
      indexing?.stop.abort();
      await Promise.allSettled([indexing?.done]); // its failure is for the call that started it
    },
    async indexEntries(id, entries, marks) {
      const current = await open(id);
      current.index.put(entries);
      current.marks = { ...current.marks, ...marks };
      await save(id, current); // R1
    },
    async remove(id, what) {
      const current = await open(id);
      const keys = "keys" in what ? what.keys : [...current.index.keys()].filter((key) => key.startsWith(what.prefix));
      current.index.remove(keys);
      await save(id, current);
    },
    async forget(id) {
      const current = await open(id);
      current.indexing?.stop.abort();
      await Promise.allSettled([current.indexing?.done, current.saving]); // their failures are for the calls that started them
      openIndexes.delete(id);
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
      const { count: entries, bytes } = index;
      return { entries, bytes, opened, persisted, indexing: indexing !== undefined, marks };
    },
  };
}

/** Reports progress at most every `TELL_EVERY` ms, but a new phase at once. */
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
