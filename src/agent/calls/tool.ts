/** Tool: what a Model may call. Declared by one file each in tools/, listed in tools/all.ts. */
import type { Part } from "../../core/content.js";
import type { FileSearch } from "../../core/files/file-search.js";
import type { Git } from "../../core/sandbox/git.js";
import type { Ignore, IgnoreOptions } from "../../core/files/ignore.js";
import type { AsideMade } from "../../core/log/log.js";
import type { ToolDeclaration } from "../../core/models/model.js";
import type { JavaScript, Shell } from "../../core/sandbox/sandbox.js";
import { readArgs, schemaOf, type ArgsOf, type Fields } from "../../core/schema.js";
import type { Proposal, Question } from "../../core/policy/approval.js";
import type { EditNote } from "../../core/text/edits.js";
import type { ToolKind } from "../../core/policy/policy.js";
import type { Todo } from "../../core/port/todos.js";
import type { Web } from "../../core/sandbox/web.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { CallId } from "../../core/ids.js";
import type { AuthoredChange } from "./checkpoints.js";
import type { ManagerParts } from "../sub-agents/memory-manager.js";
import type { Recall } from "../recall/recall-records.js";
import type { Remembering } from "../memory/remember.js";
import type { SeenFiles } from "./seen-files.js";
import type { RunAgent } from "../sub-agents/sub-agent.js";

export interface Tool {
  readonly kind: ToolKind;
  readonly declaration: ToolDeclaration;
  /** Whether what it gives back was written by strangers: then it reaches the Model marked as such (A4). */
  readonly untrusted: boolean;
  /** Whether it is of no use while no folder is open, or the browser has not let us in again: then no Model is offered it. */
  readonly needsFolder: boolean;
  /** Reads the arguments; what it gives back knows what it is about and can be run. `InvalidArgsError` if they don't fit. */
  prepare(args: Readonly<Record<string, unknown>>): PreparedCall;
}

export interface PreparedCall {
  /** A few words for the screen: the path, the pattern. */
  readonly title: string;
  /** What it is about to do, for Policy and user; a Tool that changes nothing has none. */
  propose?(env: ToolEnv, signal: AbortSignal): Promise<Proposed>;
  /** `approved` is the proposal as it was allowed: with another text, if the user wrote one. */
  run(env: ToolEnv, signal: AbortSignal, approved?: Proposal): Promise<ToolOutput>;
}

export interface Proposed {
  readonly proposal: Proposal;
  /** Why the user should see it even where such calls need no question, as a sentence. */
  readonly caution?: string;
}

/** What a Tool is given. Failures are thrown as AgentErrors, with a sentence the Model can act on. */
export interface ToolEnv {
  readonly callId: CallId;
  /** The folder; throws a sentence where none is open. */
  readonly workspace: () => Workspace;
  /** Finds files and lines in that folder; killable, since patterns come from a Model. Throws as `workspace` does. */
  readonly files: () => FileSearch;
  /** The ignore rules of that folder, by the user's settings but for what is said here. Throws as `workspace` does. */
  readonly ignore: (but?: IgnoreOptions) => Ignore;
  /** What the Model was shown of that folder. */
  readonly seen: SeenFiles;
  /** Changes a file, with a checkpoint: durable before, settled after. `ChangedError` if it is not as `before` says. */
  readonly change: (change: AuthoredChange) => Promise<void>;
  /** Asks the user; nothing if they don't want to answer. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly string[] | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The whole of an output that was cut or masked (X2). */
  readonly fullOutput: (callId: CallId) => Promise<string | undefined>;
  /** What was said and read before in this Session, in the context or not (C11). */
  readonly recall?: Recall;
  /** Tells how far it is, for what takes more than a second (U4). */
  readonly progress: (words: string) => void;
  /** What runs commands over that folder; none where it can't be reached from a worker. */
  readonly shell?: () => Shell | undefined;
  readonly javascript?: () => JavaScript | undefined;
  readonly git?: () => Git | undefined;
  /** Puts down a request that this call has made of a Model, to be counted (C16). */
  readonly keepAside: (made: Omit<AsideMade, "kind" | "turn">) => Promise<void>;
  /** Where facts are kept (M8). */
  readonly memory?: () => Remembering;
  /** What the memory manager is given to work on; nothing where the user has not turned it on (M9). */
  readonly managing?: () => Promise<ManagerParts | undefined>;
  /** Lets a sub-agent run (A5); none where the librarian answers. */
  readonly runAgent?: RunAgent;
  /** The web, where a Model's key lets us. */
  readonly web?: () => Web | undefined;
}

export type ToolOutput = string | WholeOutput;

export interface WholeOutput {
  readonly text: string;
  /** It failed, and the text is more than our own words on that: it is cut and marked as any output is. */
  readonly isFailed?: boolean;
  readonly media?: readonly Part[];
  /** Files it has looked at or changed, and folders, which end in a slash: what they remember comes with the output (M7). */
  readonly touched?: readonly string[];
  readonly edit?: EditNote;
  readonly todos?: readonly Todo[];
}

interface ToolSource<F extends Fields> {
  readonly name: string;
  readonly kind: ToolKind;
  readonly description: string;
  readonly parameters: F;
  readonly untrusted?: boolean;
  /** Unless told otherwise it does. */
  readonly needsFolder?: boolean;
  readonly title: (args: ArgsOf<F>) => string;
  readonly propose?: (args: ArgsOf<F>, env: ToolEnv, signal: AbortSignal) => Promise<Proposed>;
  readonly run: (args: ArgsOf<F>, env: ToolEnv, signal: AbortSignal, approved?: Proposal) => Promise<ToolOutput>;
}

export function defineTool<F extends Fields>(source: ToolSource<F>): Tool {
  const { name, kind, description, parameters, untrusted = false, needsFolder = true } = source;
  return {
    kind,
    untrusted,
    needsFolder,
    declaration: { name, description, parameters: schemaOf(parameters) },
    prepare(given) {
      const args = readArgs(parameters, given);
      const { propose } = source;
      return {
        title: source.title(args),
        ...(propose && { propose: (env, signal) => propose(args, env, signal) }),
        run: (env, signal, approved) => source.run(args, env, signal, approved),
      };
    },
  };
}
