/** Real folders of the disk in a real Chromium, with the Workspaces of its page at hand in node. */
import { Buffer } from "node:buffer";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "playwright";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll } from "vitest";
import { AgentError, type ErrorName } from "../../src/core/errors.js";
import type { Entry, Expected, Stat, Workspace } from "../../src/core/files/workspace.js";
import type { Tree } from "../../src/platform/workspace/tree.js";
import { launchPersistent, temporaryFolder } from "./browser.js";
import type { Answer, Opened, Verb, Writing } from "./folder-page.js";
import { answerPicker, dropPath, type Grant, installPicker, plantTree, seedProfile } from "./real-folder.js";

export interface FolderRig {
  readonly origin: string;
  /** A folder of its own on the disk, as the tree says. */
  folder(tree: Tree): string;
  /** A fresh profile: grants must be there before its first launch. */
  profile(grant: Grant, granted?: readonly string[]): string;
  launch(profile: string): Promise<{ readonly context: BrowserContext; readonly page: Page }>;
  close(): Promise<void>;
}

/** For a file of tests: the rig, and a page in a browser that lets it write wherever a folder is opened. */
export function useFolderRig(): { readonly rig: FolderRig; readonly page: Page } {
  let rig: FolderRig;
  let launched: Awaited<ReturnType<FolderRig["launch"]>>;
  beforeAll(async () => {
    rig = await openFolderRig();
    launched = await rig.launch(rig.profile("write"));
  });
  afterAll(async () => {
    await launched?.context.close();
    await rig?.close();
  });
  return {
    get rig() {
      return rig;
    },
    get page() {
      return launched.page;
    },
  };
}

async function openFolderRig(): Promise<FolderRig> {
  const disk = temporaryFolder("disk");
  const { server, origin } = await servePage(path.join(disk.path, "vite"));
  let made = 0;
  return {
    origin,
    folder(tree) {
      const place = path.join(disk.path, `folder-${++made}`);
      plantTree(place, tree);
      return place;
    },
    profile(grant, granted = []) {
      const place = path.join(disk.path, `profile-${++made}`);
      mkdirSync(place);
      seedProfile(place, { origin, grant, folders: granted });
      return place;
    },
    async launch(profile) {
      const context = await launchPersistent(profile);
      const page = context.pages()[0] ?? (await context.newPage());
      await show(page, origin);
      return { context, page };
    },
    async close() {
      await server.close();
      disk.remove();
    },
  };
}

/** Opens the page of the tests. */
export async function show(page: Page, origin: string): Promise<void> {
  await installPicker(page);
  await page.goto(origin);
  await page.waitForFunction(() => "door" in globalThis);
}

async function servePage(cacheDir: string): Promise<{ server: ViteDevServer; origin: string }> {
  const server = await createServer({
    configFile: false,
    logLevel: "error",
    appType: "custom",
    cacheDir,
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
export async function afterwards(where: Page, act: () => Promise<void>): Promise<Answer<Opened>> {
  const count = await where.evaluate(() => globalThis.door.outcomes.length);
  await act();
  await where.waitForFunction((before) => globalThis.door.outcomes.length > before, count);
  return where.evaluate(() => globalThis.door.outcomes.at(-1)!);
}

export async function picked(where: Page, place: string): Promise<Workspace> {
  const outcome = await afterwards(where, async () => {
    await where.click("button");
    await answerPicker(where, place);
  });
  return through(where, valueOf(outcome));
}

export async function dropped(where: Page, place: string): Promise<Workspace> {
  return through(where, valueOf(await afterwards(where, () => dropPath(where, place))));
}

/** The Workspace in the page, as one in node. */
export function through(where: Page, { id, name, kind }: Opened): Workspace {
  const call = async (verb: Verb, path: string, aborted = false, writing: Writing = {}): Promise<unknown> =>
    valueOf(
      await where.evaluate(
        ([id, verb, path, aborted, writing]) => globalThis.door.call(id, verb, path, aborted, writing),
        [id, verb, path, aborted, writing] as const,
      ),
    );
  const before = (expected?: Expected) =>
    expected !== undefined && { expected: expected === "nothing" ? expected : { bytes: encoded(expected) } };
  return {
    id,
    name,
    kind,
    list: async (path, signal) => (await call("list", path, signal?.aborted)) as readonly Entry[],
    stat: async (path) => (await call("stat", path)) as Stat,
    read: async (path) => Uint8Array.from(Buffer.from((await call("read", path)) as string, "base64")),
    canWrite: async () => (await call("canWrite", "")) as boolean,
    write: async (path, bytes, expected) =>
      (await call("write", path, false, { bytes: encoded(bytes), ...before(expected) })) as Stat,
    remove: async (path, expected) => void (await call("remove", path, false, { ...before(expected) })),
    watch(listener) {
      const asking = setInterval(() => {
        void where
          .evaluate((id) => globalThis.door.changes(id), id)
          .then((paths) => paths.length > 0 && listener(paths));
      }, 50);
      return () => clearInterval(asking);
    },
  };
}

const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

export function valueOf<T>(answer: Answer<T>): T {
  if ("value" in answer) return answer.value;
  throw new AgentError(answer.failure.name as ErrorName, answer.failure.message);
}
