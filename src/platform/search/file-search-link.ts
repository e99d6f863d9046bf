/** FileSearch in workers, one for each search: one that hangs is killed without harm to the others (see worker-pool.ts). */
import { AgentError } from "../../core/errors.js";
import type {
  FileSearch,
  GlobQuery,
  GlobResult,
  GrepQuery,
  GrepResult,
  TellProgress,
} from "../../core/files/file-search.js";
import type { IgnoreOptions } from "../../core/files/ignore.js";
import { scriptUrl } from "../threads/script-url.js";
import { createWorkerPool } from "../threads/worker-pool.js";
import { fileSearchWords } from "./file-search-words.js";
import filesUrl from "../../../workers/files.worker.ts?worker&url";

/** The functions of the files worker: the folder comes with each search. */
export interface SearchThread {
  grep(folder: SearchedFolder & Patience, query: GrepQuery, tell: TellProgress): Promise<GrepResult>;
  glob(folder: SearchedFolder & Patience, query: GlobQuery, tell: TellProgress): Promise<GlobResult>;
}

export interface SearchedFolder {
  /** The same for the same folder: the worker remembers the folder's files under it. */
  readonly key: string;
  readonly handle: FileSystemDirectoryHandle;
  readonly ignore?: IgnoreOptions;
}

export interface Patience {
  /** Milliseconds after which a search ends by itself, with the hits so far. */
  readonly patience: number;
}

/** Milliseconds until a search is killed, as in Gemini CLI. */
const PATIENCE = 30_000;
/** The part of its patience after which a slow search ends by itself, with the hits so far; one that hangs is killed. */
const SOFT = 0.8;
/** Searches at a time: more only share the same disk, and each hung one keeps a core busy. */
const AT_ONCE = 2;

/** Workers for any folder, since a search brings its folder along. */
const threads = createWorkerPool<SearchThread>("search", {
  spawn: () => new Worker(scriptUrl(filesUrl), { type: "module", name: "files" }),
  isReused: true,
  most: AT_ONCE,
  tookTooLong: (patience, progress, cause) =>
    new AgentError("TimeoutError", fileSearchWords.tookTooLong(patience / 1000, progress), { cause }),
});

let folders = 0;

export function linkFileSearch(folder: Omit<SearchedFolder, "key">, { patience = PATIENCE } = {}): FileSearch {
  const patient = { ...folder, key: `folder-${++folders}`, patience: patience * SOFT };
  return {
    grep: (query, tell, signal) =>
      threads.use<GrepResult>((thread, words) => thread.grep(patient, query, words), { patience, tell, signal }),
    glob: (query, tell, signal) =>
      threads.use<GlobResult>((thread, words) => thread.glob(patient, query, words), { patience, tell, signal }),
  };
}
