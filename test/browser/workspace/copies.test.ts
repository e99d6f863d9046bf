import { strToU8, unzipSync, zipSync, type Zippable } from "fflate";
import { afterAll, expect, test } from "vitest";
import type { ImportedFile } from "../../../src/core/port/folder-port.js";
import { exportZip, importCopy } from "../../../src/platform/workspace/copies.js";
import { copyIn } from "../../../src/platform/workspace/copy-in.js";
import { copyOut } from "../../../src/platform/workspace/copy-out.js";
import { createHandleWorkspace, handleOf } from "../../../src/platform/workspace/handle-workspace.js";
import { isFile, type Tree, writeTree } from "../../../src/platform/workspace/tree.js";
import { memoryDiscoveryContract } from "../../contract/memory-discovery.js";
import { workspaceContract } from "../../contract/workspace.js";

const root = await navigator.storage.getDirectory();
const never = new AbortController().signal;
const silent = () => undefined;
const folders: string[] = [];

async function emptyFolder(): Promise<FileSystemDirectoryHandle> {
  const name = `copies-${crypto.randomUUID()}`;
  folders.push(name);
  return root.getDirectoryHandle(name, { create: true });
}
afterAll(async () => {
  for (const name of [...folders, "workspaces"]) await root.removeEntry(name, { recursive: true });
});

/** What `<input webkitdirectory>` gives for a tree. Empty folders are not among it, as they never are. */
function filesOf(tree: Tree, under: string): readonly ImportedFile[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const path = `${under}/${name}`;
    return isFile(node) ? [{ path, file: new File([node as BlobPart], name) }] : filesOf(node, path);
  });
}
const zipped = (files: Zippable, name = "garden.zip") => [
  { path: name, file: new File([zipSync(files) as Uint8Array<ArrayBuffer>], name) },
];
const workspaceOver = (handle: FileSystemDirectoryHandle) =>
  createHandleWorkspace({ id: "c", kind: "private", handle });
const text = async (handle: FileSystemDirectoryHandle, path: string) =>
  new TextDecoder().decode(await workspaceOver(handle).read(path));
const names = async (handle: FileSystemDirectoryHandle, path = "") =>
  (await workspaceOver(handle).list(path)).map(({ name }) => name).join(" ");

memoryDiscoveryContract("an imported copy", async (tree) => {
  const { handle } = await importCopy(filesOf(tree, "estate"), silent, never);
  return workspaceOver(handle);
});

workspaceContract(
  "an imported copy",
  async (tree) => {
    const { handle } = await importCopy(filesOf(tree, "garden"), silent, never);
    await writeTree(handle, tree); // the empty folders; swap files are hidden, and not copied by hand either
    return workspaceOver(handle);
  },
  async (workspace, path, content) => {
    let folder = handleOf(workspace)!;
    for (const name of path.split("/").slice(0, -1)) folder = await folder.getDirectoryHandle(name);
    const writable = await (await folder.getFileHandle(path.split("/").at(-1)!, { create: true })).createWritable();
    await writable.write(content);
    await writable.close();
  },
);

test("a folder is copied with its name and its bytes, and the progress is told (W1)", async () => {
  const told: string[] = [];
  const files = filesOf({ "a.md": "apples", sub: { "b.bin": new Uint8Array(700_000).fill(7) } }, "garden");
  const { handle, skipped } = await importCopy(files, ({ files, of }) => told.push(`${files}/${of}`), never);
  expect(handle.name).toBe("garden");
  expect(skipped).toEqual([]);
  expect(await text(handle, "a.md")).toBe("apples");
  expect((await workspaceOver(handle).read("sub/b.bin")).every((byte) => byte === 7)).toBe(true);
  expect(told.at(-1)).toBe("2/2");
});

test("a zip is unpacked, its one folder being the workspace (W1)", async () => {
  const long = "beds and more beds\n".repeat(50_000);
  const zip = zipped({
    garden: { "a.md": strToU8("apples"), sub: { "b.md": strToU8(long) } },
    "__MACOSX/x": strToU8(""),
  });
  const { handle, files } = await importCopy(zip, silent, never);
  expect([handle.name, files, await names(handle), await names(handle, "sub")]).toEqual([
    "garden",
    2,
    "sub a.md",
    "b.md",
  ]);
  expect(await text(handle, "sub/b.md")).toBe(long);
});

test("a hostile archive leaves nothing outside, no links, and tells what was left out (W3)", async () => {
  const folder = await emptyFolder();
  const inner = await folder.getDirectoryHandle("inner", { create: true });
  const zip = zipped({
    "../up.txt": strToU8("out"),
    "/abs.txt": strToU8("out"),
    "..\\win.txt": strToU8("out"),
    "a/../../deep.txt": strToU8("out"),
    link: [strToU8("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }],
    "good.txt": strToU8("good"),
    "good.txt/under": strToU8("under"),
  });
  const { files, skipped } = await copyIn(inner, zip, silent);
  expect(files).toBe(1);
  expect(skipped).toHaveLength(6);
  expect([await names(folder), await names(inner)]).toEqual(["inner", "good.txt"]);
});

test("a bomb is refused by what it says, and held to it if it lies", async () => {
  const bomb = zipped({ "zeros.bin": new Uint8Array(5_000_000), "a.txt": strToU8("a") });
  const folder = await emptyFolder();
  const limits = { files: 10, bytes: 1_000_000 };
  await expect(copyIn(folder, bomb, silent, limits)).rejects.toMatchObject({ name: "QuotaExceededError" });
  expect(await names(folder)).toBe("");

  const bytes = new Uint8Array(await bomb[0]!.file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const directory = view.getUint32(bytes.length - 6, true);
  view.setUint32(directory + 24, 1_000, true); // it says 1,000 bytes now
  const lie = [{ path: "lie.zip", file: new File([bytes], "lie.zip") }];
  const { files, skipped } = await copyIn(folder, lie, silent, limits);
  expect([files, skipped.map(({ name }) => name), await names(folder)]).toEqual([1, ["zeros.bin"], "a.txt"]);
});

test("a file whose bytes were changed in the archive is left out and told", async () => {
  const [zip] = zipped({ "a.txt": [strToU8("apples"), { level: 0 }], "b.txt": [strToU8("beds"), { level: 0 }] });
  const bytes = new Uint8Array(await zip!.file.arrayBuffer());
  bytes[35] = 0x58; // the first letter of apples, behind 30 bytes and the name
  const folder = await emptyFolder();
  const copied = await copyIn(folder, [{ path: "x.zip", file: new File([bytes], "x.zip") }], silent);
  expect([copied.files, copied.skipped.map(({ name }) => name), await names(folder)]).toEqual([1, ["a.txt"], "b.txt"]);
});

test("what is no archive gets a sentence, and leaves nothing behind", async () => {
  const before = await copiesKept();
  const no = [{ path: "no.zip", file: new File(["no zip at all"], "no.zip") }];
  await expect(importCopy(no, silent, never)).rejects.toMatchObject({ name: "DamagedDataError" });
  expect(await copiesKept()).toBe(before);
});

test("a copy that is stopped leaves nothing behind, and one that was cut off is swept away before the next", async () => {
  const before = await copiesKept();
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`f${n}.txt`, strToU8(`${n}`)]));
  const stopping = new AbortController();
  const stopped = importCopy(zipped(many), ({ files }) => files > 0 && stopping.abort(), stopping.signal);
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  const workspaces = await root.getDirectoryHandle("workspaces");
  const cutOff = await workspaces.getDirectoryHandle(`copy-${crypto.randomUUID()}`, { create: true });
  await cutOff.getDirectoryHandle("half", { create: true });
  await importCopy(filesOf({ "a.md": "a" }, "small"), silent, never);
  expect(await copiesKept()).toBe(before + 1);
});

async function copiesKept(): Promise<number> {
  const workspaces = await root.getDirectoryHandle("workspaces", { create: true });
  let count = 0;
  for await (const name of workspaces.keys()) count += name.startsWith("copy-") ? 1 : 0;
  return count;
}

test("a workspace goes out as a zip, and comes in again the same", async () => {
  const folder = await emptyFolder();
  const bytes = Uint8Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 251);
  await writeTree(folder, { "a.md": "äpfel", ".hidden": "h", sub: { deep: { "b.bin": bytes } }, "x.crswap": "half" });
  const told: number[] = [];
  const zip = await exportZip(folder, ({ files }) => told.push(files), never);
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  expect(Object.keys(files).toSorted()).toEqual([".hidden", "a.md", "sub/deep/b.bin"]);
  expect(files["sub/deep/b.bin"]).toEqual(bytes);
  expect(told.at(-1)).toBe(3);

  const again = await emptyFolder();
  await copyIn(again, [{ path: "a.zip", file: new File([zip], "a.zip") }], silent);
  expect(await text(again, "a.md")).toBe("äpfel");
  expect(await workspaceOver(again).read("sub/deep/b.bin")).toEqual(bytes);
});

test("a workspace that no zip can hold gets a sentence", async () => {
  const folder = await emptyFolder();
  await writeTree(folder, { a: "1234567890", b: "1234567890", c: "1" });
  const told = { name: "QuotaExceededError", message: expect.stringContaining("Nothing was exported") };
  await expect(copyOut(folder, silent, { files: 2, bytes: 100 })).rejects.toMatchObject(told);
  await expect(copyOut(folder, silent, { files: 5, bytes: 15 })).rejects.toMatchObject(told);
});
