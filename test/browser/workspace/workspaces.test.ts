import { afterAll, expect, test } from "vitest";
import { createHandleWorkspace } from "../../../src/platform/workspace/handle-workspace.js";
import { createMemoryWorkspace } from "../../../src/platform/workspace/memory-workspace.js";
import { createReadingWorkspace } from "../../../src/platform/workspace/reading-workspace.js";
import { writeTree } from "../../../src/platform/workspace/tree.js";
import { workspaceContract } from "../../contract/workspace.js";

const root = await navigator.storage.getDirectory();
const folders: string[] = [];

async function emptyFolder(): Promise<FileSystemDirectoryHandle> {
  const name = `contract-${crypto.randomUUID()}`;
  folders.push(name);
  return root.getDirectoryHandle(name, { create: true });
}
const over = (handle: FileSystemDirectoryHandle) => createHandleWorkspace({ id: "p", kind: "private", handle });

afterAll(() => Promise.all(folders.map((name) => root.removeEntry(name, { recursive: true }))));

workspaceContract("the private file system", async (tree) => {
  const folder = await emptyFolder();
  await writeTree(folder, tree);
  return over(folder);
});

workspaceContract("what searches read", async (tree) => {
  const handle = await emptyFolder();
  await writeTree(handle, tree);
  return createReadingWorkspace({ id: "r", kind: "private", handle });
});

workspaceContract("memory", async (tree) =>
  createMemoryWorkspace({ id: "m", name: "memory", tree, changedAt: Date.UTC(2026, 0, 2) }),
);

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
