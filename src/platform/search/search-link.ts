/** The search indexes in the search worker, which is started at the first call (see worker-link.ts). */
import { proxy } from "comlink";
import type { FolderIndexed, Hit, IndexStatus, SearchPort } from "../../core/search/search.js";
import { scriptUrl } from "../threads/script-url.js";
import { linkWorker } from "../threads/worker-link.js";
import searchUrl from "../../../workers/search.worker.ts?worker&url";

/** Milliseconds for a folder of 100,000 files on a slow disk; indexing reports its progress and can be stopped. */
const INDEXING = 30 * 60_000;

export type SearchLink = SearchPort & {
  /** Kills the worker and its calls under way; the next call loads the saved indexes. */
  stop(): void;
};

export function linkSearch(): SearchLink {
  const link = linkWorker<SearchPort>(
    "search",
    () => new Worker(scriptUrl(searchUrl), { type: "module", name: "search" }),
  );
  return {
    indexFolder: (id, folder, onProgress) =>
      link.call<FolderIndexed>((indexes) => indexes.indexFolder(id, folder, onProgress && proxy(onProgress)), INDEXING),
    stopIndexing: (id) => link.call((indexes) => indexes.stopIndexing(id)),
    indexEntries: (id, entries, marks) => link.call((indexes) => indexes.indexEntries(id, entries, marks), INDEXING),
    remove: (id, what) => link.call((indexes) => indexes.remove(id, what)),
    forget: (id) => link.call((indexes) => indexes.forget(id)),
    search: (id, query) => link.call((indexes) => indexes.search(id, query) as Promise<readonly Hit[]>),
    neighbours: (id, key) => link.call((indexes) => indexes.neighbours(id, key)),
    status: (id) => link.call((indexes) => indexes.status(id) as Promise<IndexStatus>),
    stop: () => link.stop(),
  };
}
