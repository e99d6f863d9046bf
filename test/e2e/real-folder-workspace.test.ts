/** The door to folders with real folders of the disk, in a real profile: what the private file system cannot stand in for. */
import { renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "playwright";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { AgentError, type ErrorName } from "../../src/core/errors.js";
import type { Entry, Expected, Stat, Workspace } from "../../src/core/workspace.js";
import type { Tree } from "../../src/platform/workspace/tree.js";
import { workspaceContract } from "../contract/workspace.js";
import { launchPersistent, temporaryFolder } from "../support/browser.js";
import type { Answer, Opened, Verb, Writing } from "../support/folder-page.js";
import {
  answerPicker,
  cancelPicker,
  dropPath,
  type Grant,
  installPicker,
  plantTree,
  seedProfile,
} from "../support/real-folder.js";

const disk = temporaryFolder("disk");
let server: ViteDevServer;
let origin: string;
let context: BrowserContext;
let page: Page;
let folders = 0;

beforeAll(async () => {
  ({ server, origin } = await servePage());
  ({ context, page } = await launch(profile("prompt")));
});
afterAll(async () => {
  await context?.close();
  await server?.close();
  disk.remove();
});

workspaceContract("a real folder", async (tree) => dropped(folder(tree)));

describe("a real folder", () => {
  test("opens by picker and by drop, and has one id however it is opened (W1, W5)", async () => {
    const [garden, kitchen] = [folder({ "a.md": "apples" }), folder({})];
    const first = await picked(garden);
    expect(first).toMatchObject({ kind: "folder", name: path.basename(garden) });
    expect(text(await first.read("a.md"))).toBe("apples");
    expect((await picked(garden)).id).toBe(first.id);
    expect((await dropped(garden)).id).toBe(first.id);
    expect((await picked(kitchen)).id).not.toBe(first.id);
    const known = await page.evaluate(() => globalThis.door.known());
    expect(known.filter(({ id }) => id === first.id)).toEqual([expect.objectContaining({ permission: "granted" })]);
  });

  test("is not opened when the user thinks better of it", async () => {
    const known = () => page.evaluate(async () => (await globalThis.door.known()).length);
    const before = await known();
    const outcome = await afterwards(async () => {
      await page.click("button");
      await cancelPicker(page);
    });
    expect(outcome).toMatchObject({ failure: { name: "AbortError" } });
    expect(await known()).toBe(before);
  });

  test("is not what a dropped file is", async () => {
    const file = path.join(folder({ "a.md": "apples" }), "a.md");
    const outcome = await afterwards(() => dropPath(page, file));
    expect(outcome).toMatchObject({
      failure: { name: "TypeMismatchError", message: expect.stringContaining("“a.md”") },
    });
  });

  test("is dropped one at a time", async () => {
    const outcome = await afterwards(() => dropPath(page, [folder({}), folder({})]));
    expect(outcome).toMatchObject({ failure: { name: "InvalidArgsError" } });
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

describe("after a relaunch of the browser a folder", () => {
  let relaunched: BrowserContext | undefined;
  afterEach(async () => {
    await relaunched?.close();
    relaunched = undefined;
  });

  async function openThenRelaunch(grant: Grant): Promise<{ garden: string; before: Opened; page: Page }> {
    const garden = folder({ "a.md": "apples" });
    const home = profile(grant, [garden]);
    const first = await launch(home);
    const before = await picked(garden, first.page);
    await first.context.close();
    const second = await launch(home);
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

function folder(tree: Tree): string {
  const place = path.join(disk.path, `folder-${++folders}`);
  plantTree(place, tree);
  return place;
}

function profile(grant: Grant, granted: readonly string[] = []): string {
  const place = path.join(disk.path, `profile-${++folders}`);
  seedProfile(place, { origin, grant, folders: granted });
  return place;
}

async function launch(home: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await launchPersistent(home);
  const page = context.pages()[0] ?? (await context.newPage());
  await installPicker(page);
  await page.goto(origin);
  await page.waitForFunction(() => "door" in globalThis);
  return { context, page };
}

async function servePage(): Promise<{ server: ViteDevServer; origin: string }> {
  const server = await createServer({
    configFile: false,
    logLevel: "error",
    appType: "custom",
    cacheDir: path.join(disk.path, "vite"),
    optimizeDeps: { noDiscovery: true },
    server: { host: "127.0.0.1", port: 0, hmr: false, ws: false, watch: null },
  });
  server.middlewares.use((request, response, next) => {
    if (request.url !== "/") return next();
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><button>Open folder</button><script type="module" src="/test/support/folder-page.ts"></script>`,
    );
  });
  await server.listen();
  const address = server.httpServer!.address() as { port: number };
  return { server, origin: `http://127.0.0.1:${address.port}` };
}

/** What came of an opening that `act` sets off. */
async function afterwards(act: () => Promise<void>, where = page): Promise<Answer<Opened>> {
  const count = await where.evaluate(() => globalThis.door.outcomes.length);
  await act();
  await where.waitForFunction((before) => globalThis.door.outcomes.length > before, count);
  return where.evaluate(() => globalThis.door.outcomes.at(-1)!);
}

async function picked(place: string, where = page): Promise<Workspace> {
  const outcome = await afterwards(async () => {
    await where.click("button");
    await answerPicker(where, place);
  }, where);
  return through(where, valueOf(outcome));
}

async function dropped(place: string, where = page): Promise<Workspace> {
  return through(where, valueOf(await afterwards(() => dropPath(where, place), where)));
}

/** The Workspace in the page, as one in node. */
function through(where: Page, { id, name, kind }: Opened): Workspace {
  const call = async (verb: Verb, path: string, aborted = false, writing: Writing = {}): Promise<unknown> =>
    valueOf(
      await where.evaluate(
        ([id, verb, path, aborted, writing]) => globalThis.door.call(id, verb, path, aborted, writing),
        [id, verb, path, aborted, writing] as const,
      ),
    );
  const before = (expected?: Expected) =>
    expected !== undefined && { expected: expected === "nothing" ? expected : [...expected] };
  return {
    id,
    name,
    kind,
    list: async (path, signal) => (await call("list", path, signal?.aborted)) as readonly Entry[],
    stat: async (path) => (await call("stat", path)) as Stat,
    read: async (path) => Uint8Array.from((await call("read", path)) as number[]),
    canWrite: async () => (await call("canWrite", "")) as boolean,
    write: async (path, bytes, expected) =>
      (await call("write", path, false, { bytes: [...bytes], ...before(expected) })) as Stat,
    remove: async (path, expected) => void (await call("remove", path, false, { ...before(expected) })),
  };
}

function valueOf<T>(answer: Answer<T>): T {
  if ("value" in answer) return answer.value;
  throw new AgentError(answer.failure.name as ErrorName, answer.failure.message);
}
