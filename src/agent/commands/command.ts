/** Command: what a user types with a slash. Declared by one file each in commands/, listed in commands/all.ts. */
import type { CommandView } from "../../core/port/commands-port.js";
import type { ModelChoice } from "../../core/port/settings-port.js";
import type { ApprovalMode } from "../../core/policy/approval.js";
import type { RestoreView } from "../../core/text/edits.js";
import type { LogRecord } from "../../core/log/log.js";
import type { MemoryView } from "../../core/memory/memory.js";
import type { ToolDeclaration } from "../../core/models/model.js";
import type { SettingsView } from "../../core/port/settings-port.js";
import type { PolicyRule } from "../../core/policy/policy.js";
import type { LogStore, SessionSummary } from "../../core/log/store.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { AcceptedFile } from "../folder/folder-trust.js";
import type { CompressTurn } from "../compression/session-compression.js";
import type { Remembering } from "../memory/remember.js";
import type { ScreenRequest } from "../../core/port/events.js";
import type { RecordId, SessionId, TurnId } from "../../core/ids.js";

export interface Command {
  readonly view: CommandView;
  /** `args` is what follows the name, trimmed. Throws AgentErrors, whose sentences become the note. */
  run?(args: string, env: CommandEnv): Promise<void>;
  /** In its place: what the Model is sent. Throws alike, and then nothing is sent. */
  promptFor?(args: string, env: CommandEnv): Promise<string>;
  /** What may follow the name, as far as that is known. */
  complete?(env: CommandEnv): Promise<readonly string[]>;
}

/** What a Command is given. */
export interface CommandEnv {
  /** Markdown for the conversation: the user reads it, no Model does. All that is said becomes one note. */
  readonly say: (markdown: string) => void;
  readonly ask: (request: ScreenRequest) => void;
  readonly session: CommandSession;
  /** The folder, if one is open. */
  readonly workspace: () => Workspace | undefined;
  readonly commands: () => Promise<readonly CommandView[]>;
  readonly tools: () => Promise<readonly ToolDeclaration[]>;
  readonly policies: () => Promise<PoliciesView>;
  /** What of the open folder is loaded (M4), and the user's word on it. */
  readonly trust: CommandTrust;
  readonly models: () => Promise<readonly ModelChoice[]>;
  readonly memory: CommandMemory;
  readonly settings: () => Promise<SettingsView>;
  readonly changeSetting: (key: string, value: unknown) => Promise<void>;
  readonly log: Pick<LogStore, "get" | "put" | "remove" | "list" | "sessions" | "session" | "records" | "append">;
  readonly now: () => number;
  readonly nextId: () => string;
}

/** The Session that the Command was typed in. */
export interface CommandSession {
  readonly id: SessionId;
  readonly summary: () => Promise<SessionSummary | undefined>;
  readonly records: () => Promise<readonly LogRecord[]>;
  /** This record and all after it leave the context; `turn` is its Turn. */
  readonly rewind: (to: RecordId, turn: TurnId) => Promise<void>;
  /** Begins a compression, which is a Turn of its own. */
  readonly compress: (what: CompressTurn) => Promise<void>;
  /** Files as they were before this Turn. */
  readonly restoreTo: (turn: TurnId) => Promise<RestoreView>;
}

interface CommandTrust {
  decide(trusted: boolean): Promise<void>;
  /** No name where no folder is open. */
  standing(): Promise<{ readonly name?: string; readonly isTrusted: boolean; readonly files: readonly AcceptedFile[] }>;
}

/** What is remembered. */
interface CommandMemory {
  readonly view: () => Promise<MemoryView>;
  /** Loads all anew: what there was before, and what there is now. */
  readonly refresh: () => Promise<{ readonly before: MemoryView; readonly after: MemoryView }>;
  readonly remembering: () => Remembering;
}

interface PoliciesView {
  readonly mode: ApprovalMode;
  /** The highest first. */
  readonly rules: readonly PolicyRule[];
  readonly problems: readonly string[];
}

interface CommandSource {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  readonly usage?: string;
  readonly run?: Command["run"];
  readonly promptFor?: Command["promptFor"];
  readonly complete?: Command["complete"];
}

export function defineCommand({ name, aliases = [], description, usage, ...does }: CommandSource): Command {
  return { view: { name, aliases, description, ...(usage && { usage }), source: "app" }, ...does };
}

/** A Command whose subsystem is not there yet: says so, and what is safe. */
export const announce = (source: Omit<CommandSource, "run" | "promptFor">, sentence: string): Command =>
  defineCommand({
    ...source,
    run(_args, { say }) {
      say(sentence);
      return Promise.resolve();
    },
  });
