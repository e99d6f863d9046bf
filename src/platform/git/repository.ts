/** A folder's repository, checked before it is read: kinds that can't be read from a page are refused instead of read wrong. */
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
import { repositoryWords } from "./repository-words.js";

export interface Repository {
  readonly workspace: Workspace;
  /** Arguments for every function of isomorphic-git: where the files are, and where to cache what was read. */
  readonly at: { readonly fs: GitFiles; readonly dir: string; readonly cache: object };
  readonly index: ReadonlyMap<string, IndexEntry & { readonly oid: string }>;
  /** None where HEAD is at a commit and at no branch. */
  readonly branch?: string;
  /** None where there is no commit yet. */
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
  if (!dotGit) throw new AgentError("NotFoundError", repositoryWords.none);
  if (dotGit.kind === "file") throw new AgentError("NotSupportedError", repositoryWords.linked);
  const config = (await findText(workspace, ".git/config")) ?? "";
  const [, special] =
    /^\s*(objectformat\s*=\s*sha256|refstorage\s*=\s*reftable|worktree\s*=.*)\s*$/im.exec(config) ?? [];
  if (special || (await findStat(workspace, ".git/commondir"))) {
    throw new AgentError("NotSupportedError", repositoryWords.unreadable(special ?? "commondir"));
  }
}

/** A failure of isomorphic-git with a sentence for the Model, where there is one; any other as it is. */
export function explainedGit(error: unknown): unknown {
  if (error instanceof AgentError) return error;
  const { message, code } = error as Error & { readonly code?: string };
  if (message?.includes("Unsupported dircache version")) {
    return new AgentError("NotSupportedError", repositoryWords.newerIndex, { cause: error });
  }
  if (code === "NotFoundError" || code === "AmbiguousShortOidError" || code === "ShortOidNotFound") {
    return new AgentError("NotFoundError", repositoryWords.noSuchThing(message), { cause: error });
  }
  if (code === "UnmergedPathsError") {
    return new AgentError("InvalidStateError", repositoryWords.inConflict, { cause: error });
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

/** The commit of a name: an id or its first digits, a branch, a tag, `HEAD~2`, `main^`. */
export async function findCommit(repository: Repository, said: string): Promise<string> {
  const { at } = repository;
  const [, name = "", steps = ""] = /^([^~^]+)((?:~\d*|\^)*)$/.exec(said.trim()) ?? [];
  if (name === "" || name.startsWith("-")) {
    throw new AgentError("InvalidArgsError", repositoryWords.noCommitNamed(said.slice(0, 80)));
  }
  let oid: string;
  try {
    oid = await resolveRef({ ...at, ref: name });
  } catch (error) {
    if (!/^[0-9a-f]{4,40}$/i.test(name)) throw error;
    oid = await expandOid({ ...at, oid: name.toLowerCase() });
  }
  // An annotated tag is an object of its own; `readCommit` follows it to its commit.
  let commit = await readCommit({ ...at, oid });
  for (const [, count] of steps.matchAll(/[~^](\d*)/g)) {
    for (let step = Number(count || 1); step > 0; step--) {
      const [parent] = commit.commit.parent;
      if (!parent) throw new AgentError("NotFoundError", repositoryWords.notThatFarBack(said));
      commit = await readCommit({ ...at, oid: parent });
    }
  }
  return commit.oid;
}

export const gitConfig = async (repository: Repository, path: string): Promise<string | undefined> => {
  const value: unknown = await getConfig({ ...repository.at, path });
  return value === undefined || value === null ? undefined : String(value);
};
