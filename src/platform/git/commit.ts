/**
 * A commit of the folder's files. Hooks and signing, which Git would run in a terminal, do not run here; notes on the commit say so.
 *
 * R1 Files that are staged already are committed too; files of the order are taken as they are now, folders with all in them
 *    that changed and is not ignored.
 * R2 Nothing to commit, a merge under way or another Git at work: refused, and nothing is touched.
 * R3 Remotes, the configuration and the files themselves stay as they are.
 */
import { add, commit, remove } from "isomorphic-git";
import { AgentError } from "../../core/errors.js";
import type { TellProgress } from "../../core/files/file-search.js";
import type { GitChange, CommitOrder, CommitPlan, GitCommit } from "../../core/sandbox/git.js";
import { readPath } from "../../core/files/path.js";
import { createHistory } from "./history.js";
import { gitConfig, findStat, findText, type Repository } from "./repository.js";
import { repositoryWords } from "./repository-words.js";
import { findUnderWay, statusOf } from "./status.js";

export async function planCommit(repository: Repository, order: CommitOrder, tell: TellProgress): Promise<CommitPlan> {
  const { workspace } = repository;
  if (order.message.trim() === "") throw new AgentError("InvalidArgsError", repositoryWords.noMessage);
  const underWay = await findUnderWay(workspace);
  if (underWay) throw new AgentError("InvalidStateError", repositoryWords.underWay(underWay));
  const wanted = order.files?.map((file) => readPath(file));
  const { staged, unstaged, untracked } = await statusOf(repository, "", tell);
  const isWanted = ({ path }: GitChange) => wanted?.some((each) => each === "" || isIn(path, each)) ?? false;
  const news = untracked.map((path): GitChange => ({ path, state: "added" }));
  const taken = [...unstaged, ...news].filter(isWanted);
  const files = new Map([...staged, ...taken].map((file) => [file.path, file]));
  const missing = wanted?.filter((each) => each !== "" && ![...files.values()].some((file) => isIn(file.path, each)));
  if (missing?.length) throw new AgentError("InvalidArgsError", repositoryWords.unchanged(missing));
  if (files.size === 0) {
    const changed = [...unstaged, ...news].slice(0, 20).map(({ path }) => path);
    const { nothingChanged, nothingStaged } = repositoryWords;
    throw new AgentError("InvalidArgsError", changed.length === 0 ? nothingChanged : nothingStaged(changed));
  }
  return { files: [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

export async function commitTo(
  repository: Repository,
  order: CommitOrder,
  tell: TellProgress,
): Promise<GitCommit & { readonly notes: readonly string[] }> {
  const { at, workspace } = repository;
  const { files } = await planCommit(repository, order, tell);
  if (!(await workspace.canWrite())) throw new AgentError("ReadOnlyError", repositoryWords.readOnly);
  if (await findStat(workspace, ".git/index.lock")) {
    throw new AgentError("InvalidStateError", repositoryWords.anotherGit);
  }
  const author = await authorOf(repository, order);
  const wanted = order.files?.map((file) => readPath(file)) ?? [];
  for (const [done, { path, state }] of files.entries()) {
    if (!wanted.some((each) => each === "" || isIn(path, each))) continue; // staged before, and as it was then
    if (done % 20 === 0) tell(`${done} of ${files.length} files staged`);
    if (state === "deleted") await remove({ ...at, filepath: path });
    else await add({ ...at, filepath: path });
  }
  const id = await commit({ ...at, message: order.message, author, disallowEmpty: true });
  const { tree: _tree, committedAt: _at, ...made } = await createHistory(repository).commit(id);
  return { ...made, notes: await notesOn(repository) };
}

async function authorOf(repository: Repository, { author }: CommitOrder): Promise<{ name: string; email: string }> {
  const name = (await gitConfig(repository, "user.name")) ?? author?.name;
  const email = (await gitConfig(repository, "user.email")) ?? author?.email;
  if (name && email) return { name, email };
  throw new AgentError("InvalidArgsError", repositoryWords.noAuthor);
}

async function notesOn(repository: Repository): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const hook of ["pre-commit", "commit-msg", "post-commit"]) {
    if (await findText(repository.workspace, `.git/hooks/${hook}`)) notes.push(repositoryWords.hookNotRun(hook));
  }
  if ((await gitConfig(repository, "commit.gpgsign")) === "true") notes.push(repositoryWords.notSigned);
  return notes;
}
