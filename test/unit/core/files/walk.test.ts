import { expect, test } from "vitest";
import { ignoreIn } from "../../../../src/core/files/ignore.js";
import { FILES_AT_ONCE, walk, type WalkedFolder, type WalkOptions } from "../../../../src/core/files/walk.js";
import type { Workspace } from "../../../../src/core/files/workspace.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";

const open = (tree: Tree) => createMemoryWorkspace({ id: "w", name: "w", tree });
const never = new AbortController().signal;

async function walked(workspace: Workspace, options: WalkOptions = {}): Promise<readonly WalkedFolder[]> {
  const folders: WalkedFolder[] = [];
  for await (const folder of walk(workspace, options, never)) folders.push(folder);
  return folders;
}
const paths = (folders: readonly WalkedFolder[]) =>
  folders.flatMap(({ entries }) => entries.map(({ path }) => path)).join(" ");

const garden: Tree = {
  b: { x: { "deep.md": "" }, "b.md": "" },
  a: { "a.md": "", y: { z: { "deepest.md": "" } } },
  "top.md": "",
};

test("R1 goes level by level, folders first", async () => {
  expect(paths(await walked(open(garden)))).toBe("a b top.md a/y a/a.md b/x b/b.md a/y/z b/x/deep.md a/y/z/deepest.md");
});

test("R1 keeps its order however long each folder takes", async () => {
  const memory = open(garden);
  const waiting: (() => void)[] = [];
  const slow: Workspace = {
    ...memory,
    async list(path) {
      setImmediate(() => waiting.pop()!()); // who was asked last is first
      await new Promise<void>((resolve) => waiting.push(resolve));
      return memory.list(path);
    },
  };
  expect(paths(await walked(slow))).toBe(paths(await walked(memory)));
});

test("R2 leaves out what is ignored, and does not list it", async () => {
  const memory = open({ ".git": { HEAD: "x" }, ".gitignore": "a\n*.tmp", ...garden, "c.tmp": "" });
  const listed: string[] = [];
  const workspace: Workspace = { ...memory, list: (path) => (listed.push(path), memory.list(path)) };
  const folders = await walked(workspace, { ignore: ignoreIn(workspace) });
  expect(paths(folders)).toBe("b .gitignore top.md b/x b/b.md b/x/deep.md");
  expect(folders[0]?.ignored.map(({ path }) => path)).toEqual([".git", "a", "c.tmp"]);
  expect(listed).toEqual(["", "b", "b/x"]);
});

test("R3 lists no more than 20 folders at a time", async () => {
  const memory = open(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, { "x.md": "" }])));
  let atOnce = 0;
  let most = 0;
  const counting: Workspace = {
    ...memory,
    async list(path) {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
      return memory.list(path);
    },
  };
  expect(await walked(counting)).toHaveLength(61);
  expect(most).toBe(FILES_AT_ONCE);
});

test("R4 ends after so many entries, and says so", async () => {
  const folders = await walked(open(garden), { most: 4 });
  expect(paths(folders)).toBe("a b top.md a/y");
  expect(folders.map(({ isCut }) => isCut)).toEqual([false, true]);
  expect((await walked(open(garden), { most: 10 })).some(({ isCut }) => isCut)).toBe(false);
});

test("R5 passes over a folder that cannot be listed, and tells which", async () => {
  const memory = open(garden);
  const broken: Workspace = {
    ...memory,
    async list(path) {
      if (path === "a") throw new DOMException("The system refuses.", "NotReadableError");
      return memory.list(path);
    },
  };
  const folders = await walked(broken);
  expect(paths(folders)).toBe("a b top.md b/x b/b.md b/x/deep.md");
  expect(folders.find(({ path }) => path === "a")?.failure).toEqual({
    name: "NotReadableError",
    message: "The system refuses.",
  });
  await expect(walked(broken, { from: "a" })).rejects.toMatchObject({ name: "NotReadableError" });
});

test("starts where it is told to, and enters only what it is told to", async () => {
  expect(paths(await walked(open(garden), { from: "a" }))).toBe("a/y a/a.md a/y/z a/y/z/deepest.md");
  expect(paths(await walked(open(garden), { enters: ({ name }) => name !== "a" }))).toBe(
    "a b top.md b/x b/b.md b/x/deep.md",
  );
});

test("stops when it is told to", async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  const walking = (async () => {
    for await (const { path } of walk(open(garden), {}, stop.signal)) {
      seen.push(path);
      stop.abort();
    }
  })();
  await expect(walking).rejects.toMatchObject({ name: "AbortError" });
  expect(seen).toEqual([""]);
});
