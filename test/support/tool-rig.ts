/** A rig for Tools: a Workspace in memory, the search in this thread, and what a Model would get back. */
import type { Part } from "../../src/core/content.js";
import type { FileSearch } from "../../src/core/file-search.js";
import { createFolderSearch } from "../../src/core/folder-search.js";
import { ignoreIn } from "../../src/core/ignore.js";
import type { Workspace } from "../../src/core/workspace.js";
import { readingTools } from "../../src/agent/tools/all.js";
import { createMemoryWorkspace } from "../../src/platform/workspace/memory-workspace.js";
import type { Tree } from "../../src/platform/workspace/tree.js";

export interface ToolRigOptions {
  readonly outputs?: Readonly<Record<string, string>>;
  readonly now?: number;
  /** When files were changed, by path; at 0 unless told. */
  readonly changes?: Readonly<Record<string, number>>;
  readonly search?: (workspace: Workspace) => FileSearch;
}

export function createToolRig(tree: Tree, options: ToolRigOptions = {}) {
  const memory = createMemoryWorkspace({ id: "w", name: "w", tree });
  const workspace: Workspace = {
    ...memory,
    async stat(path) {
      const stat = await memory.stat(path);
      return { ...stat, changedAt: options.changes?.[path] ?? stat.changedAt };
    },
  };
  const progress: string[] = [];
  const search = (options.search ?? createFolderSearch)(workspace);
  const env = {
    callId: "call-1",
    workspace: () => workspace,
    files: () => search,
    ignore: (but = {}) => ignoreIn(workspace, but),
    now: () => options.now ?? 0,
    fullOutput: async (callId: string) => options.outputs?.[callId],
    progress: (words: string) => progress.push(words),
  };
  const run = async (name: string, args: Readonly<Record<string, unknown>>, signal = new AbortController().signal) => {
    const tool = readingTools.find(({ declaration }) => declaration.name === name);
    if (!tool) throw new Error(`No tool is called ${name}.`);
    return tool.prepare(args).run(env, signal);
  };
  return {
    workspace,
    progress,
    /** The text of the output. */
    async call(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
      const output = await run(name, args);
      return typeof output === "string" ? output : output.text;
    },
    async media(name: string, args: Readonly<Record<string, unknown>>): Promise<readonly Part[]> {
      const output = await run(name, args);
      return typeof output === "string" ? [] : output.media;
    },
    run,
  };
}
