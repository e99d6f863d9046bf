/**
 * Asks the librarian questions about a folder of the disk, in node, as the app would: the same index, the same moves, the
 * same Tools. Judges which files its answers lead to, in their order.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { callTools } from "../../src/agent/calls/call-tools.js";
import type { Gate } from "../../src/agent/calls/approval-gate.js";
import { createSeenFiles } from "../../src/agent/calls/seen-files.js";
import { readingTools } from "../../src/agent/tools/all.js";
import { userSaid, type Content } from "../../src/core/content.js";
import { entryOfFile, isReadable, rootRules, type IgnoreRules } from "../../src/core/search/file-index.js";
import { createFolderSearch } from "../../src/core/files/folder-search.js";
import { ignoreIn } from "../../src/core/files/ignore.js";
import { emptyLibrary } from "./empty-library.js";
import { type Library } from "../../src/core/librarian/library.js";
import { nextMove } from "../../src/core/librarian/next-move.js";
import { createSearchIndex } from "../../src/core/search/search-index.js";
import { createMemoryWorkspace } from "./memory-workspace.js";
import type { Tree } from "../../src/platform/workspace/tree.js";
import { createTestState } from "./test-state.js";

/** `files`: any of them is right; none means that there is nothing to be found. */
export interface LibrarianQuestion {
  readonly ask: string;
  readonly files: readonly string[];
}

export interface Answered {
  readonly text: string;
  /** The files it links to, each once, in order. */
  readonly files: readonly string[];
  readonly calls: readonly string[];
  /** Milliseconds of this process's CPU. */
  readonly cpu: number;
}

export interface LibrarianOfFolder {
  readonly files: number;
  ask(question: string): Promise<Answered>;
}

export const isRight = ({ files }: LibrarianQuestion, answered: Answered): boolean =>
  files.length === 0 ? answered.files.length === 0 : answered.files.slice(0, 3).some((file) => files.includes(file));

export async function openLibrarian(folder: string): Promise<LibrarianOfFolder> {
  const index = createSearchIndex();
  const tree = plant(folder, "", rootRules(), (file, bytes) => index.put([entryOfFile(file, bytes)]));
  index.parts();
  const workspace = createMemoryWorkspace({ id: "w", name: path.basename(folder), tree });
  const library: Library = {
    ...emptyLibrary,
    folder: () => ({ state: "open", name: workspace.name }),
    searchFolder: (query) => Promise.resolve({ hits: index.search(query), entries: index.count }),
  };
  const tools = new Map(readingTools.map((tool) => [tool.declaration.name, tool]));
  const env = {
    workspace: () => workspace,
    files: () => createFolderSearch(workspace),
    ignore: (but = {}) => ignoreIn(workspace, but),
    now: () => 0,
    fullOutput: () => Promise.resolve(undefined),
    seen: createSeenFiles(() => workspace.id),
  };
  const change = () => Promise.reject(new Error("The librarian changes no file."));
  const shorten = (output: string) => Promise.resolve(output);
  const { state } = createTestState();
  const { signal } = new AbortController();

  async function ask(question: string): Promise<Answered> {
    const start = process.cpuUsage();
    const contents: Content[] = [userSaid(question)];
    const calls: string[] = [];
    for (;;) {
      const declared = readingTools.map(({ declaration }) => declaration);
      const move = await nextMove({ contents, tools: declared }, library);
      if (move.kind === "answer") {
        const { user, system } = process.cpuUsage(start);
        return { text: move.text, files: linkedFiles(move.text), calls, cpu: (user + system) / 1000 };
      }
      const named = move.calls.map((call) => ({ ...call, id: `call-${calls.push(call.name)}` }));
      const calling = { tools, env, gate: openGate, change };
      const results = await callTools({ state, turn: "t", calling, shorten }, named, signal);
      contents.push({ role: "model", parts: named.map((functionCall) => ({ functionCall })) }, results.content);
    }
  }
  return { files: index.count, ask };
}

/** Reading needs nobody's word. */
const openGate: Gate = {
  pass: () => Promise.resolve({ kind: "passed" }),
  ask: () => Promise.resolve(undefined),
  noteStrangers: () => undefined,
};

export const linkedFiles = (answer: string): readonly string[] => [
  ...new Set([...answer.matchAll(/\]\(#\/file\/([^):]+)(?::\d+)?\)/g)].map(([, file]) => decodeURIComponent(file!))),
];

type Keep = (
  file: { readonly path: string; readonly size: number; readonly changedAt: number },
  bytes?: Uint8Array,
) => void;

function plant(root: string, below: string, above: IgnoreRules, keep: Keep): Tree {
  const tree: Record<string, Tree[string]> = {};
  const entries = readdirSync(path.join(root, below), { withFileTypes: true });
  const texts = [".gitignore", ".geminiignore"]
    .filter((name) => entries.some((entry) => entry.name === name))
    .map((name) => readFileSync(path.join(root, below, name), "utf8"));
  const rules = above.within(below, texts);
  for (const entry of entries) {
    const place = below ? `${below}/${entry.name}` : entry.name;
    const kind = entry.isDirectory() ? "folder" : "file";
    if (entry.isSymbolicLink() || rules.excludes(place, kind)) continue;
    if (kind === "folder") {
      tree[entry.name] = plant(root, place, rules, keep);
      continue;
    }
    const bytes = new Uint8Array(readFileSync(path.join(root, place)));
    const file = { path: place, size: bytes.length, changedAt: Math.floor(statSync(path.join(root, place)).mtimeMs) };
    keep(file, isReadable(file) ? bytes : undefined);
    tree[entry.name] = bytes;
  }
  return tree;
}
