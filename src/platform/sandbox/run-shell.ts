/**
 * One command in an emulated bash over a Workspace (P3): no network, no programs but the emulator's own, an environment
 * of ours alone. Runs in the calling thread; the app calls it in a worker that can be killed.
 */
import { Bash, InMemoryFs, MountableFs } from "just-bash/browser";
import { keptIn } from "../../core/files/ignore.js";
import type { ShellOrder, ShellRun } from "../../core/sandbox/sandbox.js";
import type { Workspace } from "../../core/files/workspace.js";
import { createOverlay } from "./overlay.js";
import { runWords } from "./run-words.js";
import { createShellFiles } from "./shell-files.js";

/** The folder's path for a command; files outside of it are gone when the command ends. */
const SHELL_ROOT = "/workspace";

interface ShellPatience {
  /** Milliseconds after which a slow command ends by itself, with the output so far; one that hangs is killed later. */
  readonly patience: number;
  readonly now?: () => number;
}

const LIMITS = {
  /** Enough for a loop over some thousand files, each with a few commands. */
  maxCommandCount: 50_000,
  maxLoopIterations: 50_000,
  maxCallDepth: 100,
  /** The log keeps the output whole (X2). */
  maxOutputSize: 4_000_000,
  maxStringLength: 32_000_000,
  maxLiveBytes: 256_000_000,
  maxSourceBytes: 1_000_000,
};

export async function runShell(
  workspace: Workspace,
  { command, directory, ignore }: ShellOrder,
  { patience, now = Date.now }: ShellPatience,
): Promise<ShellRun> {
  const overlay = createOverlay(workspace, keptIn(workspace, ignore), now);
  const scratch = new InMemoryFs();
  // The emulator lays out /bin, /dev and /tmp only in a file system of its own.
  void new Bash({ fs: scratch });
  const fs = new MountableFs({
    base: scratch,
    mounts: [{ mountPoint: SHELL_ROOT, filesystem: createShellFiles(overlay) }],
  });
  const cwd = directory === "" ? SHELL_ROOT : `${SHELL_ROOT}/${directory}`;
  const bash = new Bash({
    fs,
    cwd,
    env: { HOME: "/tmp", USER: "user", LANG: "C.UTF-8", TERM: "dumb" },
    executionLimits: { ...LIMITS, maxExecutionTimeMs: patience },
  });
  try {
    const { stdout, stderr, exitCode } = await bash.exec(command, { rawScript: true });
    const refused = overlay.refusals().filter((refusal) => !stderr.includes(refusal));
    return {
      stdout,
      stderr: refused.reduce((text, refusal) => `${text}not done: ${refusal}\n`, stderr),
      exitCode,
      changes: overlay.changes(),
      emptyFolders: overlay.emptyFolders(),
    };
  } catch (error) {
    // The emulator ends the whole command where an output can't be redirected into a file.
    const stderr = runWords.commandEnded((error as Error).message);
    return { stdout: "", stderr, exitCode: 1, changes: [], emptyFolders: [] };
  }
}
