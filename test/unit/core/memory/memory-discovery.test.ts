import { describe, expect, test } from "vitest";
import { createIgnore } from "../../../../src/core/files/ignore.js";
import { discoverMemory, foldersDownTo, type DiscoveryOptions } from "../../../../src/core/memory/memory-discovery.js";
import { memoryNames } from "../../../../src/core/memory/memory-names.js";
import type { Workspace } from "../../../../src/core/files/workspace.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";
import { memoryDiscoveryContract } from "../../../contract/memory-discovery.js";

const never = new AbortController().signal;
const over = (tree: Tree) => createMemoryWorkspace({ id: "m", name: "m", tree });
const discover = (workspace: Workspace, options: Partial<DiscoveryOptions> = {}, signal = never) =>
  discoverMemory(workspace, { names: ["GEMINI.md"], ...options }, signal);

memoryDiscoveryContract("a Workspace in memory", (tree) => Promise.resolve(over(tree)));

/** `wide` folders in each folder, `deep` levels of them, a Memory in each. */
const forest = (wide: number, deep: number): Tree => ({
  "GEMINI.md": "x",
  ...(deep > 0 &&
    Object.fromEntries(
      Array.from({ length: wide }, (_, at) => [`f${String(at).padStart(3, "0")}`, forest(wide, deep - 1)]),
    )),
});

/** The most that went on at the same time, and how many there were. */
function counting(workspace: Workspace) {
  const seen = { most: 0, lists: 0, now: 0 };
  const list: Workspace["list"] = async (...args) => {
    seen.most = Math.max(seen.most, ++seen.now);
    seen.lists++;
    await new Promise((resolve) => setImmediate(resolve));
    seen.now--;
    return workspace.list(...args);
  };
  return { seen, workspace: { ...workspace, list } };
}

describe("discovery (M2)", () => {
  test("over 10,000 folders looks into 200 and says that there are more, 20 at a time", async () => {
    const { seen, workspace } = counting(over(forest(21, 3))); // 1 + 21 + 441 + 9,261
    const { found, folders, isCut } = await discover(workspace);
    expect({ folders, isCut, lists: seen.lists }).toEqual({ folders: 200, isCut: true, lists: 200 });
    expect(seen.most).toBe(20);
    expect(found).toHaveLength(200);
    // What is near the top comes first.
    expect(found.slice(0, 22).every(({ folder }) => !folder.includes("/"))).toBe(true);
  });
  test("goes as far as it is told, and tells how far it is", async () => {
    const told: number[] = [];
    const { folders, isCut } = await discover(over(forest(10, 3)), { most: 2_000, progress: (at) => told.push(at) });
    expect({ folders, isCut }).toEqual({ folders: 1_111, isCut: false });
    expect(told.slice(0, 2)).toEqual([50, 100]);
  });
  test("ends when it is told to", async () => {
    const stop = new AbortController();
    const { seen, workspace } = counting(over(forest(10, 3)));
    const going = discover(workspace, { most: 2_000, progress: () => stop.abort() }, stop.signal);
    await expect(going).rejects.toMatchObject({ name: "AbortError" });
    expect(seen.lists).toBeLessThan(120);
  });
  test("goes on where a folder can't be listed, and says which", async () => {
    const tree = over({ a: { "GEMINI.md": "x" }, b: { "GEMINI.md": "x" } });
    const list: Workspace["list"] = (path, signal) =>
      path === "a" ? Promise.reject(new DOMException("No.", "NotReadableError")) : tree.list(path, signal);
    const { found, failures } = await discover({ ...tree, list });
    expect(found).toEqual([{ path: "b/GEMINI.md", folder: "b" }]);
    expect(failures).toEqual([{ path: "a", name: "NotReadableError", message: "No." }]);
  });
  test("counts nothing that is ignored into its folders", async () => {
    const tree = { ignored: forest(20, 2), kept: { "GEMINI.md": "x" } };
    const ignore = createIgnore((path) => Promise.resolve(path === ".geminiignore" ? "ignored/" : undefined));
    const { folders } = await discover(over(tree), { ignore, most: 3 });
    expect(folders).toBe(2);
  });
  test("finds names with a folder in them", async () => {
    const { found } = await discover(over({ a: { docs: { "CONTEXT.md": "x" } } }), {
      names: memoryNames([" docs/CONTEXT.md "]),
    });
    expect(found).toEqual([{ path: "a/docs/CONTEXT.md", folder: "a" }]);
  });
});

test("names are trimmed, each once, without what is no path; GEMINI.md where none is left", () => {
  expect(memoryNames([" AGENTS.md", "./GEMINI.md", "GEMINI.md", "../x.md", ""])).toEqual(["AGENTS.md", "GEMINI.md"]);
  expect(memoryNames([])).toEqual(["GEMINI.md"]);
});

test("upward is from the root down to the folder", () => {
  expect(foldersDownTo("a/b")).toEqual(["", "a", "a/b"]);
  expect(foldersDownTo("")).toEqual([""]);
});
