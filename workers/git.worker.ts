/** The git worker answers questions to Git, and may be killed at any time; the code is in src/platform/git/create-git.ts. */
import "../src/platform/threads/buffer-global.js";
import { expose } from "comlink";
import { createGit } from "../src/platform/git/create-git.js";
import type { GitThread } from "../src/platform/git/git-link.js";
import { removeGlobals } from "../src/platform/sandbox/remove-globals.js";
import { createHandleWorkspace } from "../src/platform/workspace/handle-workspace.js";

removeGlobals();

/** A signal that never aborts: to stop a question is to end the worker. */
const never = new AbortController().signal;

const thread: GitThread = {
  async ask({ handle, id }, question, query, tell) {
    const git = createGit(createHandleWorkspace({ id, kind: "folder", handle }));
    // The caller's types tie a question to its answer; these can't.
    const ask = git[question] as (...args: readonly unknown[]) => Promise<never>;
    return ask(query, tell, never);
  },
};

expose(thread);
