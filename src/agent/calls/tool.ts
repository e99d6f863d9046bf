/** A Tool is called by a Model. Each has a file in tools/; tools/all.ts and tools/sandbox-git-web.ts list them. */
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
  /** Whether the output was written by strangers: then the Model gets it marked as such (A4). */
  readonly untrusted: boolean;
  /** Whether the Tool is offered only while a folder is open and can be read. */
  readonly needsFolder: boolean;
  /** Reads the arguments. `InvalidArgsError` if they don't fit. */
  prepare(args: Readonly<Record<string, unknown>>): PreparedCall;
}

export interface PreparedCall {
  /** A few words for the screen: the path, the pattern. */
  readonly title: string;
  /** Says what the call is about to do, for Policy and the user; a Tool that changes nothing proposes nothing. */
  propose?(env: ToolEnv, signal: AbortSignal): Promise<Proposed>;
  /** `approved` is the proposal as it was allowed: with the user's text, if the user wrote one. */
  run(env: ToolEnv, signal: AbortSignal, approved?: Proposal): Promise<ToolOutput>;
}

export interface Proposed {
  readonly proposal: Proposal;
  /** Why the user should be asked even where Policy allows the call, as a sentence. */
  readonly caution?: string;
}

/** The environment of one call. Tools throw failures as AgentErrors, with a sentence the Model can act on. */
export interface ToolEnv {
  readonly callId: CallId;
  /** The folder; throws a sentence where none is open. */
  readonly workspace: () => Workspace;
  /** Search in the folder; killable, since patterns come from a Model. Throws as `workspace` does. */
  readonly files: () => FileSearch;
  /** The ignore rules of the folder by the Settings, changed by `but`. Throws as `workspace` does. */
  readonly ignore: (but?: IgnoreOptions) => Ignore;
  readonly seen: SeenFiles;
  /** Changes a file, with a checkpoint. `ChangedError` if the file is not as `before` says. */
  readonly change: (change: AuthoredChange) => Promise<void>;
  /** Asks the user; resolves with nothing if the user declines. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly string[] | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The whole of an output that was cut or masked (X2). */
  readonly fullOutput: (callId: CallId) => Promise<string | undefined>;
  /** Records of this Session, in the context or not (C11). */
  readonly recall?: Recall;
  /** Shows progress, for work that takes more than a second (U4). */
  readonly progress: (words: string) => void;
  /** The shell over the folder; none where no worker can read the folder. */
  readonly shell?: () => Shell | undefined;
  readonly javascript?: () => JavaScript | undefined;
  readonly git?: () => Git | undefined;
  /** Records a request that this call has made of a Model, to be counted (C16). */
  readonly keepAside: (made: Omit<AsideMade, "kind" | "turn">) => Promise<void>;
  /** The Memories that facts are saved in (M8). */
  readonly memory?: () => Remembering;
  /** The memory manager's parts; nothing where the user has not turned it on (M9). */
  readonly managing?: () => Promise<ManagerParts | undefined>;
  /** Runs a sub-agent (A5); none where the librarian answers. */
  readonly runAgent?: RunAgent;
  /** The web; none without a Model's key. */
  readonly web?: () => Web | undefined;
}

export type ToolOutput = string | WholeOutput;

export interface WholeOutput {
  readonly text: string;
  /** True for a failure whose text is cut and marked as any output is: it may quote files. */
  readonly isFailed?: boolean;
  readonly media?: readonly Part[];
  /** Files the call has read or changed, and folders, which end in a slash: their Memories come with the output (M7). */
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
  /** True unless told otherwise. */
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
