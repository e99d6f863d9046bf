/** The search indexes in their worker: started late, killable, replaced (see worker-link.ts). */
import { proxy } from "comlink";
import type { FolderIndexed, Hit, IndexStatus, SearchPort } from "../../core/search/search.js";
import { scriptUrl } from "../threads/script-url.js";
import { linkWorker } from "../threads/worker-link.js";
import searchUrl from "../../../workers/search.worker.ts?worker&url";

/** A folder of 100,000 files on a slow disk; it tells of its progress and can be stopped. */
const INDEXING = 30 * 60_000;

export type SearchLink = SearchPort & {
  /** Kills the worker and whatever it does: what was saved is loaded by the next call. */
  stop(): void;
};

export function linkSearch(): SearchLink {
  const link = linkWorker<SearchPort>(
    "search",
    () => new Worker(scriptUrl(searchUrl), { type: "module", name: "search" }),
  );
  return {
    indexFolder: (id, folder, onProgress) =>
      link.call<FolderIndexed>((desk) => desk.indexFolder(id, folder, onProgress && proxy(onProgress)), INDEXING),
    stopIndexing: (id) => link.call((desk) => desk.stopIndexing(id)),
    indexEntries: (id, entries, marks) => link.call((desk) => desk.indexEntries(id, entries, marks), INDEXING),
    remove: (id, what) => link.call((desk) => desk.remove(id, what)),
    forget: (id) => link.call((desk) => desk.forget(id)),
    search: (id, query) => link.call((desk) => desk.search(id, query) as Promise<readonly Hit[]>),
    neighbours: (id, key) => link.call((desk) => desk.neighbours(id, key)),
    status: (id) => link.call((desk) => desk.status(id) as Promise<IndexStatus>),
    stop: () => link.stop(),
  };
}
