/** The door to folders with real folders of the disk, in a real profile: what the private file system cannot stand in for. */
import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "playwright";
import { afterEach, describe, expect, test } from "vitest";
import type { Tree } from "../../src/platform/workspace/tree.js";
import { memoryDiscoveryContract } from "../contract/memory-discovery.js";
import { workspaceContract } from "../contract/workspace.js";
import type { Opened } from "../support/folder-page.js";
import {
  afterwards as after,
  dropped as droppedOn,
  useFolderRig,
  picked as pickedOn,
  through,
  valueOf,
} from "../support/folder-rig.js";
import { cancelPicker, type Grant } from "../support/real-folder.js";

const folders = useFolderRig();

/** Where each Workspace of the contract lies on the disk. */
const places = new Map<string, string>();

workspaceContract(
  "a real folder",
  async (tree) => {
    const place = folder(tree);
    const workspace = await dropped(place);
    places.set(workspace.id, place);
    return workspace;
  },
  async ({ id }, file, content) => writeFileSync(path.join(places.get(id)!, file), content),
);

memoryDiscoveryContract("a real folder", (tree) => dropped(folder(tree)));

describe("a real folder", () => {
  test("opens by picker and by drop, and has one id however it is opened (W1, W5)", async () => {
    const [garden, kitchen] = [folder({ "a.md": "apples" }), folder({})];
    const first = await picked(garden);
    expect(first).toMatchObject({ kind: "folder", name: path.basename(garden) });
    expect(text(await first.read("a.md"))).toBe("apples");
    expect((await picked(garden)).id).toBe(first.id);
    expect((await dropped(garden)).id).toBe(first.id);
    expect((await picked(kitchen)).id).not.toBe(first.id);
    const known = await folders.page.evaluate(() => globalThis.door.known());
    expect(known.filter(({ id }) => id === first.id)).toEqual([expect.objectContaining({ permission: "granted" })]);
  });

  test("is not opened when the user thinks better of it", async () => {
    const known = () => folders.page.evaluate(async () => (await globalThis.door.known()).length);
    const before = await known();
    const outcome = await afterwards(async () => {
      await folders.page.click("button");
      await cancelPicker(folders.page);
    });
    expect(outcome).toMatchObject({ failure: { name: "AbortError" } });
    expect(await known()).toBe(before);
  });

  test("shows no links, wherever they lead (W3)", async () => {
    const outside = folder({ "secret.txt": "secret" });
    const inside = folder({ "real.txt": "real", sub: { "a.txt": "a" } });
    symlinkSync(path.join(outside, "secret.txt"), path.join(inside, "to-secret.txt"));
    symlinkSync(outside, path.join(inside, "to-outside"));
    symlinkSync(path.join(inside, "real.txt"), path.join(inside, "to-real.txt"));
    symlinkSync(path.join(inside, "none"), path.join(inside, "to-nothing"));
    const workspace = await dropped(inside);
    expect((await workspace.list("")).map(({ name }) => name)).toEqual(["sub", "real.txt"]);
    for (const link of ["to-secret.txt", "to-outside", "to-outside/secret.txt", "to-real.txt", "to-nothing"]) {
      await expect(workspace.read(link), link).rejects.toMatchObject({ name: "NotFoundError" });
      await expect(workspace.stat(link), link).rejects.toMatchObject({ name: "NotFoundError" });
    }
  });

  test("says which names the browser refuses, and lists none of them (W4)", async () => {
    const refused = ["con", "x.lnk", "a:b.txt", "desktop.ini", "what?.md"];
    const workspace = await dropped(
      folder({ ...Object.fromEntries(refused.map((name) => [name, "x"])), "ok.md": "x" }),
    );
    expect((await workspace.list("")).map(({ name }) => name)).toEqual(["ok.md"]);
    for (const name of refused) {
      const told = { name: "InvalidPathError", message: expect.stringContaining(`“${name}”`) };
      await expect(workspace.read(name), name).rejects.toMatchObject(told);
    }
  });

  test("lists exactly what can be read, whatever the names on the disk", async () => {
    const odd = [
      "dot.",
      "space ",
      " lead",
      "~",
      "~x",
      "b\\c",
      "a\u202eb",
      "a／b",
      "%2e%2e",
      "100%",
      "-rf",
      "日本",
      "#x",
      "a\nb",
    ];
    const workspace = await dropped(folder(Object.fromEntries(odd.map((name) => [name, "x"]))));
    // Chromium itself leaves out all the others but the full-width slash and the encoded dots.
    const listed = await workspace.list("");
    expect(listed.map(({ name }) => name)).toEqual(["#x", "-rf", "100%", "日本"]);
    for (const { path } of listed) expect(text(await workspace.read(path))).toBe("x");
  });

  test("is read as it is now, not as it was", async () => {
    const garden = folder({ "a.md": "apples" });
    const workspace = await dropped(garden);
    expect((await workspace.stat("a.md")).size).toBe(6);
    writeFileSync(path.join(garden, "a.md"), "apples and pears");
    writeFileSync(path.join(garden, "b.md"), "berries");
    expect(text(await workspace.read("a.md"))).toBe("apples and pears");
    expect((await workspace.list("")).map(({ name }) => name)).toEqual(["a.md", "b.md"]);
  });

  test("is told to be gone when it was renamed away", async () => {
    const garden = folder({ "a.md": "apples" });
    const workspace = await dropped(garden);
    renameSync(garden, `${garden}-moved`);
    const gone = { name: "NotFoundError", message: expect.stringContaining("not there any more") };
    await expect(workspace.list("")).rejects.toMatchObject(gone);
    await expect(workspace.read("a.md")).rejects.toMatchObject({ name: "NotFoundError" });
  });
});

describe("a folder that was granted for reading only", () => {
  let own: BrowserContext | undefined;
  afterEach(async () => {
    await own?.close();
    own = undefined;
  });

  // Under `prompt` the browser would ask, and headless no one ever answers: an answer at all shows that it was not asked.
  test.each(["prompt", "deny"] as const)("is read, and says that a click must allow more: %s (W2)", async (grant) => {
    const garden = folder({ "a.md": "apples" });
    const launched = await folders.rig.launch(folders.rig.profile(grant));
    own = launched.context;
    const workspace = await dropped(garden, launched.page);
    const told = { name: "NotAllowedError", message: expect.stringContaining("must click to allow writing") };
    expect(await workspace.canWrite()).toBe(false);
    await expect(workspace.write("a.md", bytes("pears"))).rejects.toMatchObject(told);
    await expect(workspace.write("new/b.md", bytes("pears"))).rejects.toMatchObject(told);
    await expect(workspace.remove("a.md")).rejects.toMatchObject(told);
    expect(text(await workspace.read("a.md"))).toBe("apples");
    expect(readdirSync(garden)).toEqual(["a.md"]);
    expect(readFileSync(path.join(garden, "a.md"), "utf8")).toBe("apples");
  });
});

describe("after a relaunch of the browser a folder", () => {
  let relaunched: BrowserContext | undefined;
  afterEach(async () => {
    await relaunched?.close();
    relaunched = undefined;
  });

  async function openThenRelaunch(grant: Grant): Promise<{ garden: string; before: Opened; page: Page }> {
    const garden = folder({ "a.md": "apples" });
    const home = folders.rig.profile(grant, [garden]);
    const first = await folders.rig.launch(home);
    const before = await picked(garden, first.page);
    await first.context.close();
    const second = await folders.rig.launch(home);
    relaunched = second.context;
    return { garden, before, page: second.page };
  }

  test("is still known, opens without asking, and keeps its id (W2, W5)", async () => {
    const { garden, before, page } = await openThenRelaunch("always");
    const known = await page.evaluate(() => globalThis.door.known());
    expect(known).toMatchObject([{ id: before.id, name: path.basename(garden), permission: "granted" }]);
    const outcome = await afterwards(() => page.evaluate((id) => globalThis.door.open(id), before.id), page);
    expect(text(await through(page, valueOf(outcome)).read("a.md"))).toBe("apples");
    expect((await picked(garden, page)).id).toBe(before.id);
    expect((await dropped(garden, page)).id).toBe(before.id);
  });

  test("whose permission has lapsed says so, and opening it again keeps its id (W2, W5)", async () => {
    const { garden, before, page } = await openThenRelaunch("prompt");
    const known = await page.evaluate(() => globalThis.door.known());
    expect(known).toMatchObject([{ id: before.id, permission: "prompt" }]);
    const outcome = await afterwards(() => page.evaluate((id) => globalThis.door.open(id), before.id), page);
    const told = { name: "NotAllowedError", message: expect.stringContaining(`“${path.basename(garden)}” has lapsed`) };
    expect(outcome).toMatchObject({ failure: told });
    expect((await picked(garden, page)).id).toBe(before.id);
  });
});

const text = (content: Uint8Array) => new TextDecoder().decode(content);
const bytes = (text: string) => new TextEncoder().encode(text);

const folder = (tree: Tree) => folders.rig.folder(tree);
const afterwards = (act: () => Promise<void>, where = folders.page) => after(where, act);
const picked = (place: string, where = folders.page) => pickedOn(where, place);
const dropped = (place: string, where = folders.page) => droppedOn(where, place);
