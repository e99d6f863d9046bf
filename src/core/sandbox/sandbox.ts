/**
 * Sandbox: where commands and scripts of a Model run, without network, page, storage or key (P3). The app's bodies are
 * workers that can be killed (platform/sandbox/*-link.ts). Neither changes a file: a shell gives back what it would change,
 * and its Tool writes that as any other edit.
 */
import type { TellProgress } from "../files/file-search.js";
import type { IgnoreOptions } from "../files/ignore.js";

export interface Shell {
  /** `TimeoutError` for a command that had to be killed; `AbortError` when stopped. In both cases no file has changed. */
  run(order: ShellOrder, tell: TellProgress, signal: AbortSignal): Promise<ShellRun>;
}

export interface ShellOrder {
  readonly command: string;
  /** The folder it runs in, as `readPath` gives it. */
  readonly directory: string;
  /** Of what is kept from the Model (keptIn of ignore.ts). */
  readonly ignore?: IgnoreOptions;
}

export interface ShellRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** By path. */
  readonly changes: readonly FileChange[];
  /** Folders it made and left without a file: a Workspace keeps none of those. */
  readonly emptyFolders: readonly string[];
}

/** A file as it was when the command first touched it, and as the command left it. None: there is none. */
export interface FileChange {
  readonly path: string;
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
}

export interface JavaScript {
  /** `TimeoutError` for a script that had to be killed; `AbortError` when stopped. */
  run(order: ScriptOrder, tell: TellProgress, signal: AbortSignal): Promise<ScriptRun>;
}

export interface ScriptOrder {
  readonly code: string;
  readonly ignore?: IgnoreOptions;
}

export interface ScriptRun {
  /** What it gave back, as JSON; none for what JSON cannot say. */
  readonly value?: string;
  /** What it threw, or the limit it met. */
  readonly error?: string;
  /** What it printed, a line each. */
  readonly printed: readonly string[];
  /** Whether it printed more than is kept. */
  readonly isCut: boolean;
}
