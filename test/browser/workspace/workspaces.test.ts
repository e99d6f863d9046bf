import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Workspace } from "../../../src/core/files/workspace.js";
import { createHandleWorkspace, handleOf } from "../../../src/platform/workspace/handle-workspace.js";
import { writeLock } from "../../../src/platform/workspace/handle-write.js";
import { cleanUp, leftOvers } from "../../../src/platform/workspace/interrupted-writes.js";
import { writeTree } from "../../../src/platform/workspace/tree.js";
import { memoryDiscoveryContract } from "../../contract/memory-discovery.js";
import { type EditOutside, type MakeWorkspace, workspaceContract } from "../../contract/workspace.js";

const root = await navigator.storage.getDirectory();
const folders: string[] = [];

async function emptyFolder(): Promise<FileSystemDirectoryHandle> {
  const name = `contract-${crypto.randomUUID()}`;
  folders.push(name);
  return root.getDirectoryHandle(name, { create: true });
}
const over = (handle: FileSystemDirectoryHandle) => createHandleWorkspace({ id: "p", kind: "private", handle });

afterAll(() => Promise.all(folders.map((name) => root.removeEntry(name, { recursive: true }))));

const make: MakeWorkspace = async (tree) => {
  const folder = await emptyFolder();
  await writeTree(folder, tree);
  return over(folder);
};

/** Past the Workspace, straight to the file system. */
const edit: EditOutside = async (workspace, path, content) => {
  let folder = handleOf(workspace) ?? readFrom.get(workspace)!;
  for (const name of path.split("/").slice(0, -1)) folder = await folder.getDirectoryHandle(name);
  await overwrite(await folder.getFileHandle(path.split("/").at(-1)!, { create: true }), content);
};

workspaceContract("the private file system", make, edit);
memoryDiscoveryContract("the private file system", make);

const readFrom = new WeakMap<Workspace, FileSystemDirectoryHandle>();
workspaceContract(
  "what searches read",
  async (tree) => {
    const handle = await emptyFolder();
    await writeTree(handle, tree);
    const workspace = createHandleWorkspace({ id: "r", kind: "private", handle }).passing!();
    readFrom.set(workspace, handle);
    return workspace;
  },
  edit,
);

describe("without a FileSystemObserver", () => {
  const page = globalThis as { FileSystemObserver?: unknown };
  const { FileSystemObserver } = page;
  beforeAll(() => void delete page.FileSystemObserver);
  afterAll(() => (page.FileSystemObserver = FileSystemObserver));

  test("what was seen is looked at again when the user comes back", async () => {
    const workspace = await make({ "a.md": "apples", "b.md": "beds", sub: { "c.md": "cress" } });
    const told: string[] = [];
    const stop = workspace.watch((paths) => told.push(...paths));
    await workspace.read("a.md");
    await workspace.stat("b.md");
    await workspace.list("sub");
    await edit(workspace, "a.md", "other apples");
    await edit(workspace, "b.md", "more beds");
    await edit(workspace, "sub/new.md", "new");
    await workspace.write("own.md", new Uint8Array(1));
    expect(told).toEqual([]);
    dispatchEvent(new Event("focus"));
    await expect.poll(() => told).toEqual(["a.md", "b.md", "sub"]);
    await edit(workspace, "b.md", "beds once more");
    dispatchEvent(new Event("focus"));
    await expect.poll(() => told).toEqual(["a.md", "b.md", "sub", "b.md"]); // what was told is told no more
    stop();
  });
});

async function overwrite(handle: FileSystemFileHandle, text: string): Promise<void> {
  const writable = await handle.createWritable();
  await writable.write(text);
  await writable.close();
}

/** A folder with a file whose first `times` Files are out of date by the time they are read. */
async function folderWithChangingFile(times: number) {
  const folder = await emptyFolder();
  const handle = await folder.getFileHandle("a.txt", { create: true });
  await overwrite(handle, "first");
  let left = times;
  const current = handle.getFile.bind(handle);
  handle.getFile = async () => {
    const file = await current();
    if (left-- > 0) await overwrite(handle, "changed".padEnd(8 + left, "!"));
    return file;
  };
  folder.getFileHandle = async () => handle;
  return over(folder);
}

test("a file that changed while it was opened is read once more", async () => {
  const workspace = await folderWithChangingFile(1);
  expect(new TextDecoder().decode(await workspace.read("a.txt"))).toBe("changed!");
});

test("a file that keeps changing is told, with its path", async () => {
  const workspace = await folderWithChangingFile(9);
  const told = { name: "NotReadableError", message: expect.stringContaining("“a.txt”") };
  await expect(workspace.read("a.txt")).rejects.toMatchObject(told);
});

test("a folder that is gone is told as such", async () => {
  const folder = await emptyFolder();
  const inner = await folder.getDirectoryHandle("inner", { create: true });
  const workspace = over(inner);
  await folder.removeEntry("inner");
  const gone = { name: "NotFoundError", message: expect.stringContaining("not there any more") };
  await expect(workspace.list("")).rejects.toMatchObject(gone);
  await expect(workspace.stat("")).rejects.toMatchObject(gone);
});

describe("where a browser writes only files that exist, as the standard has it", () => {
  const prototype = FileSystemFileHandle.prototype;
  const { createWritable } = prototype;
  let failing = false;
  beforeAll(() => {
    prototype.createWritable = async function (this: FileSystemFileHandle, options) {
      await this.getFile(); // NotFoundError where there is none
      const stream = await createWritable.call(this, options);
      if (failing) stream.write = () => Promise.reject(new DOMException("No room.", "QuotaExceededError"));
      return stream;
    };
  });
  afterAll(() => void (prototype.createWritable = createWritable));

  test("a new file is there only once it is whole", async () => {
    const workspace = await make({});
    await workspace.write("new/a.md", new Uint8Array(3), "nothing");
    await workspace.write("new/empty.md", new Uint8Array());
    expect((await workspace.list("new")).map(({ name }) => name)).toEqual(["a.md", "empty.md"]);
    expect(await namesIn(workspace, "new")).toEqual(["a.md", "empty.md"]);
  });

  test("one that fails is not there", async () => {
    const workspace = await make({ "old.md": "old" });
    failing = true;
    await expect(workspace.write("new/a.md", new Uint8Array(3))).rejects.toMatchObject({ name: "QuotaExceededError" });
    await expect(workspace.write("old.md", new Uint8Array(3))).rejects.toMatchObject({ name: "QuotaExceededError" });
    failing = false;
    expect(await namesIn(workspace, "")).toEqual(["old.md"]);
    expect(new TextDecoder().decode(await workspace.read("old.md"))).toBe("old");
  });
});

/** What is there, swap files and marks too. */
async function namesIn(workspace: Workspace, path: string): Promise<readonly string[]> {
  const root = handleOf(workspace)!;
  const folder = path === "" ? root : await root.getDirectoryHandle(path);
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names.toSorted();
}

describe("what a killed browser leaves", () => {
  const mark = (name: string) => `${name}.palimpsest-new.crswap`;
  const never = new AbortController().signal;
  const tree = {
    "a.ts": "whole",
    "old.ts.crswap": "half",
    "begun.ts": "",
    [mark("begun.ts")]: "",
    "grown.ts": "grown",
    [mark("grown.ts")]: "",
    "empty.ts": "",
    sub: { "b.ts.1.crswap": "half" },
  };

  test("is not there for who lists, looks or reads, and no obstacle for who writes (W4)", async () => {
    const workspace = await make(tree);
    expect((await workspace.list("")).map(({ name }) => name)).toEqual(["sub", "a.ts", "empty.ts", "grown.ts"]);
    await expect(workspace.stat("begun.ts")).rejects.toMatchObject({ name: "NotFoundError" });
    await expect(workspace.read("begun.ts")).rejects.toMatchObject({ name: "NotFoundError" });
    await workspace.write("begun.ts", new Uint8Array(), "nothing");
    expect((await workspace.stat("begun.ts")).size).toBe(0);
  });

  test("is listed and cleaned up, and nothing else (W4)", async () => {
    const workspace = await make(tree);
    const paths = async (quiet: number) =>
      (await leftOvers(workspace, never, { quiet })).map(({ path }) => path).toSorted();
    expect(await paths(60_000), "what has just changed may be in use").toEqual([]);
    const found = ["old.ts.crswap", "begun.ts", mark("begun.ts"), mark("grown.ts"), "sub/b.ts.1.crswap"];
    expect(await paths(0)).toEqual(found.toSorted());
    expect(await cleanUp(workspace, await leftOvers(workspace, never, { quiet: 0 }))).toBe(5);
    expect(await namesIn(workspace, "")).toEqual(["a.ts", "empty.ts", "grown.ts", "sub"]);
    expect(await namesIn(workspace, "sub")).toEqual([]);
  });

  test("is not what a tab is writing just now", async () => {
    const workspace = await make(tree);
    await navigator.locks.request(writeLock("p", "old.ts"), async () => {
      const paths = (await leftOvers(workspace, never, { quiet: 0 })).map(({ path }) => path);
      expect(paths).not.toContain("old.ts.crswap");
      expect(paths).toContain("sub/b.ts.1.crswap");
    });
  });
});
