/** The shell worker runs commands, and may be killed at any time; the code is in src/platform/sandbox/run-shell.ts. */
import "../src/platform/threads/buffer-global.js";
import { expose } from "comlink";
import { removeGlobals } from "../src/platform/sandbox/remove-globals.js";
import { transferChanges } from "../src/platform/sandbox/transfer-changes.js";
import { runShell } from "../src/platform/sandbox/run-shell.js";
import type { ShellThread } from "../src/platform/sandbox/shell-link.js";
import { createHandleWorkspace } from "../src/platform/workspace/handle-workspace.js";

removeGlobals();

const thread: ShellThread = {
  async run(handle, order, patience) {
    const workspace = createHandleWorkspace({ id: "", kind: "folder", handle });
    return transferChanges(await runShell(workspace, order, { patience }));
  },
};

expose(thread);
