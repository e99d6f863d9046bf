/** How tests start Chromium: with a profile of its own on disk, for what must survive a relaunch; and folders that clean up after themselves. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium } from "playwright";
import { chromiumFlags, chromiumPath } from "./chromium.mjs";

/** How long something may take to come in sight: a safety net, wide enough for a machine that has much else to do. */
const PATIENCE = 60_000;

export const launchOptions = {
  executablePath: chromiumPath(),
  headless: true,
  chromiumSandbox: false,
  args: chromiumFlags,
};

/** Nothing has to be waited for that only fades in or slides. */
export const unmoved = { reducedMotion: "reduce" } as const;

export function patient(context: BrowserContext): BrowserContext {
  context.setDefaultTimeout(PATIENCE);
  return context;
}

export async function launchPersistent(profile: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return patient(await chromium.launchPersistentContext(profile, { ...launchOptions, ...options }));
}

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** A killed browser may still be writing into its profile for a moment: removing it tries again. */
export function temporaryFolder(name: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), `palimpsest-${name}-`));
  return {
    path: folder,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
