/** The page's start: makes the log, the models, the folder, the Agent and the shell, and joins them. Only this file imports all layers. */
import { Agent } from "./agent/agent.js";
import type { OpenFolder } from "./agent/agent-parts.js";
import { createSearchIndexer } from "./agent/recall/search-indexer.js";
import { createModelCalibration, endpointOf } from "./agent/request/model-calibration.js";
import type { FolderPicker, WorkspaceView } from "./core/port/folder-port.js";
import { AgentError } from "./core/errors.js";
import { limitFor } from "./core/models/context-limits.js";
import { lazy } from "./core/lazy.js";
import type { Library } from "./core/librarian/library.js";
import { providerOf } from "./core/models/model-names.js";
import type { ModelStatus } from "./core/models/model-status.js";
import { createIds } from "./core/ulid.js";
import type { Workspace } from "./core/files/workspace.js";
import { linkFileSearch } from "./platform/search/file-search-link.js";
import { linkGauge } from "./platform/measure/gauge-link.js";
import { startLog, type NewsListener } from "./platform/store/log-link.js";
import { createModelCatalogue } from "./platform/models/model-catalogue.js";
import { lazyFolderTools, lazyWeb } from "./platform/lazy-folder-tools.js";
import { openVault } from "./platform/secrets.js";
import { createSessionLock } from "./platform/session-lock.js";
import { watchUpdates } from "./platform/updates.js";
import { canPickFolders, createFolderAccess } from "./platform/workspace/folder-access.js";
import { handleOf } from "./platform/workspace/handle-workspace.js";
import { openKnownHandles } from "./platform/workspace/known-handles.js";
import { openSampleFolder, sampleTextsIn } from "./platform/workspace/sample.js";
import { workspaceWords } from "./platform/workspace/workspace-words.js";
import "./ui/shell/app-shell.js";

const shell = document.querySelector("app-shell")!;
const ids = createIds(
  () => Date.now(),
  (count) => crypto.getRandomValues(new Uint8Array(count)),
);
const clock = {
  now: () => Date.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const alone = <T>(name: string, work: () => Promise<T>): Promise<T> => navigator.locks.request(name, work);
const onStatus = (status: ModelStatus) => shell.modelStatus(status);

const folders = createFolderAccess(openKnownHandles());
let currentWorkspace: Workspace | undefined;
/** Settled when the folder of the start is open: one the user drops must be stored after it, to be reopened next time. */
let reopened: Promise<unknown> = Promise.resolve();

// The log, the indexer and the models are parts of the Agent and call it back, by these three alone, once it is started.
const onNews: NewsListener = (news, own) => agent.hear(news, own);
const remembered: Library["remembered"] = (words) => agent.memories.find(words);
const chosen = () => agent.chosen;

const vault = openVault();
const log = startLog(onNews);
const search = async () => (await import("./platform/search/search-link.js")).linkSearch();
const indexer = createSearchIndexer({ search, log, clock, remembered });
const gauge = linkGauge();
const agent: Agent = new Agent({
  log,
  lock: createSessionLock(),
  catalogue: createModelCatalogue({ vault, chosen, library: indexer, onStatus }),
  gauge,
  snapshotMaker: gauge,
  calibration: createModelCalibration({
    log,
    endpoint: (model) => endpointOf(model, chosen()),
    override: (model) => limitFor(chosen()["model.contextLimit"], model, chosen()["model.name"]),
    alone,
  }),
  tools,
  web: lazyWeb({ vault, chosen }),
  chance: () => Math.random(),
  platform: navigator.platform,
  clock,
  ids,
  vault,
  indexer,
  alone,
  reopenFolder,
});

/** The Tools to offer. Those of the web belong to a provider: it must have the chosen Model and a key. */
async function tools() {
  const [{ allTools }, { sandboxTools, gitTools, webTools }] = await Promise.all([
    import("./agent/tools/all.js"),
    import("./agent/tools/sandbox-git-web.js"),
  ]);
  const model = chosen()["model.name"];
  const { searchesWeb, secret } = providerOf(model);
  const hasWeb = secret && searchesWeb?.(model) && (await vault.has(secret.name).catch(() => false)); // the list of models says why
  return [...allTools, ...sandboxTools, ...gitTools, ...(hasWeb ? webTools : [])];
}

/** The folder of last time, locked where the browser wants a click first; on the first run the sample (U6). */
function reopenFolder(): Promise<OpenFolder> {
  const reopening = openLast();
  reopened = reopening.catch(() => undefined); // the Agent gets the error
  return reopening;
}

async function openLast(): Promise<OpenFolder> {
  const [last] = await folders.known();
  if (last && last.permission !== "granted") {
    return { view: { id: last.id, name: last.name, kind: last.kind, locked: true } };
  }
  const workspace = last ? await folders.open(last.id) : await folders.adopt(await openSampleFolder());
  currentWorkspace ??= workspace; // the user may have opened one meanwhile
  return openFolder(workspace);
}

async function openFolder(workspace: Workspace): Promise<OpenFolder> {
  const handle = handleOf(workspace)!;
  const [canWrite, sampleTexts] = await Promise.all([workspace.canWrite(), sampleTextsIn(handle)]);
  const view = viewOf(workspace, canWrite);
  const files = linkFileSearch({ handle });
  return { view, workspace, handle, files, folderTools: lazyFolderTools(handle, workspace.id), sampleTexts };
}

const viewOf = ({ id, name, kind }: Workspace, canWrite: boolean): WorkspaceView =>
  canWrite ? { id, name, kind } : { id, name, kind, readOnly: true };

async function use(workspace: Workspace): Promise<WorkspaceView> {
  const folder = await openFolder(workspace);
  currentWorkspace = workspace;
  return agent.useFolder(folder);
}

function mustHaveWorkspace(): Workspace {
  if (!currentWorkspace) throw new AgentError("NotFoundError", workspaceWords.noneOpen);
  return currentWorkspace;
}

const memoryFolder = () => import("./platform/workspace/memory-folder.js");

const folderPicker: FolderPicker = {
  pick: async () => use(await folders.pick()),
  async adopt(handle) {
    await reopened;
    return use(await folders.adopt(handle));
  },
  async regain(id) {
    await folders.regain(id);
    return use(await folders.open(id));
  },
  async allowWriting(id) {
    const permission = await folders.allowWriting(id);
    if (permission === "granted" && currentWorkspace?.id === id) shell.showWorkspace(viewOf(currentWorkspace, true));
    return permission;
  },
  canPick: canPickFolders(),
  async importCopy(files, tell, signal) {
    const { importCopy } = await import("./platform/workspace/copies.js");
    const { handle, files: count, skipped } = await importCopy(files, tell, signal);
    return { workspace: await use(await folders.adopt(handle)), files: count, skipped };
  },
  async exportZip(tell, signal) {
    const workspace = mustHaveWorkspace();
    const { exportZip } = await import("./platform/workspace/copies.js");
    return { name: `${workspace.name}.zip`, zip: await exportZip(handleOf(workspace)!, tell, signal) };
  },
  memories: {
    canPick: canPickFolders(),
    pick: async () => (await memoryFolder()).pickMemories(),
    read: async (files) => (await memoryFolder()).memoriesOf(files),
    export: async (files) => (await memoryFolder()).pickAndExport(files),
    zip: async (files) => (await memoryFolder()).zipMemories(files),
  },
  async cleanUp(signal) {
    const { cleanUp, leftOvers } = await import("./platform/workspace/interrupted-writes.js");
    return cleanUp(mustHaveWorkspace(), await leftOvers(mustHaveWorkspace(), signal));
  },
};

shell.folders = folderPicker;
shell.modelFiles = lazy(
  async () => (await import("./platform/models/model-file/model-file-provider.js")).createModelFiles({ onStatus }),
  ["pickGguf", "keepGguf", "forgetGguf"],
);
shell.port = agent; // starts the Agent

void watchUpdates((apply) => {
  shell.updateReady = true;
  shell.addEventListener("update-accepted", apply, { once: true });
});

// Files may have been changed in another program while the page was hidden.
document.addEventListener("visibilitychange", () => document.hidden || indexer.refresh());
addEventListener("focus", () => void agent.refreshSettings());

// The journal is compacted long after the start, when nobody waits for it.
clock.after(30_000, () => void log.compact());
