/** A page of a bench that was built for it, with a real folder of the disk dropped on it. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { launchPersistent, temporaryFolder } from "./browser.js";
import { ensureChromium } from "./chromium.mjs";
import { dropPath, seedProfile } from "./real-folder.js";

/** `script`: a file of test/support whose page has an object of this name in `globalThis`, which says when it is ready. */
export async function withDroppedFolder<T>(
  { script, name }: { readonly script: string; readonly name: string },
  plant: (root: string) => void,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  ensureChromium();
  const disk = temporaryFolder(script);
  const root = path.join(disk.path, "folder");
  plant(root);
  const { origin, close } = await servePage(script);
  const profile = path.join(disk.path, "profile");
  seedProfile(profile, { origin, grant: "write" });
  const context = await launchPersistent(profile);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(origin);
    await dropPath(page, root);
    await page.waitForFunction((of) => (globalThis as unknown as Record<string, Ready>)[of]!.isReady, name);
    return await use(page);
  } finally {
    await context.close();
    await close();
    disk.remove();
  }
}

interface Ready {
  readonly isReady: boolean;
}

async function servePage(name: string) {
  const { build, preview } = await import("vite");
  const root = path.resolve(`node_modules/.cache/palimpsest/${name}`);
  mkdirSync(root, { recursive: true });
  const script = path.resolve(`test/support/${name}.ts`);
  writeFileSync(path.join(root, "index.html"), `<!doctype html><script type="module" src="./page.js"></script>`);
  writeFileSync(path.join(root, "page.js"), `import ${JSON.stringify(script)};`);
  const config = { configFile: false, root, logLevel: "warn", worker: { format: "es" } } as const;
  await build({ ...config, build: { target: "es2023", emptyOutDir: true } });
  const server = await preview({ ...config, preview: { host: "127.0.0.1", port: 0 } });
  return { origin: new URL(server.resolvedUrls!.local[0]!).origin, close: () => server.close() };
}
