/** What an Agent is made of, and the folder it works in: given by whoever starts it. */
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
  /** From 0 to 1: so that many tabs don't all come back at once after a failure. */
  readonly chance: () => number;
  readonly calibration: ModelCalibration;
  /** What it all runs on, for the Model to know: "Linux", say. */
  readonly platform?: string;
  /** Loaded when the first message is sent: they are not needed to show a page. */
  readonly tools: () => Promise<readonly Tool[]>;
  readonly vault: Pick<Vault, "store" | "has" | "forget">;
  readonly web?: Web;
  /** Makes folder and Sessions findable; without it all works but search. */
  readonly indexer?: SearchIndexer;
  /** Runs something while no other tab runs what has the same name. */
  readonly alone?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** The folder of last time, or the sample of the first run. */
  readonly reopenFolder: () => Promise<OpenFolder>;
}

/** A folder as the screen shows it, and as Tools use it: that only once the browser lets us in. */
export interface OpenFolder {
  readonly view: WorkspaceView;
  readonly workspace?: Workspace;
  /** Searches in it, off this thread and killable. */
  readonly files?: FileSearch;
  readonly folderTools?: FolderTools;
  /** What the search worker reads it by, to index it. */
  readonly handle?: FileSystemDirectoryHandle;
  /** The app's own words in it, by file: those of the sample (U6). Nobody need be asked whether to trust them. */
  readonly sampleTexts?: SampleTexts;
}

export type SampleTexts = Readonly<Record<string, string>>;
