/** The subjects of an Agent (settings, routing, trust, memory, calls, commands), joined: each is given only what it uses of the others. */
import type { AgentPort } from "../core/port/agent-port.js";
import type { AgentEvent } from "../core/port/events.js";
import { isVirtual } from "../core/memory/memory-file.js";
import { memoryNamesBy, memorySearchBy } from "../core/memory/memory-names.js";
import { lazy } from "../core/lazy.js";
import type { SettingKey, Settings } from "../core/settings/settings.js";
import type { Workspace } from "../core/files/workspace.js";
import type { AgentParts, OpenFolder } from "./agent-parts.js";
import { createCallActions, type CallActions } from "./calls/call-actions.js";
import type { CommandRunner, CommandRunnerParts } from "./commands/command-runner.js";
import { commandEnv, type EnvParts } from "./commands/command-env.js";
import { createFolderTrust, type FolderTrust } from "./folder/folder-trust.js";
import { ignoreOptions } from "../core/settings/ignore-options.js";
import { lazyRouting, type LazyRouting } from "./models/lazy-routing.js";
import { createMemories, type Memories } from "./memory/memories.js";
import type { OpenSession } from "./session/open-session.js";
import type { Remembering } from "./memory/remember.js";
import { createSettingsStore, type SettingsStore } from "./settings/settings-store.js";
import { createFrameMaker, type FrameMaker } from "./request/request-frame.js";

/** The state that the Agent itself keeps. */
interface AgentState {
  readonly port: Pick<AgentPort, "commands" | "models" | "settings" | "folder">;
  readonly tell: (event: AgentEvent) => void;
  readonly folder: () => OpenFolder | undefined;
  /** Throws a sentence where no folder can be read. */
  readonly workspace: () => Workspace;
  /** Throws where no Session is open. */
  readonly session: () => OpenSession;
  readonly started: () => Promise<unknown>;
  /** Resolves when the trust in the open folder is known, and its settings are read. */
  readonly considered: () => Promise<unknown>;
  readonly isOnline: () => boolean;
  readonly settingsChanged: (keys: readonly SettingKey[]) => void;
}

export interface AgentSubjects {
  readonly settings: SettingsStore;
  readonly routing: LazyRouting;
  readonly trust: FolderTrust;
  readonly frame: FrameMaker;
  readonly memory: Memories;
  readonly calls: CallActions;
  readonly commands: CommandRunner;
}

export function createSubjects(parts: AgentParts, agent: AgentState): AgentSubjects {
  const { tell } = agent;
  const workspace = () => agent.folder()?.workspace;
  const settings = createSettingsStore({ ...parts, changed: agent.settingsChanged });
  const chosen = (): Settings => settings.values;
  const routing = lazyRouting({
    ...parts,
    settings: chosen,
    isPlanning: () => calls.modes.mode === "plan",
    isOnline: agent.isOnline,
    tell,
  });
  const trust = createFolderTrust({
    log: parts.log,
    tell,
    memory: () => memorySearchBy(chosen()),
    systemFile: () => chosen()["model.systemPromptFile"],
  });
  const trusted = () => trust.folder;
  const frame = createFrameMaker({
    workspace,
    trusted,
    chosen: () => chosen()["model.systemPromptFile"],
    excluded: () => [...chosen()["tools.exclude"], ...(chosen()["experimental.memoryManager"] ? [] : ["invoke_agent"])],
    memory: () => memory.loader.rendered(),
  });
  const memory = createMemories({
    ...parts,
    workspace,
    trust,
    ready: () => Promise.all([agent.started(), agent.considered()]),
    settings: chosen,
    tell,
  });
  const remembering = (): Remembering => ({
    files: memory.files,
    annotations: memory.annotations,
    folder: workspace(),
    isTrusted: trust.isTrusted,
  });

  /** The memory manager's parts, if the user has turned it on (M9). */
  async function managing() {
    if (!chosen()["experimental.memoryManager"]) return undefined;
    const { entries } = await memory.loader.view();
    const known = entries.map(({ path }) => path).filter((path) => !isVirtual(path));
    const pinned = async (path: string) => (await memory.annotations.of(path)).pinned;
    return { files: memory.files, names: memoryNamesBy(chosen()), known, pinned, folder: trust.folder };
  }

  const calls = createCallActions({
    log: parts.log,
    indexer: parts.indexer,
    given: {
      workspace: agent.workspace,
      files: () => agent.folder()?.files,
      folderTools: () => agent.folder()?.folderTools,
      web: () => parts.web,
      memory: remembering,
      managing,
      now: () => parts.clock.now(),
      settings: chosen,
    },
    trusted,
    isDoubtful: () => trust.isDoubtful,
    considered: () => trust.considered(),
    preferredMode: () => chosen()["general.defaultApprovalMode"],
    session: agent.session,
    tell,
  });
  const commanding: EnvParts = {
    ...parts,
    port: agent.port,
    calls,
    session: agent.session,
    workspace,
    trust: {
      decide: (answer) => agent.port.folder.trust(answer),
      async read() {
        const files = await trust.files();
        return { name: agent.folder()?.view.name, isTrusted: trust.isTrusted, files };
      },
    },
    memory: { ...memory.loader, remembering },
    tools: async () => frame.ours(await parts.tools()).tools,
    ask: (request) => tell({ type: "screen-asked", request }),
  };
  const commanded: CommandRunnerParts = {
    workspace,
    trusted,
    ignore: () => ignoreOptions(chosen()),
    home: {
      list: () => agent.started().then(() => memory.files.list()),
      read: (path) => memory.files.read(path),
    },
    now: () => parts.clock.now(),
    env: (say) => commandEnv(commanding, say),
  };
  const commands: CommandRunner = lazy(
    async () => (await import("./commands/command-runner.js")).createCommandRunner(commanded),
    ["list", "run", "complete"],
  );
  return { settings, routing, trust, frame, memory, calls, commands };
}
