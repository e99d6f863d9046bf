/** Chooses and joins: the log, the models, the folder, the Agent, and the shell that shows it. Knows everyone. */
import { Agent } from "./agent/agent.js";
import type { OpenFolder } from "./agent/agent-parts.js";
import { createSearchIndexer } from "./agent/recall/search-indexer.js";
import { createModelCalibration, endpointOf } from "./agent/request/model-calibration.js";
import type { FolderPicker, WorkspaceView } from "./core/port/folder-port.js";
import { AgentError } from "./core/errors.js";
import { limitFor } from "./core/models/context-limits.js";
import { lazy } from "./core/lazy.js";
import { providerOf } from "./core/models/model-names.js";
import type { ModelStatus } from "./core/models/model-status.js";
import { createIds } from "./core/ulid.js";
import type { Workspace } from "./core/files/workspace.js";
import { linkFileSearch } from "./platform/search/file-search-link.js";
import { linkGauge } from "./platform/measure/gauge-link.js";
import { startLog } from "./platform/store/log-link.js";
import { createModelCatalogue } from "./platform/models/model-catalogue.js";
import { lazyFolderTools, lazyWeb } from "./platform/lazy-folder-tools.js";
import { openVault } from "./platform/secrets.js";
import { createSessionLock } from "./platform/session-lock.js";
import { watchUpdates } from "./platform/updates.js";
import { canPickFolders, createFolderAccess } from "./platform/workspace/folder-access.js";
import { handleOf } from "./platform/workspace/handle-workspace.js";
import { openKnownHandles } from "./platform/workspace/known-handles.js";
import { openSampleFolder, sampleTextsIn } from "./platform/workspace/sample.js";
import "./ui/shell/app-shell.js";

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

const vault = openVault();
const folders = createFolderAccess(openKnownHandles());
const log = startLog((news, own) => agent.hear(news, own));
const indexer = createSearchIndexer({
  search: async () => (await import("./platform/search/search-link.js")).linkSearch(),
  log,
  clock,
  remembered: (words) => agent.memories.find(words),
});
const gauge = linkGauge();
const onStatus = (status: ModelStatus) => shell.modelStatus(status);
const agent: Agent = new Agent({
  log,
  lock: createSessionLock(),
  catalogue: createModelCatalogue({ vault, chosen: () => agent.chosen, library: indexer, onStatus }),
  gauge,
  snapshotMaker: gauge,
  calibration: createModelCalibration({
    log,
    endpoint: (model) => endpointOf(model, agent.chosen),
    override: (model) => limitFor(agent.chosen["model.contextLimit"], model, agent.chosen["model.name"]),
    alone: (name, work) => navigator.locks.request(name, work),
  }),
  tools: toolsNow,
  web: lazyWeb({ vault, chosen: () => agent.chosen }),
  chance: () => Math.random(),
  platform: navigator.platform,
  clock,
  ids,
  vault,
  indexer,
  alone: (name, work) => navigator.locks.request(name, work),
  reopenFolder,
});

/** The web's Tools are a provider's own: offered where one of its Models answers and there is a key for it. */
async function toolsNow() {
  const [{ allTools }, { sandboxTools, gitTools, webTools }] = await Promise.all([
    import("./agent/tools/all.js"),
    import("./agent/tools/sandbox-git-web.js"),
  ]);
  const chosen = agent.chosen["model.name"];
  const { searchesWeb, secret } = providerOf(chosen);
  const hasWeb = secret && searchesWeb?.(chosen) && (await vault.has(secret.name).catch(() => false)); // the list of models says why
  return [...allTools, ...sandboxTools, ...gitTools, ...(hasWeb ? webTools : [])];
}

/** The folder of last time, as far as the browser lets us in without a click; on the first run the sample (U6). */
function reopenFolder(): Promise<OpenFolder> {
  const reopening = openLast();
  reopened = reopening.catch(() => undefined); // told to who asked
  return reopening;
}

async function openLast(): Promise<OpenFolder> {
  const [last] = await folders.known();
  if (last && last.permission !== "granted") {
    return { view: { id: last.id, name: last.name, kind: last.kind, locked: true } };
  }
  const workspace = last ? await folders.open(last.id) : await folders.adopt(await openSampleFolder());
  current ??= workspace; // the user may have been quicker
  return opened(workspace);
}

let current: Workspace | undefined;
/** What the user opens must be remembered as later than the folder of the start: it is the one to begin with next time. */
let reopened: Promise<unknown> = Promise.resolve();

const viewOf = ({ id, name, kind }: Workspace, canWrite: boolean): WorkspaceView => ({
  id,
  name,
  kind,
  ...(!canWrite && { readOnly: true }),
});

async function opened(workspace: Workspace): Promise<OpenFolder> {
  const handle = handleOf(workspace);
  const [canWrite, sampleTexts] = await Promise.all([workspace.canWrite(), handle && sampleTextsIn(handle)]);
  return {
    view: viewOf(workspace, canWrite),
    workspace,
    ...(handle && { handle, files: linkFileSearch({ handle }), folderTools: lazyFolderTools(handle, workspace.id) }),
    ...(sampleTexts && { sampleTexts }),
  };
}

async function use(workspace: Workspace): Promise<WorkspaceView> {
  const folder = await opened(workspace);
  current = workspace;
  return agent.useFolder(folder);
}

function openOne(): Workspace {
  if (!current) throw new AgentError("NotFoundError", "No folder is open. Open one first.");
  return current;
}

const memoryFolder = () => import("./platform/workspace/memory-folder.js");

const door: FolderPicker = {
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
    if (permission === "granted" && current?.id === id) shell.showWorkspace(viewOf(current, true));
    return permission;
  },
  canPick: canPickFolders(),
  async importCopy(files, tell, signal) {
    const { importCopy } = await import("./platform/workspace/copies.js");
    const { handle, files: count, skipped } = await importCopy(files, tell, signal);
    return { workspace: await use(await folders.adopt(handle)), files: count, skipped };
  },
  async exportZip(tell, signal) {
    const workspace = openOne();
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
    return cleanUp(openOne(), await leftOvers(openOne(), signal));
  },
};

const shell = document.querySelector("app-shell")!;
shell.folders = door;
shell.modelFiles = lazy(
  async () => (await import("./platform/models/model-file/model-file-provider.js")).createModelFiles({ onStatus }),
  ["pickGguf", "keepGguf", "forgetGguf"],
);
shell.port = agent;

void watchUpdates((apply) => {
  shell.updateReady = true;
  shell.addEventListener("update-accepted", apply, { once: true });
});

// Who comes back from another program may have changed files there.
document.addEventListener("visibilitychange", () => document.hidden || indexer.refresh());
addEventListener("focus", () => void agent.refreshSettings());

// The journal is tidied long after the start, when nobody waits for anything.
clock.after(30_000, () => void log.compact());
