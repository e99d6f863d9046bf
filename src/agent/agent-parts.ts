/** The parts that main.ts makes an Agent of, and the folder it works in. */
import type { WorkspaceView } from "../core/port/folder-port.js";
import type { Clock } from "../core/clock.js";
import type { SnapshotMaker } from "../core/compression/snapshot-maker.js";
import type { FileSearch } from "../core/files/file-search.js";
import type { Gauge } from "../core/measure/gauge.js";
import type { ModelCatalogue } from "../core/models/model.js";
import type { FolderTools } from "../core/sandbox/folder-tools.js";
import type { SessionLock } from "../core/log/session-lock.js";
import type { LogStore } from "../core/log/store.js";
import type { Ids } from "../core/ulid.js";
import type { Vault } from "../core/vault.js";
import type { Web } from "../core/sandbox/web.js";
import type { Workspace } from "../core/files/workspace.js";
import type { SearchIndexer } from "./recall/search-indexer.js";
import type { ModelCalibration } from "./request/model-calibration.js";
import type { Tool } from "./calls/tool.js";

export interface AgentParts {
  readonly log: LogStore;
  readonly lock: SessionLock;
  readonly catalogue: ModelCatalogue;
  readonly gauge: Gauge;
  readonly snapshotMaker: SnapshotMaker;
  readonly clock: Clock;
  readonly ids: Ids;
  /** A random number from 0 to 1, so that many tabs don't all try again at once after a failure. */
  readonly chance: () => number;
  readonly calibration: ModelCalibration;
  /** The operating system, for the Model: "Linux", say. */
  readonly platform?: string;
  /** Loads the Tools, when the first message is sent: the first screen needs none. */
  readonly tools: () => Promise<readonly Tool[]>;
  readonly vault: Pick<Vault, "store" | "has" | "forget">;
  readonly web?: Web;
  /** Without an indexer all works but search. */
  readonly indexer?: SearchIndexer;
  /** Runs work while no other tab runs work of the same name. */
  readonly alone?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Opens the folder of the last visit, or the sample of the first run. */
  readonly reopenFolder: () => Promise<OpenFolder>;
}

/** A folder for the screen and, once the browser lets us read it, for Tools. */
export interface OpenFolder {
  readonly view: WorkspaceView;
  readonly workspace?: Workspace;
  /** Search in the folder, off this thread and killable. */
  readonly files?: FileSearch;
  readonly folderTools?: FolderTools;
  /** The handle by which the search worker reads the folder. */
  readonly handle?: FileSystemDirectoryHandle;
  readonly sampleTexts?: SampleTexts;
}

/** Texts of the sample, by file: the app wrote them, so they are trusted (U6). */
export type SampleTexts = Readonly<Record<string, string>>;
