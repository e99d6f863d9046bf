/** A thread for Git, which may be killed at any time. It has no sense of its own: see src/platform/git/create-git.ts. */
import "../src/platform/threads/buffer-global.js";
import { expose } from "comlink";
import { createGit } from "../src/platform/git/create-git.js";
import type { GitThread } from "../src/platform/git/git-link.js";
import { removeGlobals } from "../src/platform/sandbox/remove-globals.js";
import { createHandleWorkspace } from "../src/platform/workspace/handle-workspace.js";

removeGlobals();

/** Whoever wants it to stop ends the thread. */
const never = new AbortController().signal;

const thread: GitThread = {
  async ask({ handle, id }, question, query, tell) {
    const git = createGit(createHandleWorkspace({ id, kind: "folder", handle }));
    // What ties a question to its answer is known to the caller's types, not to these.
    const ask = git[question] as (...args: readonly unknown[]) => Promise<never>;
    return ask(query, tell, never);
  },
};

expose(thread);
