/**
 * A folder's repository, looked at before anything is asked of it: what can't be read from a page is refused here, with a
 * sentence, instead of being read wrong.
 */
import {
  STAGE,
  currentBranch,
  expandOid,
  getConfig,
  readCommit,
  resolveRef,
  walk,
  type WalkerEntry,
} from "isomorphic-git";
import { AgentError, isNamed } from "../../core/errors.js";
import { decodeText } from "../../core/files/text-file.js";
import type { Workspace } from "../../core/files/workspace.js";
import { createGitFiles, type GitFiles, type GitIndex, type IndexEntry } from "./git-files.js";

export interface Repository {
  readonly workspace: Workspace;
  /** What every function of the library is told: where the files are, and where to remember what it has read. */
  readonly at: { readonly fs: GitFiles; readonly dir: string; readonly cache: object };
  readonly index: ReadonlyMap<string, IndexEntry & { readonly oid: string }>;
  /** None: HEAD is at a commit, at no branch. */
  readonly branch?: string;
  /** None: there is no commit yet. */
  readonly head?: string;
  /** Commits whose parents were not fetched. */
  readonly shallow: ReadonlySet<string>;
}

export async function openRepository(workspace: Workspace): Promise<Repository> {
  await mustBeReadable(workspace);
  let index: GitIndex | undefined;
  const at = { fs: createGitFiles(workspace, () => index), dir: "/", cache: {} };
  const entries = await readIndex(at);
  index = { entries, changedAt: (await findStat(workspace, ".git/index"))?.changedAt ?? 0 };
  return {
    workspace,
    at,
    index: entries,
    branch: (await currentBranch(at)) ?? undefined,
    head: await resolveRef({ ...at, ref: "HEAD" }).catch(() => undefined), // a branch without a commit yet
    shallow: new Set((await findText(workspace, ".git/shallow"))?.split("\n").filter(Boolean)),
  };
}

async function mustBeReadable(workspace: Workspace): Promise<void> {
  const dotGit = await findStat(workspace, ".git");
  if (!dotGit) {
    throw new AgentError(
      "NotFoundError",
      "This folder is no Git repository: it has no .git at its top. If the repository is a folder above it, open that one.",
    );
  }
  if (dotGit.kind === "file") {
    throw new AgentError(
      "NotSupportedError",
      "This folder is a linked worktree or a submodule: its history lies in another folder, which a page can't see. Open the main repository instead.",
    );
  }
  const config = (await findText(workspace, ".git/config")) ?? "";
  const [, special] =
    /^\s*(objectformat\s*=\s*sha256|refstorage\s*=\s*reftable|worktree\s*=.*)\s*$/im.exec(config) ?? [];
  if (special || (await findStat(workspace, ".git/commondir"))) {
    throw new AgentError(
      "NotSupportedError",
      `This repository is of a kind that can't be read in a tab (${special ?? "commondir"}). Use Git itself for it.`,
    );
  }
}

/** A library's failure, as a sentence. */
export function explainedGit(error: unknown): unknown {
  if (error instanceof AgentError) return error;
  const { message, code } = error as Error & { readonly code?: string };
  if (message?.includes("Unsupported dircache version")) {
    return new AgentError(
      "NotSupportedError",
      "The repository's index is of a newer form than can be read here. `git update-index --index-version 2` in a terminal makes it readable; nothing was changed.",
      { cause: error },
    );
  }
  if (code === "NotFoundError" || code === "AmbiguousShortOidError" || code === "ShortOidNotFound") {
    const message = `Git finds no such thing: ${(error as Error).message}. Name a commit, branch or tag as git_log and git_status show them.`;
    return new AgentError("NotFoundError", message, { cause: error });
  }
  if (code === "UnmergedPathsError") {
    const message = "Some files are in conflict. Resolve and stage them with Git itself first; nothing was committed.";
    return new AgentError("InvalidStateError", message, { cause: error });
  }
  return error;
}

async function readIndex(at: Repository["at"]): Promise<Map<string, IndexEntry & { oid: string }>> {
  const entries = new Map<string, IndexEntry & { oid: string }>();
  await walk({
    ...at,
    trees: [STAGE()],
    async map(path, [entry]: (WalkerEntry | null)[]) {
      const stat = await entry?.stat();
      if (entry && stat && path !== ".") entries.set(path, { ...(stat as IndexEntry), oid: await entry.oid() });
      return undefined;
    },
  });
  return entries;
}

export async function findStat(workspace: Workspace, path: string) {
  try {
    return await workspace.stat(path);
  } catch (error) {
    if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) return undefined;
    throw error;
  }
}

export async function findText(workspace: Workspace, path: string): Promise<string | undefined> {
  return (await findStat(workspace, path))?.kind === "file" ? decodeText(await workspace.read(path)) : undefined;
}

/** The commit that is meant by a name: an id or its first digits, a branch, a tag, `HEAD~2`, `main^`. */
export async function findCommit(repository: Repository, said: string): Promise<string> {
  const { at } = repository;
  const [, name = "", steps = ""] = /^([^~^]+)((?:~\d*|\^)*)$/.exec(said.trim()) ?? [];
  if (name === "" || name.startsWith("-")) {
    throw new AgentError(
      "InvalidArgsError",
      `“${said.slice(0, 80)}” names no commit. Use an id, a branch, a tag, or HEAD~2.`,
    );
  }
  let oid: string;
  try {
    oid = await resolveRef({ ...at, ref: name });
  } catch (error) {
    if (!/^[0-9a-f]{4,40}$/i.test(name)) throw error;
    oid = await expandOid({ ...at, oid: name.toLowerCase() });
  }
  // A tag may stand for a commit; reading it as one looks through it.
  let commit = await readCommit({ ...at, oid });
  for (const [, count] of steps.matchAll(/[~^](\d*)/g)) {
    for (let step = Number(count || 1); step > 0; step--) {
      const [parent] = commit.commit.parent;
      if (!parent)
        throw new AgentError("NotFoundError", `There is no “${said}”: the history does not go back that far.`);
      commit = await readCommit({ ...at, oid: parent });
    }
  }
  return commit.oid;
}

export const gitConfig = async (repository: Repository, path: string): Promise<string | undefined> => {
  const value: unknown = await getConfig({ ...repository.at, path });
  return value === undefined || value === null ? undefined : String(value);
};
