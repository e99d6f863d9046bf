/** Tool: what a Model may call. Declared by one file each in tools/, listed in tools/all.ts. */
import type { Part } from "../core/content.js";
import type { FileSearch } from "../core/file-search.js";
import type { Ignore, IgnoreOptions } from "../core/ignore.js";
import type { ToolDeclaration } from "../core/model.js";
import { readArgs, schemaOf, type ArgsOf, type Fields } from "../core/schema.js";
import type { Workspace } from "../core/workspace.js";

/** `read` Tools change nothing and may run side by side; all others run alone, in the order they were called. */
export type ToolKind = "read" | "edit" | "execute" | "fetch" | "remember" | "ask";

export interface Tool {
  readonly kind: ToolKind;
  readonly declaration: ToolDeclaration;
  /** Whether what it gives back was written by strangers: then it reaches the Model marked as such (A4). */
  readonly untrusted: boolean;
  /** Reads the arguments; what it gives back knows what it is about and can be run. `InvalidArgsError` if they don't fit. */
  prepare(args: Readonly<Record<string, unknown>>): PreparedCall;
}

export interface PreparedCall {
  /** A few words for the screen: the path, the pattern. */
  readonly title: string;
  run(env: ToolEnv, signal: AbortSignal): Promise<ToolOutput>;
}

/** What a Tool is given. Failures are thrown as AgentErrors, with a sentence the Model can act on. */
export interface ToolEnv {
  readonly callId: string;
  /** The folder; throws a sentence where none is open. */
  readonly workspace: () => Workspace;
  /** Finds files and lines in that folder; killable, since patterns come from a Model. Throws as `workspace` does. */
  readonly files: () => FileSearch;
  /** The ignore rules of that folder, by the user's settings but for what is said here. Throws as `workspace` does. */
  readonly ignore: (but?: IgnoreOptions) => Ignore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The whole of an output that was cut or masked (X2). */
  readonly fullOutput: (callId: string) => Promise<string | undefined>;
  /** Tells how far it is, for what takes more than a second (U4). */
  readonly progress: (words: string) => void;
}

export type ToolOutput = string | { readonly text: string; readonly media: readonly Part[] };

interface ToolSource<F extends Fields> {
  readonly name: string;
  readonly kind: ToolKind;
  readonly description: string;
  readonly parameters: F;
  readonly untrusted?: boolean;
  readonly title: (args: ArgsOf<F>) => string;
  readonly run: (args: ArgsOf<F>, env: ToolEnv, signal: AbortSignal) => Promise<ToolOutput>;
}

export function defineTool<F extends Fields>(source: ToolSource<F>): Tool {
  const { name, kind, description, parameters, untrusted = false } = source;
  return {
    kind,
    untrusted,
    declaration: { name, description, parameters: schemaOf(parameters) },
    prepare(given) {
      const args = readArgs(parameters, given);
      return { title: source.title(args), run: (env, signal) => source.run(args, env, signal) };
    },
  };
}
