/** The environment of Tools, of the open folder: loaded with the first message, since the first screen needs none. */
import { createFolderSearch } from "../../core/files/folder-search.js";
import type { FileSearch } from "../../core/files/file-search.js";
import { ignoreIn, type IgnoreOptions } from "../../core/files/ignore.js";
import type { FolderTools } from "../../core/sandbox/folder-tools.js";
import type { Settings } from "../../core/settings/settings.js";
import type { Web } from "../../core/sandbox/web.js";
import type { Workspace } from "../../core/files/workspace.js";
import { governOutput } from "./govern-output.js";
import { ignoreOptions } from "../../core/settings/ignore-options.js";
import type { CallId } from "../../core/ids.js";
import type { ManagerParts } from "../sub-agents/memory-manager.js";
import type { Remembering } from "../memory/remember.js";
import type { Calling } from "./call-tools.js";
import { summaryBudget, type SummariserParts } from "./summarise-output.js";

export interface ToolEnvParts {
  readonly workspace: () => Workspace;
  /** Searches in the folder, off this thread; none where the folder has no handle. */
  readonly files: () => FileSearch | undefined;
  /** Commands, scripts and Git in the folder; none where it has no handle. */
  readonly folderTools?: () => FolderTools | undefined;
  readonly web?: () => Web | undefined;
  readonly memory?: () => Remembering;
  readonly managing?: () => Promise<ManagerParts | undefined>;
  readonly now: () => number;
  readonly fullOutput: (callId: CallId) => Promise<string | undefined>;
  readonly settings: () => Settings;
}

/** The environment without the parts that belong to a Session (session-calls.ts). */
type ToolsGiven = Pick<Calling, "govern"> &
  Pick<SummariserParts, "budgetOf"> & { readonly env: Omit<Calling["env"], "seen"> };

export function toolEnv(parts: ToolEnvParts): ToolsGiven {
  const rules = (but: IgnoreOptions = {}): IgnoreOptions => ({ ...ignoreOptions(parts.settings()), ...but });
  const found = (): FileSearch => parts.files() ?? createFolderSearch(parts.workspace());
  /** An order with the rules for files kept from the Model: the worker that carries it out has no Settings. */
  const ruled = <Q extends object>(query: Q) => ({ ...query, ignore: rules() });
  function folderTool<K extends keyof FolderTools>(
    name: K,
    made: (tool: FolderTools[K]) => FolderTools[K],
  ): FolderTools[K] | undefined {
    const tool = parts.folderTools?.()?.[name];
    return tool && made(tool);
  }
  return {
    env: {
      workspace: parts.workspace,
      files: () => ({
        glob: (query, ...rest) => found().glob({ ...query, ignore: rules(query.ignore) }, ...rest),
        grep: (query, ...rest) => found().grep({ ...query, ignore: rules(query.ignore) }, ...rest),
      }),
      ignore: (but) => ignoreIn(parts.workspace(), rules(but)),
      now: parts.now,
      fullOutput: parts.fullOutput,
      shell: () => folderTool("shell", (shell) => ({ run: (order, ...rest) => shell.run(ruled(order), ...rest) })),
      javascript: () =>
        folderTool("javascript", (engine) => ({ run: (order, ...rest) => engine.run(ruled(order), ...rest) })),
      git: () => folderTool("git", (git) => ({ ...git, diff: (query, ...rest) => git.diff(ruled(query), ...rest) })),
      web: () => parts.web?.(),
      ...(parts.memory && { memory: parts.memory }),
      ...(parts.managing && { managing: parts.managing }),
    },
    budgetOf: (tool) => summaryBudget(parts.settings(), tool),
    govern(output, call, options) {
      const settings = parts.settings();
      const limits = {
        chars: settings["tools.truncateToolOutputThreshold"],
        lines: settings["tools.truncateToolOutputLines"],
      };
      return governOutput(output, call, { limits, ...options });
    },
  };
}
