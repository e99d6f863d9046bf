/** The differences between the last commit, the index and the files. */
import { statusMatrix } from "isomorphic-git";
import type { TellProgress } from "../../core/files/file-search.js";
import type { GitChange, GitStatus } from "../../core/sandbox/git.js";
import { findStat, type Repository } from "./repository.js";

const LINK = 0o120000;
const SUBMODULE = 0o160000;

/** Files between two reports of progress. */
const STEP = 500;

export async function statusOf(repository: Repository, path: string, tell: TellProgress): Promise<GitStatus> {
  const { at, index, branch, head, workspace } = repository;
  const isInside = (each: string) => path === "" || each === path || each.startsWith(`${path}/`);
  let seen = 0;
  const rows = await statusMatrix({
    ...at,
    refresh: false, // a question must not write the index
    ...(path !== "" && { filepaths: [path] }),
    filter(each) {
      if (++seen % STEP === 0) tell(`${seen} files looked at`);
      return isInside(each);
    },
  });
  const staged: GitChange[] = [];
  const unstaged: GitChange[] = [];
  const untracked: string[] = [];
  let links = 0;
  for (const [file, inHead, inFolder, inStage] of rows) {
    const isLink = index.get(file)?.mode === LINK;
    if (isLink) links++;
    if (inStage === 0 && inHead === 0) untracked.push(file);
    else {
      if (inStage === 0) staged.push({ path: file, state: "deleted" });
      else if (inHead === 0) staged.push({ path: file, state: "added" });
      else if (inStage !== 1) staged.push({ path: file, state: "modified" });
      if (inStage === 0) {
        if (inFolder !== 0) untracked.push(file);
      } else if (isLink) continue;
      else if (inFolder === 0) unstaged.push({ path: file, state: "deleted" });
      else if (inFolder !== inStage) unstaged.push({ path: file, state: "modified" });
    }
  }
  const submodules = [...index]
    .filter(([file, { mode }]) => mode === SUBMODULE && isInside(file))
    .map(([file]) => file);
  const underWay = await findUnderWay(workspace);
  return {
    ...(branch && { branch }),
    ...(head && { head }),
    staged,
    unstaged,
    untracked,
    links,
    submodules,
    ...(underWay && { underWay }),
  };
}

const SIGNS = [
  ["MERGE_HEAD", "a merge"],
  ["CHERRY_PICK_HEAD", "a cherry-pick"],
  ["REVERT_HEAD", "a revert"],
  ["rebase-merge", "a rebase"],
  ["rebase-apply", "a rebase"],
] as const;

export async function findUnderWay(workspace: Repository["workspace"]): Promise<string | undefined> {
  for (const [sign, name] of SIGNS) if (await findStat(workspace, `.git/${sign}`)) return name;
  return undefined;
}
