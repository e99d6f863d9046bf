/** Git in a worker that can be killed. */
import { AgentError } from "../../core/errors.js";
import type { Git } from "../../core/sandbox/git.js";
import type { TellProgress } from "../../core/files/file-search.js";
import { scriptUrl } from "../threads/script-url.js";
import { createThreads } from "../sandbox/killable-workers.js";
import gitUrl from "../../../workers/git.worker.ts?worker&url";

type GitQuestion = keyof Git;
type QueryOf<Q extends GitQuestion> = Parameters<Git[Q]>[0];
type AnswerOf<Q extends GitQuestion> = Awaited<ReturnType<Git[Q]>>;

/** `id`: that of its Workspace, so that Git's writes and all others take turns (W2). */
interface GitFolder {
  readonly handle: FileSystemDirectoryHandle;
  readonly id: string;
}

/** What the worker exposes: the folder comes with each question. */
export interface GitThread {
  ask<Q extends GitQuestion>(
    folder: GitFolder,
    question: Q,
    query: QueryOf<Q>,
    tell: TellProgress,
  ): Promise<AnswerOf<Q>>;
}

/** A large repository's status reads many files; over this the user has lost patience too. */
const PATIENCE = 120_000;

const threads = createThreads<GitThread>("Git", {
  spawn: () => new Worker(scriptUrl(gitUrl), { type: "module", name: "git" }),
  isReused: true,
  tookTooLong: (patience, progress, cause) =>
    new AgentError(
      "TimeoutError",
      `Git was stopped after ${patience / 1000} s${progress === "" ? "" : `, at ${progress}`}: the repository is too large for this. ` +
        "Ask for one folder or file.",
      { cause },
    ),
});

export function linkGit(folder: GitFolder, { patience = PATIENCE } = {}): Git {
  const asks =
    <Q extends GitQuestion>(question: Q) =>
    (query: QueryOf<Q>, tell: TellProgress, signal: AbortSignal): Promise<AnswerOf<Q>> =>
      threads.use(
        // comlink's types lose what ties the answer to the question
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
