/** A rig for Tools: a Workspace in memory, the search in this thread, and what a Model would get back. */
import type { FileChange } from "../../src/core/sandbox/sandbox.js";
import type { Part } from "../../src/core/content.js";
import type { FileSearch } from "../../src/core/files/file-search.js";
import { createFolderSearch } from "../../src/core/files/folder-search.js";
import { ignoreIn } from "../../src/core/files/ignore.js";
import type { Workspace } from "../../src/core/files/workspace.js";
import { createSeenFiles } from "../../src/agent/calls/seen-files.js";
import type { ToolEnv } from "../../src/agent/calls/tool.js";
import { allTools } from "../../src/agent/tools/all.js";
import { createMemoryWorkspace } from "./memory-workspace.js";
import type { Tree } from "../../src/platform/workspace/tree.js";

export interface ToolRigOptions {
  readonly outputs?: Readonly<Record<string, string>>;
  readonly now?: number;
  /** When files were changed, by path; at 0 unless told. */
  readonly changes?: Readonly<Record<string, number>>;
  readonly search?: (workspace: Workspace) => FileSearch;
  /** What the user answers to questions. */
  readonly answers?: readonly string[];
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
  const env: ToolEnv = {
    seen: createSeenFiles(() => workspace.id),
    change: ({ path, before, after }: FileChange) =>
      workspace.write(path, after!, before ?? "nothing").then(() => undefined),
    ask: () => Promise.resolve(options.answers),
    keepAside: () => Promise.resolve(),
    callId: "call-1",
    workspace: () => workspace,
    files: () => search,
    ignore: (but = {}) => ignoreIn(workspace, but),
    now: () => options.now ?? 0,
    fullOutput: async (callId: string) => options.outputs?.[callId],
    progress: (words: string) => progress.push(words),
  };
  const run = async (name: string, args: Readonly<Record<string, unknown>>, signal = new AbortController().signal) => {
    const prepared = prepare(name, args);
    const proposed = await prepared.propose?.(env, signal);
    return prepared.run(env, signal, proposed?.proposal);
  };
  const prepare = (name: string, args: Readonly<Record<string, unknown>>) => {
    const tool = allTools.find(({ declaration }) => declaration.name === name);
    if (!tool) throw new Error(`No tool is called ${name}.`);
    return tool.prepare(args);
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
      return typeof output === "string" ? [] : (output.media ?? []);
    },
    /** What it says it is about to do. */
    propose: async (name: string, args: Readonly<Record<string, unknown>>) =>
      prepare(name, args).propose?.(env, new AbortController().signal),
    /** A file as it is now. */
    read: async (path: string) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await workspace.read(path)),
    run,
  };
}
