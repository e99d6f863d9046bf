/** Fills the log of a profile, from a page on the app's origin that is built for nothing else. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext } from "playwright";
import { build } from "vite";
import { temporaryFolder } from "./browser.js";
import type { LogPlan } from "./log-plan.js";
import { serveApp } from "./serve.js";

export interface Filled {
  readonly records: number;
  readonly characters: number;
  /** Ids of the Sessions, by their names in the plan. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Must come before the app is served on this port. */
export async function fillLog(context: BrowserContext, port: number, plan: LogPlan): Promise<Filled> {
  const folder = temporaryFolder("log-page");
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    worker: { format: "es" },
    build: {
      outDir: folder.path,
      emptyOutDir: false,
      target: "es2023",
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: path.resolve("test/support/log-page.ts"),
        output: { entryFileNames: "assets/log-page.js" },
      },
    },
  });
  writeFileSync(
    path.join(folder.path, "index.html"),
    `<!doctype html><title>log</title><script type="module" src="/assets/log-page.js"></script>`,
  );
  const served = await serveApp({ root: folder.path, port });
  const page = await context.newPage();
  try {
    await page.goto(served.origin);
    await page.waitForFunction(() => "fillLog" in globalThis);
    return await page.evaluate((given) => globalThis.fillLog(given), plan);
  } finally {
    await page.close();
    await served.close();
    folder.remove();
  }
}
