/** The rule of dependency: core knows no one; agent, platform and ui know core and not each other; folders know each other one way only. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const may: Record<string, readonly string[]> = {
  "src/core": ["src/core"],
  "src/agent": ["src/core", "src/agent"],
  "src/platform": ["src/core", "src/platform", "workers"],
  "src/ui": ["src/core", "src/ui"],
  "src/build": ["src/core", "src/build"],
  workers: ["src/core", "src/platform", "workers"],
};

const layerOf = (file: string) => Object.keys(may).find((layer) => file.startsWith(layer + "/"));

function importsOf(file: string): string[] {
  const source = readFileSync(file, "utf8");
  return [...source.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => match[1]!);
}

const codeOf = (file: string) => readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");

function complaints(file: string): string[] {
  const layer = layerOf(file);
  if (!layer) return [];
  return importsOf(file).flatMap((imported) => {
    const target = path.posix.join(path.posix.dirname(file), imported);
    const allowed = may[layer]!.some((place) => target.startsWith(place + "/"));
    return allowed ? [] : [`${file} imports ${imported}: ${layer} may import only ${may[layer]!.join(", ")}`];
  });
}

const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => `${root}/${file}`.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".ts"));
const files = [...filesIn("src"), ...filesIn("workers")];

test("each layer imports only what it may", () => {
  expect(files.length).toBeGreaterThan(5);
  expect(files.flatMap(complaints)).toEqual([]);
});

/** Folders of core: each may import from itself, from the files beside them and from the folders before it, types included. */
const ORDER = [
  ...["tokens", "text", "files", "loops", "models", "settings", "search", "memory", "policy", "sandbox"],
  ...["log", "context", "measure", "compression", "port", "librarian"],
];

test("the folders of core stand in an order", () => {
  const rankOf = (file: string) => {
    const [, folder] = /^src\/core\/([^/]+)\//.exec(file) ?? [];
    return folder === undefined ? -1 : ORDER.indexOf(folder);
  };
  const core = files.filter((file) => file.startsWith("src/core/"));
  expect(core.filter((file) => file.split("/").length > 3 && rankOf(file) < 0)).toEqual([]);
  const upward = core.flatMap((file) =>
    importsOf(file)
      .filter((imported) => rankOf(path.posix.join(path.posix.dirname(file), imported)) > rankOf(file))
      .map((imported) => `${file} imports ${imported}, whose folder comes after its own: move what it needs down`),
  );
  expect(upward).toEqual([]);
});

/**
 * Folders outside core, each with those it imports from besides core and itself. Rows of ui hold for every import; in agent and platform,
 * which load much when it is needed and work on each other's interfaces, for those that run at once.
 */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  "agent/prompts": [],
  "agent/memory": [],
  "agent/recall": [],
  "agent/settings": [],
  "agent/calls": ["agent/prompts"],
  "agent/models": ["agent/prompts"],
  "agent/folder": ["agent/calls", "agent/memory"],
  "agent/request": ["agent/calls", "agent/prompts"],
  "agent/commands": ["agent/folder", "agent/memory", "agent/prompts"],
  "agent/compression": ["agent/models", "agent/prompts", "agent/request"],
  "agent/turn": ["agent/calls", "agent/models", "agent/prompts", "agent/request"],
  "agent/session": ["agent/calls", "agent/folder", "agent/prompts", "agent/request"],
  "agent/sub-agents": ["agent/calls", "agent/compression", "agent/prompts", "agent/session", "agent/turn"],
  "agent/tools": ["agent/calls", "agent/memory", "agent/prompts", "agent/sub-agents"],
  agent: [
    ...["agent/calls", "agent/commands", "agent/compression", "agent/folder", "agent/memory", "agent/models"],
    ...["agent/request", "agent/session", "agent/settings"],
  ],

  "platform/threads": [],
  platform: ["platform/threads"],
  "platform/measure": ["platform/threads"],
  "platform/sandbox": ["platform/threads"],
  "platform/store": ["platform/threads"],
  "platform/workspace": ["platform/threads"],
  "platform/git": ["platform/sandbox", "platform/threads"],
  "platform/search": ["platform/threads", "platform/workspace"],
  "platform/models": [],
  "platform/models/gemini": ["platform", "platform/models", "platform/threads"],
  "platform/models/librarian": ["platform/models"],
  "platform/models/local-server": ["platform/models"],
  "platform/models/model-file": ["platform/models"],
  "platform/models/model-file/page": ["platform/models/model-file"],
  "platform/models/on-device": ["platform/models"],

  "ui/base": [],
  "ui/state": ["ui/base"],
  "ui/markdown": ["ui/base"],
  "ui/diff": ["ui/base"],
  "ui/context": ["ui/base"],
  "ui/compression": ["ui/base"],
  "ui/activity": ["ui/base", "ui/state"],
  "ui/calls": ["ui/base", "ui/diff", "ui/markdown"],
  "ui/files": ["ui/base", "ui/markdown", "ui/state"],
  "ui/memory": ["ui/base", "ui/diff", "ui/state"],
  "ui/sessions": ["ui/base", "ui/state"],
  "ui/settings": ["ui/base", "ui/state"],
  "ui/conversation": [
    ...["ui/base", "ui/calls", "ui/compression", "ui/context", "ui/diff", "ui/markdown", "ui/memory", "ui/state"],
  ],
  "ui/shell": [
    ...["ui/activity", "ui/base", "ui/compression", "ui/context", "ui/conversation", "ui/files", "ui/markdown"],
    ...["ui/memory", "ui/sessions", "ui/settings", "ui/state"],
  ],
};

const folderOf = (file: string) => path.posix.dirname(file).replace(/^src\//, "");

/** Imports that run with the file: neither types nor those that are loaded later. */
function importsAtOnce(file: string): readonly string[] {
  const found = readFileSync(file, "utf8").matchAll(/^(?:import|export) (type )?(?:[^;"]*from )?"(\.[^"]+)"/gm);
  return [...found].flatMap(([, isType, imported]) => (isType ? [] : [imported!]));
}

test("each folder outside core imports only from those it may", () => {
  const outside = files.filter((file) => /^src\/(?:agent|platform|ui)\//.test(file));
  expect(outside.map(folderOf).filter((folder) => !BESIDE[folder])).toEqual([]);
  const wrong = outside.flatMap((file) => {
    const folder = folderOf(file);
    const imports = folder.startsWith("ui/") ? importsOf(file) : importsAtOnce(file);
    return imports.flatMap((imported) => {
      const to = folderOf(path.posix.join(path.posix.dirname(file), imported));
      if (to === folder || /^(?:core|workers)\b/.test(to) || BESIDE[folder]!.includes(to)) return [];
      const allowed = BESIDE[folder]!.join(", ") || "no folder beside it";
      return [`${file} imports ${imported}: ${folder} may import only core and ${allowed}. Move what it needs down`];
    });
  });
  expect(wrong).toEqual([]);
});

/** A way through folders that leads back to its start, if there is one. */
function circleIn(graph: Readonly<Record<string, readonly string[]>>): readonly string[] | undefined {
  const cleared = new Set<string>();
  const follow = (folder: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (cleared.has(folder)) return undefined;
    for (const next of graph[folder] ?? []) {
      const circle = follow(next, [...way, folder]);
      if (circle) return circle;
    }
    cleared.add(folder);
    return undefined;
  };
  return Object.keys(graph)
    .map((folder) => follow(folder, []))
    .find((circle) => circle);
}

test("folders import each other in no circle, neither by that table nor in what runs at once", () => {
  const src = files.filter((file) => file.startsWith("src/"));
  const graph: Record<string, string[]> = {};
  for (const file of src) {
    const targets = importsAtOnce(file).map((imported) =>
      folderOf(path.posix.join(path.posix.dirname(file), imported)),
    );
    (graph[folderOf(file)] ??= []).push(...targets.filter((target) => target !== folderOf(file)));
  }
  expect(Object.keys(graph).length).toBeGreaterThan(40);
  expect(circleIn(graph)).toBeUndefined();
  expect(circleIn(BESIDE)).toBeUndefined();
  expect(circleIn({ a: ["b"], b: ["c", "d"], d: ["b"] })).toEqual(["b", "d", "b"]);
});

/** A Date made of a time that came in is no clock. */
const FORBIDDEN_IN_CORE = new RegExp(
  [
    String.raw`\bDate\.now\(|\bnew Date(?:\(\)|\b(?!\())|\bperformance\.|\bset(?:Timeout|Interval)\(|\bAbortSignal\.timeout\(`,
    String.raw`\bMath\.random\(|\bcrypto\.|\bfetch\(|\bindexedDB\b|\bdocument\b\.|\bnavigator\b`,
  ].join("|"),
);

test("core has no clock, no chance, no network and no browser", () => {
  const guilty = files.filter((file) => file.startsWith("src/core/") && FORBIDDEN_IN_CORE.test(codeOf(file)));
  expect(guilty).toEqual([]);
});

test.each(["new Date()", "performance.now()", "crypto.randomUUID()", "setInterval(tick)", "Date.now()"])(
  "%s would be found there",
  (code) => expect(code).toMatch(FORBIDDEN_IN_CORE),
);
