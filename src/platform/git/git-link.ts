/** Git in the git worker, which is killed when a question takes too long or is stopped. */
import { AgentError } from "../../core/errors.js";
import type { Git } from "../../core/sandbox/git.js";
import type { TellProgress } from "../../core/files/file-search.js";
import { scriptUrl } from "../threads/script-url.js";
import { createWorkerPool } from "../threads/worker-pool.js";
import { repositoryWords } from "./repository-words.js";
import gitUrl from "../../../workers/git.worker.ts?worker&url";

type GitQuestion = keyof Git;
type QueryOf<Q extends GitQuestion> = Parameters<Git[Q]>[0];
type AnswerOf<Q extends GitQuestion> = Awaited<ReturnType<Git[Q]>>;

interface GitFolder {
  readonly handle: FileSystemDirectoryHandle;
  /** The Workspace's own id, so that Git's writes and all others take turns (W2). */
  readonly id: string;
}

/** The functions of the git worker: the folder comes with each question. */
export interface GitThread {
  ask<Q extends GitQuestion>(
    folder: GitFolder,
    question: Q,
    query: QueryOf<Q>,
    tell: TellProgress,
  ): Promise<AnswerOf<Q>>;
}

/** Milliseconds: the status of a large repository reads many files, but nobody waits longer than this. */
const PATIENCE = 120_000;

const threads = createWorkerPool<GitThread>("Git", {
  spawn: () => new Worker(scriptUrl(gitUrl), { type: "module", name: "git" }),
  isReused: true,
  countsSeconds: true,
  tookTooLong: (patience, progress, cause) =>
    new AgentError("TimeoutError", repositoryWords.tookTooLong(patience / 1000, progress), { cause }),
});

export function linkGit(folder: GitFolder, { patience = PATIENCE } = {}): Git {
  const asks =
    <Q extends GitQuestion>(question: Q) =>
    (query: QueryOf<Q>, tell: TellProgress, signal: AbortSignal): Promise<AnswerOf<Q>> =>
      threads.use(
        // comlink's types lose the tie between a question and its answer
        (thread, words) => (thread as unknown as GitThread).ask(folder, question, query, words),
        { patience, tell, signal },
      );
  return {
    status: asks("status"),
    diff: asks("diff"),
    log: asks("log"),
    blame: asks("blame"),
    plan: asks("plan"),
    commit: asks("commit"),
  };
}
