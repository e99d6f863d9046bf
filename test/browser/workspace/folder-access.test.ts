import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AgentError } from "../../../src/core/errors.js";
import { createFolderAccess } from "../../../src/platform/workspace/folder-access.js";
import { type KnownHandles, openKnownHandles } from "../../../src/platform/workspace/known-handles.js";
import { openSampleFolder, sample } from "../../../src/platform/workspace/sample.js";
import { waitsForLock } from "../../support/locks.js";

// Folders of the private file system stand in for the user's: real ones are in test/e2e/real-folder-workspace.test.ts.
const root = await navigator.storage.getDirectory();
const folder = (name: string) => root.getDirectoryHandle(name, { create: true });
const database = "palimpsest-handles-test";
let time = 0;
let opened: KnownHandles[] = [];

function handles(): KnownHandles {
  const known = openKnownHandles({ database, now: () => ++time });
  opened.push(known);
  return known;
}
const access = () => createFolderAccess(handles());

beforeEach(() => {
  time = 0;
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((known) => known.close()));
  await deleteDB(database);
  for (const name of ["a", "b", "workspaces"]) await root.removeEntry(name, { recursive: true }).catch(ignoreMissing);
});
const ignoreMissing = (error: Error) => {
  if (error.name !== "NotFoundError") throw error;
};

test("a folder keeps its random id when it is opened again (W5)", async () => {
  const first = await access().adopt(await folder("a"));
  const other = await access().adopt(await folder("b"));
  const again = await access().adopt(await folder("a"));
  expect(again.id).toBe(first.id);
  expect(other.id).not.toBe(first.id);
  expect(first.id).toMatch(/^[0-9a-f-]{36}$/);
  expect([first.name, first.kind]).toEqual(["a", "private"]);
});

test("two tabs that open one folder at once agree on its id", async () => {
  const tabs = [access(), access(), access()];
  const workspaces = await Promise.all(tabs.map(async (tab) => tab.adopt(await folder("a"))));
  expect(new Set(workspaces.map((workspace) => workspace.id)).size).toBe(1);
  expect(await tabs[0]!.known()).toHaveLength(1);
});

test("folders opened before are known, newest first, and open without asking (W2)", async () => {
  const a = await access().adopt(await folder("a"));
  const b = await access().adopt(await folder("b"));
  const later = access();
  const known = async () => (await later.known()).map(({ name, permission }) => `${name} ${permission}`);
  expect(await known()).toEqual(["b granted", "a granted"]);
  const reopened = await later.open(a.id);
  expect([reopened.id, reopened.name]).toEqual([a.id, "a"]);
  expect(await reopened.list("")).toEqual([]);
  expect(await known()).toEqual(["a granted", "b granted"]);
  expect(await later.regain(b.id)).toBe("granted");
});

test("a folder that was never opened is not known", async () => {
  const unknown = { name: "NotFoundError", message: expect.stringContaining("Open it again") };
  await expect(access().open("none")).rejects.toMatchObject(unknown);
  await expect(access().regain("none")).rejects.toMatchObject(unknown);
});

test("a file is no folder", async () => {
  const file = await (await folder("a")).getFileHandle("x.txt", { create: true });
  for (const thing of [file, undefined, "a"]) {
    await expect(access().adopt(thing)).rejects.toMatchObject({ name: "TypeMismatchError" });
  }
});

test("a picker without a click says that it needs one", async () => {
  await expect(access().pick()).rejects.toMatchObject({ name: "NotAllowedError" });
});

test("a browser without a picker says so", async () => {
  const page = globalThis as Partial<typeof globalThis>;
  const { showDirectoryPicker } = page;
  delete page.showDirectoryPicker;
  await expect(access().pick()).rejects.toMatchObject({ name: "NotSupportedError" });
  page.showDirectoryPicker = showDirectoryPicker;
});

test("full storage keeps a known folder's door open, and shuts that of a new one with a sentence (L5)", async () => {
  const { id } = await access().adopt(await folder("a"));
  const full = () => Promise.reject(new AgentError("QuotaExceededError", "The storage is full."));
  const later = createFolderAccess({ ...handles(), remember: full });
  expect((await later.open(id)).id).toBe(id);
  await expect(later.adopt(await folder("b"))).rejects.toMatchObject({ name: "QuotaExceededError" });
});

/** Another tab's log worker holds the lock for its batch while `look` looks. */
async function whileTheWriterIsBusy(look: () => Promise<void>): Promise<void> {
  let release = () => {};
  const batch = new Promise<void>((resolve) => (release = resolve));
  const held = navigator.locks.request("writer", () => batch);
  try {
    await look();
  } finally {
    release();
    await held;
  }
}

test("every write waits for the lock `writer` (L7)", async () => {
  const known = handles();
  const a = await folder("a");
  expect(await known.all()).toEqual([]);
  let remembered: Promise<unknown> | undefined;
  await whileTheWriterIsBusy(async () => {
    remembered = known.remember(a, "private");
    await waitsForLock("writer");
    expect(await known.all()).toEqual([]);
  });
  await remembered;
  expect(await known.all()).toHaveLength(1);
});

test("creating the database waits for the lock `writer` as well (L7)", async () => {
  let listed: Promise<unknown> | undefined;
  await whileTheWriterIsBusy(async () => {
    listed = handles().all();
    await waitsForLock("writer");
    expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(database);
  });
  expect(await listed).toEqual([]);
});

test("a newer build in another tab is let in, and afterwards told apart", async () => {
  const known = handles();
  await known.all();
  const newer = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 2);
    request.onsuccess = () => resolve(request.result);
    request.onblocked = () => reject(new Error("The upgrade was blocked."));
  });
  await expect(known.all()).rejects.toMatchObject({ name: "NewerDatabaseError" });
  newer.close();
});

test("the sample is there at the first run, and stays as the user leaves it (U6)", async () => {
  const workspace = await access().adopt(await openSampleFolder());
  const names = (await workspace.list("")).map((entry) => entry.name);
  expect(names.toSorted()).toEqual(Object.keys(sample).toSorted());
  expect(new TextDecoder().decode(await workspace.read("README.md"))).toBe(sample["README.md"]);

  const handle = await openSampleFolder();
  await handle.removeEntry("plan.md");
  const again = await access().adopt(await openSampleFolder());
  expect(again.id).toBe(workspace.id);
  await expect(again.stat("plan.md")).rejects.toMatchObject({ name: "NotFoundError" });
});

test("a sample left half written is finished, and what is there is kept", async () => {
  const half = await (await folder("workspaces")).getDirectoryHandle("sample", { create: true });
  await half.getFileHandle("plan.md", { create: true });
  const readme = await (await half.getFileHandle("README.md", { create: true })).createWritable();
  await readme.write("mine");
  await readme.close();

  const workspace = await access().adopt(await openSampleFolder());
  expect(new TextDecoder().decode(await workspace.read("README.md"))).toBe("mine");
  expect(new TextDecoder().decode(await workspace.read("plan.md"))).toBe(sample["plan.md"]);
  expect(await workspace.list("recipes")).toHaveLength(2);
});
