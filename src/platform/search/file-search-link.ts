/**
 * FileSearch in workers (see worker-link.ts). Each search has a worker for itself, so that the one that hangs can be killed
 * without harm to the others; a worker that is done waits for the next search.
 *
 *   search ──► idle worker, or a new one ──► answer ──► idle
 *                                       └──► stopped or out of time ──► killed; the next search starts a new one
 */
import { proxy } from "comlink";
import { AgentError, isNamed } from "../../core/errors.js";
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
import { linkWorker, type WorkerLink } from "../threads/worker-link.js";
import filesUrl from "../../../workers/files.worker.ts?worker&url";

/** What the worker exposes: the folder comes with each search. */
export interface SearchThread {
  grep(folder: SearchedFolder & Patience, query: GrepQuery, tell: TellProgress): Promise<GrepResult>;
  glob(folder: SearchedFolder & Patience, query: GlobQuery, tell: TellProgress): Promise<GlobResult>;
}

export interface SearchedFolder {
  /** The same for the same folder: what a thread knows of it is kept under that. */
  readonly key: string;
  readonly handle: FileSystemDirectoryHandle;
  readonly ignore?: IgnoreOptions;
}

export interface Patience {
  /** Milliseconds after which the thread gives what it has found. */
  readonly patience: number;
}

interface FileSearchOptions {
  /** Milliseconds until a search is stopped; 30 s unless told, as in Gemini CLI. */
  readonly patience?: number;
}

const PATIENCE = 30_000;
/** Part of it after which a search that is only slow gives what it has; one that hangs is killed at the end. */
const SOFT = 0.8;
/** Searches at a time: more only share the same disk, and each hung one keeps a core busy. */
const AT_ONCE = 2;

let folders = 0;

export function linkFileSearch(
  folder: Omit<SearchedFolder, "key">,
  { patience = PATIENCE }: FileSearchOptions = {},
): FileSearch {
  const patient = { ...folder, key: `folder-${++folders}`, patience: patience * SOFT };
  async function search<R>(call: Call<R>, tell: TellProgress, signal: AbortSignal): Promise<R> {
    signal.throwIfAborted();
    const link = await threads.take(signal);
    const stop = () => link.stop();
    signal.addEventListener("abort", stop, { once: true });
    let progress = "";
    const listener = proxy((words: string) => {
      progress = words;
      if (!signal.aborted) tell(words);
    });
    try {
      signal.throwIfAborted(); // it may have been stopped while it waited for its turn
      return await link.call((thread) => call(thread as unknown as SearchThread, listener), patience);
    } catch (error) {
      signal.throwIfAborted();
      throw isNamed(error, "TimeoutError") ? tookTooLong(patience, progress, error) : error;
    } finally {
      signal.removeEventListener("abort", stop);
      threads.giveBack(link);
    }
  }
  return {
    grep: (query, tell, signal) => search((thread, words) => thread.grep(patient, query, words), tell, signal),
    glob: (query, tell, signal) => search((thread, words) => thread.glob(patient, query, words), tell, signal),
  };
}

type Call<R> = (thread: SearchThread, tell: TellProgress) => Promise<R>;

function tookTooLong(patience: number, progress: string, cause: unknown): AgentError {
  const message =
    `The search was stopped after ${patience / 1000} s${progress === "" ? "" : `, at ${progress}`}; no file was changed. ` +
    "Either the pattern takes forever on some line (as (a+)+ does: don't repeat what repeats), or there is too much to search: " +
    "make the pattern simpler, or narrow dir_path and include_pattern.";
  return new AgentError("TimeoutError", message, { cause });
}

/** Workers for any folder: shared by all, since a search brings its folder along. */
const threads = createThreads();

function createThreads() {
  const idle: WorkerLink<SearchThread>[] = [];
  const waiting: ((link: WorkerLink<SearchThread>) => void)[] = [];
  let made = 0;
  const make = () => {
    made++;
    return linkWorker<SearchThread>("search", () => new Worker(scriptUrl(filesUrl), { type: "module", name: "files" }));
  };
  return {
    take(signal: AbortSignal): Promise<WorkerLink<SearchThread>> {
      const free = idle.pop() ?? (made < AT_ONCE ? make() : undefined);
      if (free) return Promise.resolve(free);
      return new Promise((resolve, reject) => {
        const give = (link: WorkerLink<SearchThread>) => {
          signal.removeEventListener("abort", leave);
          resolve(link);
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(give), 1);
          reject(signal.reason);
        };
        waiting.push(give);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
    giveBack(link: WorkerLink<SearchThread>): void {
      const next = waiting.shift();
      if (next) next(link);
      else idle.push(link);
    },
  };
}
