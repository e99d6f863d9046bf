/**
 * Git: the history of a folder that is a repository, read and added to in the tab. Never a remote. The app's body is a worker
 * that can be killed (platform/git/git-link.ts). All paths are a Workspace's; a commit is named as Git names it: by id,
 * by the first digits of it, by branch or tag, `HEAD~2`.
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
  /** What `commit` would commit: the files of the order, and what is staged already. `InvalidArgsError` if that is nothing. */
  plan(order: CommitOrder, tell: TellProgress, signal: AbortSignal): Promise<CommitPlan>;
  commit(
    order: CommitOrder,
    tell: TellProgress,
    signal: AbortSignal,
  ): Promise<GitCommit & { readonly notes: readonly string[] }>;
}

type GitFileState = "added" | "modified" | "deleted";

export interface GitStatus {
  /** None: HEAD is at a commit, at no branch. */
  readonly branch?: string;
  /** None: there is no commit yet. */
  readonly head?: string;
  readonly staged: readonly GitChange[];
  readonly unstaged: readonly GitChange[];
  readonly untracked: readonly string[];
  /** Links of the repository: a page can't see them, so they are taken for unchanged (W4). */
  readonly links: number;
  /** Repositories within it, which are not looked into. */
  readonly submodules: readonly string[];
  /** "a merge" and its like, if one is under way. */
  readonly underWay?: string;
}

export interface GitChange {
  readonly path: string;
  readonly state: GitFileState;
}

/**
 * Without `from`: the files against what is staged, or with `isStaged` that against the last commit. With `from`: the files
 * against that commit, or with `to` one commit against another.
 */
export interface DiffQuery {
  readonly path?: string;
  readonly isStaged?: boolean;
  readonly from?: string;
  readonly to?: string;
  /** Of what is kept from the Model (keptIn of ignore.ts). */
  readonly ignore?: IgnoreOptions;
}

export interface GitDiff {
  /** In Git's own form, a file after the other. */
  readonly text: string;
  readonly files: number;
  /** Files that differ too, and were one too many to show. */
  readonly leftOut: readonly string[];
  /** Files that differ too, and are kept from the Model. */
  readonly kept: readonly string[];
}

export interface LogQuery {
  readonly path?: string;
  readonly from?: string;
  readonly most: number;
}

export interface GitLog {
  readonly commits: readonly GitCommit[];
  /** Whether older ones were not looked at. */
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
  /** Lines the file has. */
  readonly total: number;
  /** Whether the history was too long to follow to its start: the oldest are then blamed on where it ended. */
  readonly isCut: boolean;
}

interface BlamedLine {
  readonly number: number;
  readonly text: string;
  readonly commit: string;
}

export interface CommitOrder {
  readonly message: string;
  /** Files or folders to take as they are now. None: what is staged already. */
  readonly files?: readonly string[];
  /** Where the repository does not say. */
  readonly author?: { readonly name: string; readonly email: string };
}

export interface CommitPlan {
  readonly files: readonly GitChange[];
}
