/**
 * Sandbox: runs commands and scripts of a Model, without network, page, storage or key (P3). In the app it is made of
 * workers that can be killed (platform/sandbox/*-link.ts). Neither changes a file: a shell gives back the changes, and
 * its Tool writes them as any other edit.
 */
import type { TellProgress } from "../files/file-search.js";
import type { IgnoreOptions } from "../files/ignore.js";

export interface Shell {
  /** `TimeoutError` for a command that had to be killed; `AbortError` when stopped. In both cases no file has changed. */
  run(order: ShellOrder, tell: TellProgress, signal: AbortSignal): Promise<ShellRun>;
}

export interface ShellOrder {
  readonly command: string;
  /** The folder of the command, as `readPath` gives it. */
  readonly directory: string;
  /** Rules for the files that are kept from the Model (keptIn of ignore.ts). */
  readonly ignore?: IgnoreOptions;
}

export interface ShellRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** By path. */
  readonly changes: readonly FileChange[];
  /** New folders without a file, which a Workspace does not keep. */
  readonly emptyFolders: readonly string[];
}

/** A file as the command first found it, and as it left it; undefined where there is none. */
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
  /** The result as JSON; undefined for one that JSON cannot hold. */
  readonly value?: string;
  /** The error thrown, or the limit met. */
  readonly error?: string;
  /** Lines printed. */
  readonly printed: readonly string[];
  /** True if more was printed than is kept. */
  readonly isCut: boolean;
}
