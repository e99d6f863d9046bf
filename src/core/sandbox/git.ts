/**
 * Git: the history of a folder that is a repository, read and added to in the tab, without remotes. In the app it runs
 * in a worker that can be killed (platform/git/git-link.ts). Paths are those of a Workspace; a commit is named as in
 * Git: by id, by its first digits, by branch or tag, `HEAD~2`.
 *
 * Refusals are AgentErrors: `NotFoundError` where there is no repository or no such commit, `NotSupportedError` for
 * repositories that can't be read from a page, `TimeoutError`, `AbortError`.
 */
import type { TellProgress } from "../files/file-search.js";
import type { IgnoreOptions } from "../files/ignore.js";

export interface Git {
  status(query: { readonly path?: string }, tell: TellProgress, signal: AbortSignal): Promise<GitStatus>;
  diff(query: DiffQuery, tell: TellProgress, signal: AbortSignal): Promise<GitDiff>;
  log(query: LogQuery, tell: TellProgress, signal: AbortSignal): Promise<GitLog>;
  blame(query: BlameQuery, tell: TellProgress, signal: AbortSignal): Promise<GitBlame>;
  /** The changes of a commit: the files of the order, and those staged. `InvalidArgsError` if there are none. */
  plan(order: CommitOrder, tell: TellProgress, signal: AbortSignal): Promise<CommitPlan>;
  commit(
    order: CommitOrder,
    tell: TellProgress,
    signal: AbortSignal,
  ): Promise<GitCommit & { readonly notes: readonly string[] }>;
}

type GitFileState = "added" | "modified" | "deleted";

export interface GitStatus {
  /** Undefined if HEAD is detached. */
  readonly branch?: string;
  /** Undefined before the first commit. */
  readonly head?: string;
  readonly staged: readonly GitChange[];
  readonly unstaged: readonly GitChange[];
  readonly untracked: readonly string[];
  /** Links of the repository, which a page can't see: they are taken for unchanged (W4). */
  readonly links: number;
  /** Repositories inside this one, which are not searched. */
  readonly submodules: readonly string[];
  /** "a merge" or the like, while one is under way. */
  readonly underWay?: string;
}

export interface GitChange {
  readonly path: string;
  readonly state: GitFileState;
}

/** By default files against the stage. `isStaged`: stage against the last commit. `from`, `to`: against a commit, or two. */
export interface DiffQuery {
  readonly path?: string;
  readonly isStaged?: boolean;
  readonly from?: string;
  readonly to?: string;
  /** Rules for the files that are kept from the Model (keptIn of ignore.ts). */
  readonly ignore?: IgnoreOptions;
}

export interface GitDiff {
  /** The changes in Git's own form, file after file. */
  readonly text: string;
  readonly files: number;
  /** Files that differ and did not fit. */
  readonly leftOut: readonly string[];
  /** Files that differ and are kept from the Model. */
  readonly kept: readonly string[];
}

export interface LogQuery {
  readonly path?: string;
  readonly from?: string;
  readonly most: number;
}

export interface GitLog {
  readonly commits: readonly GitCommit[];
  /** True if older commits were not read. */
  readonly isCut: boolean;
}

export interface GitCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  /** Milliseconds since 1970, and minutes west of Greenwich, of the author. */
  readonly at: number;
  readonly west: number;
  readonly message: string;
}

export interface BlameQuery {
  readonly path: string;
  readonly from?: string;
  /** Lines, counted from 1, both included. */
  readonly first?: number;
  readonly last?: number;
}

export interface GitBlame {
  readonly lines: readonly BlamedLine[];
  readonly commits: readonly GitCommit[];
  /** The number of lines in the file. */
  readonly total: number;
  /** True if the history was too long to follow to its start: the oldest lines are then blamed on where it ended. */
  readonly isCut: boolean;
}

interface BlamedLine {
  readonly number: number;
  readonly text: string;
  readonly commit: string;
}

export interface CommitOrder {
  readonly message: string;
  /** Files or folders to commit as they are now; without any, those staged already. */
  readonly files?: readonly string[];
  /** The author to use where the repository names none. */
  readonly author?: { readonly name: string; readonly email: string };
}

export interface CommitPlan {
  readonly files: readonly GitChange[];
}
