/** The built app beside folders of a real disk and a server that speaks Gemini's wire, for one file of tests. */
import path from "node:path";
import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { ready } from "./app-page.js";
import { launchPersistent, temporaryFolder } from "./browser.js";
import { seedProfile } from "./real-folder.js";
import { serveApp, type Served } from "./serve.js";
import { openWireServer, type WireServer } from "./wire-server.js";

export interface DiskApp {
  readonly origin: string;
  readonly wire: WireServer;
  /** A place on the disk, removed after the tests. */
  at(...names: readonly string[]): string;
  /** A browser of its own, which lets the app write in folders without a question; its first page is the app, ready. */
  launch(
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<{ readonly context: BrowserContext; readonly page: Page }>;
}

/** Starts before the file's tests and ends after them. */
export function diskApp(name: string): DiskApp {
  const disk = temporaryFolder(name);
  const at = (...names: readonly string[]) => path.join(disk.path, ...names);
  let served: Served;
  let wire: WireServer;
  let profiles = 0;
  beforeAll(async () => {
    served = await serveApp();
    wire = await openWireServer();
  }, 60_000);
  afterAll(async () => {
    await served.close();
    await wire.close();
    disk.remove();
  });
  return {
    at,
    get origin() {
      return served.origin;
    },
    get wire() {
      return wire;
    },
    async launch(prepare) {
      const profile = at(`profile-${profiles++}`);
      seedProfile(profile, { origin: served.origin, grant: "write" });
      const context = await launchPersistent(profile);
      const page = await context.newPage();
      await prepare?.(page);
      await page.goto(served.origin);
      await ready(page);
      return { context, page };
    },
  };
}
