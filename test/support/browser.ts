/** A Chromium with a profile of its own on disk, for what must survive a relaunch; and folders that clean up after themselves. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium } from "playwright";
import { chromiumFlags, chromiumPath } from "./chromium.mjs";

export function launchPersistent(
  profile: string,
  options: { readonly serviceWorkers?: "allow" | "block" } = {},
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    ...options,
    executablePath: chromiumPath(),
    headless: true,
    chromiumSandbox: false,
    args: chromiumFlags,
  });
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
