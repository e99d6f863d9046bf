/** Sentences about repositories: what can't be read, asked for or committed in a tab. The Model and the user read them. */
export const repositoryWords = {
  none: "This folder is no Git repository: it has no .git at its top. If the repository is a folder above it, open that one.",
  linked:
    "This folder is a linked worktree or a submodule: its history lies in another folder, which a page can't see. Open the main repository instead.",
  unreadable: (kind: string) =>
    `This repository is of a kind that can't be read in a tab (${kind}). Use Git itself for it.`,
  newerIndex:
    "The repository's index is of a newer form than can be read here. `git update-index --index-version 2` in a terminal makes it readable; nothing was changed.",
  noSuchThing: (message: string) =>
    `Git finds no such thing: ${message}. Name a commit, branch or tag as git_log and git_status show them.`,
  inConflict: "Some files are in conflict. Resolve and stage them with Git itself first; nothing was committed.",
  noCommitNamed: (name: string) => `“${name}” names no commit. Use an id, a branch, a tag, or HEAD~2.`,
  notThatFarBack: (name: string) => `There is no “${name}”: the history does not go back that far.`,
  tookTooLong: (seconds: number, progress: string) =>
    `Git was stopped after ${seconds} s${progress === "" ? "" : `, at ${progress}`}: the repository is too large for this. Ask for one folder or file.`,
  notWritable: (path: string) => `The browser lets no page write “${path}”. Nothing was changed.`,
  tooBig: (path: string, bytes: number) =>
    `“${path}” has ${Math.round(bytes / 1_000_000)} MB: more than can be read in a tab. Use Git itself for this repository.`,

  noSuchFile: (path: string, commit = "the last commit") =>
    `There is no file “${path}” in ${commit}. Check git_status.`,
  noLines: (path: string) => `“${path}” is no text, so it has no lines to blame anyone for.`,
  otherLines: (path: string, lines: number, commit = "the last commit") =>
    `“${path}” has ${lines} lines in ${commit}: ask for some of those.`,

  noMessage: "The commit needs a message: say what was changed and why.",
  underWay: (what: string) =>
    `There is ${what} under way in this repository. Finish it with Git itself; nothing was committed.`,
  unchanged: (paths: readonly string[]) =>
    `Nothing has changed in ${paths.map((path) => `“${path}”`).join(", ")}: look at git_status. Nothing was committed.`,
  nothingChanged: "Nothing has changed since the last commit, so there is nothing to commit.",
  nothingStaged: (changed: readonly string[]) =>
    `Nothing is staged. Name the files to commit; changed are: ${changed.join(", ")}.`,
  readOnly: "The folder was opened for reading only, so nothing can be committed. Ask the user to allow changes.",
  anotherGit: "Another Git is at work in this repository (.git/index.lock). Wait for it, then try again.",
  noAuthor:
    "Who commits is not known: the repository's own configuration has no user.name and user.email, and a page can't see the " +
    "user's global one. Ask the user, and give it as author: “Name <email>”. Nothing was committed.",
  hookNotRun: (hook: string) => `The ${hook} hook did not run: there are no programs in a tab.`,
  notSigned: "The commit is not signed, though the repository asks for it.",
};
