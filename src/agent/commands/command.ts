/** A Command is typed by the user with a slash. Each has a file in commands/; commands/all.ts lists them. */
import type { CommandView } from "../../core/port/commands-port.js";
import type { ModelChoice } from "../../core/port/settings-port.js";
import type { ApprovalMode } from "../../core/policy/approval.js";
import type { RestoreView } from "../../core/text/edits.js";
import type { LogRecord } from "../../core/log/log.js";
import type { MemoryView } from "../../core/memory/memory.js";
import type { ToolDeclaration } from "../../core/models/model.js";
import type { SettingsView } from "../../core/port/settings-port.js";
import type { PolicyFile } from "../../core/policy/policy-file.js";
import type { LogStore, SessionSummary } from "../../core/log/store.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { AcceptedFile } from "../folder/folder-trust.js";
import type { CompressTurn } from "../compression/session-compression.js";
import type { Remembering } from "../memory/remember.js";
import type { ScreenRequest } from "../../core/port/events.js";
import type { RecordId, SessionId, TurnId } from "../../core/ids.js";

export interface Command {
  readonly view: CommandView;
  /** `args` is the trimmed text after the name. Throws AgentErrors, whose sentences become the note. */
  run?(args: string, env: CommandEnv): Promise<void>;
  /** A Command without `run` makes a prompt for the Model. Throws as `run` does, and then nothing is sent. */
  promptFor?(args: string, env: CommandEnv): Promise<string>;
  /** Suggested arguments. */
  complete?(env: CommandEnv): Promise<readonly string[]>;
}

export interface CommandEnv {
  /** Adds Markdown to the note that the user gets in the conversation; no Model is sent it. */
  readonly say: (markdown: string) => void;
  readonly ask: (request: ScreenRequest) => void;
  readonly session: CommandSession;
  readonly workspace: () => Workspace | undefined;
  readonly commands: () => Promise<readonly CommandView[]>;
  readonly tools: () => Promise<readonly ToolDeclaration[]>;
  /** Rules with the highest rank first, and why others were left out. */
  readonly policies: () => Promise<PolicyFile & { readonly mode: ApprovalMode }>;
  /** The user's trust in the open folder (M4). */
  readonly trust: {
    decide(trusted: boolean): Promise<void>;
    /** No name where no folder is open. */
    read(): Promise<{ readonly name?: string; readonly isTrusted: boolean; readonly files: readonly AcceptedFile[] }>;
  };
  readonly models: () => Promise<readonly ModelChoice[]>;
  readonly memory: {
    readonly view: () => Promise<MemoryView>;
    /** Loads all Memories anew. */
    readonly refresh: () => Promise<{ readonly before: MemoryView; readonly after: MemoryView }>;
    readonly remembering: () => Remembering;
  };
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
  /** Puts files back as they were before this Turn. */
  readonly restoreTo: (turn: TurnId) => Promise<RestoreView>;
}

type CommandSource = Omit<Command, "view"> &
  Pick<CommandView, "name" | "description" | "usage"> &
  Partial<Pick<CommandView, "aliases">>;

export function defineCommand({ name, aliases = [], description, usage, ...does }: CommandSource): Command {
  return { view: { name, aliases, description, ...(usage && { usage }), source: "app" }, ...does };
}

/** A Command for a part that the app does not have yet: it says so. */
export const announce = (source: Omit<CommandSource, "run" | "promptFor">, sentence: string): Command =>
  defineCommand({
    ...source,
    run(_args, { say }) {
      say(sentence);
      return Promise.resolve();
    },
  });
