/** Shell in a worker that can be killed. */
import { AgentError } from "../../core/errors.js";
import type { Shell, ShellOrder, ShellRun } from "../../core/sandbox/sandbox.js";
import { scriptUrl } from "../threads/script-url.js";
import { createThreads } from "./killable-workers.js";
import shellUrl from "../../../workers/shell.worker.ts?worker&url";

/** What the worker exposes. */
export interface ShellThread {
  run(handle: FileSystemDirectoryHandle, order: ShellOrder, patience: number): Promise<ShellRun>;
}

interface ShellOptions {
  /** Milliseconds until a command is stopped. */
  readonly patience?: number;
}

const PATIENCE = 30_000;
/** Part of it after which a command that is only slow ends and tells what it has; one that hangs is killed at the end. */
const SOFT = 0.8;

const threads = createThreads<ShellThread>("shell", {
  spawn: () => new Worker(scriptUrl(shellUrl), { type: "module", name: "shell" }),
  isReused: true,
  tookTooLong: (patience, _progress, cause) =>
    new AgentError(
      "TimeoutError",
      `The command was killed after ${patience / 1000} s, and no file was changed. Either it hangs (a pattern like (a+)+ does, and a loop ` +
        "without end), or it has too much to do: make it simpler, or let it work on fewer files.",
      { cause },
    ),
});

export const linkShell = (handle: FileSystemDirectoryHandle, { patience = PATIENCE }: ShellOptions = {}): Shell => ({
  run: (order, tell, signal) =>
    threads.use((thread) => thread.run(handle, order, patience * SOFT), { patience, tell, signal }),
});
