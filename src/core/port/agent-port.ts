/** AgentPort: the methods of an Agent that a UI calls, by subject. Arguments and results are plain data, so that it may run in a worker. */
import type { SessionSummary, StorageState } from "../log/store.js";
import type { ApprovalMode } from "../policy/approval.js";
import type { CallsPort } from "./calls-port.js";
import type { CommandsPort } from "./commands-port.js";
import type { CompressionsPort } from "./compressions-port.js";
import type { ContextPort } from "./context-port.js";
import type { ContextMeter } from "../measure/ledger.js";
import type { AgentEvent } from "./events.js";
import type { FolderPort, WorkspaceView } from "./folder-port.js";
import type { MemoryPort } from "./memory-port.js";
import type { QueuePort, SessionsPort, TurnsPort } from "./sessions-port.js";
import type { ModelChoice, ModelsPort, SettingsPort } from "./settings-port.js";

export interface AgentPort {
  /** Sets the one subscriber; a second one takes the first one's place. */
  subscribe(listener: (event: AgentEvent) => void): Promise<void>;
  /** Everything the first screen needs. */
  start(): Promise<StartView>;
  /** Says whether there is a network, an event that only a window gets. */
  online(isOnline: boolean): Promise<void>;

  readonly sessions: SessionsPort;
  readonly turns: TurnsPort;
  readonly queue: QueuePort;
  readonly calls: CallsPort;
  readonly compressions: CompressionsPort;
  readonly context: ContextPort;
  readonly commands: CommandsPort;
  readonly models: ModelsPort;
  readonly settings: SettingsPort;
  readonly memories: MemoryPort;
  readonly folder: FolderPort;
  readonly storage: StoragePort;
}

export interface StoragePort {
  /** All of the user's data as a file, to be saved when storage fails (L5). */
  exportAll(): Promise<Blob>;
  /** Writes the journal anew without entries that are not needed any more, and empties trash older than 30 days (L5, L8). */
  tidy(): Promise<void>;
}

export interface StartView {
  readonly storage: StorageState;
  readonly sessions: readonly SessionSummary[];
  readonly models: readonly ModelChoice[];
  readonly approvalMode: ApprovalMode;
  readonly workspace?: WorkspaceView;
  /** A failure that did not stop the start, as a sentence. */
  readonly problem?: string;
  /** The weight of an empty Session, so that the meter is there before the first message. */
  readonly meter?: ContextMeter;
}
