/** The shell in the shell worker, which is killed when a command takes too long or is stopped. */
import { AgentError } from "../../core/errors.js";
import type { Shell, ShellOrder, ShellRun } from "../../core/sandbox/sandbox.js";
import { scriptUrl } from "../threads/script-url.js";
import { createWorkerPool } from "../threads/worker-pool.js";
import { runWords } from "./run-words.js";
import shellUrl from "../../../workers/shell.worker.ts?worker&url";

/** The functions of the shell worker. */
export interface ShellThread {
  run(handle: FileSystemDirectoryHandle, order: ShellOrder, patience: number): Promise<ShellRun>;
}

/** Milliseconds until a command is killed. */
const PATIENCE = 30_000;
/** The part of its patience after which a slow command ends by itself, with the output so far; one that hangs is killed. */
const SOFT = 0.8;

const threads = createWorkerPool<ShellThread>("shell", {
  spawn: () => new Worker(scriptUrl(shellUrl), { type: "module", name: "shell" }),
  isReused: true,
  countsSeconds: true,
  tookTooLong: (patience, _progress, cause) =>
    new AgentError("TimeoutError", runWords.commandKilled(patience / 1000), { cause }),
});

export const linkShell = (handle: FileSystemDirectoryHandle, { patience = PATIENCE } = {}): Shell => ({
  run: (order, tell, signal) =>
    threads.use((thread) => thread.run(handle, order, patience * SOFT), { patience, tell, signal }),
});
