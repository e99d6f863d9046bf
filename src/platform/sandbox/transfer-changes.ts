/** The result of a command on its way to another thread: the bytes of its changes are transferred, not copied. */
import { transfer } from "comlink";
import type { ShellRun } from "../../core/sandbox/sandbox.js";

export function transferChanges(run: ShellRun): ShellRun {
  const buffers = run.changes.flatMap(({ before, after }) => [before?.buffer, after?.buffer]);
  return transfer(
    run,
    [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer),
  );
}
