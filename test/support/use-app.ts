/**
 * The built app for a file of e2e tests: served with the headers of production, beside a server that speaks Gemini's wire
 * and a place on the disk. All of it ends with the file, or with each test.
 */
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { ready } from "./app-page.js";
import { launchOptions, launchPersistent, patient, temporaryFolder, unmoved } from "./browser.js";
import { type Grant, seedProfile } from "./real-folder.js";
import { serveApp, type Served, type ServeOptions } from "./serve.js";
import { openWireServer, type WireServer } from "./wire-server.js";

export interface App {
  readonly origin: string;
  /** Paths that were asked of the server, in order. */
  readonly hits: readonly string[];
  readonly wire: WireServer;
  /** A place on the disk, removed after the tests. */
  at(...names: readonly string[]): string;
  /** A browser with a profile of its own; a name brings an earlier one back. */
  launch(options?: LaunchOptions): Promise<BrowserContext>;
  /** A page of the browser that was launched last; of a new one, if none runs. */
  open(options?: OpenOptions): Promise<Page>;
  /** A page for someone who has never been here: all of them share one browser, which keeps nothing. */
  openAnew(options?: Omit<OpenOptions, "context">): Promise<Page>;
  /** Serves from the same address what is told now: another build, say. */
  serve(options?: Omit<ServeOptions, "port">): Promise<void>;
  stopServing(): Promise<void>;
}

export interface AppOptions {
  readonly isNewForEachTest?: boolean;
  readonly serviceWorkers?: "allow" | "block";
}

export interface LaunchOptions {
  readonly profile?: string;
  /** What the user has allowed this origin (see real-folder.ts). */
  readonly grant?: Grant;
  /** Those that are granted "always". */
  readonly folders?: readonly string[];
}

export interface OpenOptions {
  readonly context?: BrowserContext;
  /** The part of the address after the origin. */
  readonly at?: string;
  /** Done with the page before it goes anywhere. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Until the page is as it should be; until a message can be written, if nothing is told. */
  readonly until?: (page: Page) => Promise<unknown>;
}

export function useApp(name: string, { isNewForEachTest = false, serviceWorkers = "allow" }: AppOptions = {}): App {
  const disk = temporaryFolder(name);
  const at = (...names: readonly string[]) => path.join(disk.path, ...names);
  let served: Served;
  let wire: WireServer;
  let contexts: BrowserContext[] = [];
  let passing: Browser | undefined;
  let profiles = 0;

  const begin = async () => {
    served = await serveApp();
    wire = await openWireServer();
  };
  const end = async () => {
    for (const context of contexts) await context.close();
    contexts = [];
    await passing?.close();
    passing = undefined;
    await wire?.close();
    await served?.close();
  };
  afterAll(() => disk.remove()); // the last of all: what is told later is done earlier
  (isNewForEachTest ? beforeEach : beforeAll)(begin);
  (isNewForEachTest ? afterEach : afterAll)(end);

  const app: App = {
    at,
    get origin() {
      return served.origin;
    },
    get hits() {
      return served.hits;
    },
    get wire() {
      return wire;
    },
    async launch({ profile = `profile-${++profiles}`, grant, folders = [] } = {}) {
      if (grant) seedProfile(at(profile), { origin: served.origin, grant, folders });
      const context = await launchPersistent(at(profile), { ...unmoved, serviceWorkers });
      contexts.push(context);
      context.on("close", () => (contexts = contexts.filter((each) => each !== context)));
      return context;
    },
    async open({ context, ...options } = {}) {
      const where = context ?? contexts.at(-1) ?? (await app.launch());
      return show(await where.newPage(), options);
    },
    async openAnew(options) {
      passing ??= await chromium.launch(launchOptions);
      const context = patient(await passing.newContext({ ...unmoved, serviceWorkers }));
      return show(await context.newPage(), options);
    },
    async serve(options = {}) {
      await served.close();
      served = await serveApp({ ...options, port: served.port });
    },
    stopServing: () => served.close(),
  };

  async function show(page: Page, { at: address = "/", before, until = ready }: OpenOptions = {}): Promise<Page> {
    // Where they are blocked, who registers one fails; that is no fault of the app.
    if (serviceWorkers === "allow") page.on("pageerror", (error) => console.error(page.url(), error));
    await before?.(page);
    await page.goto(served.origin + address);
    await until(page);
    return page;
  }
  return app;
}
