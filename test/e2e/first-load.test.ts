/** What a first visit really fetches until the page can be used, and how long that takes. */
import path from "node:path";
import { chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ready } from "../support/app-page.js";
import { FIRST_LOAD_BUDGET, gzipped } from "../support/bundle-budget.mjs";
import { chromiumFlags, chromiumPath } from "../support/chromium.mjs";
import { serveApp, type Served } from "../support/serve.js";

let served: Served;
beforeAll(async () => void (served = await serveApp()));
afterAll(() => served.close());

test("a first visit fetches at most 120 KB of JavaScript before it can be used, and no model's client", async () => {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    chromiumSandbox: false,
    args: chromiumFlags,
  });
  const page = await browser.newPage();
  await page.addInitScript(noteWhenUsable);
  await page.goto(served.origin);
  await ready(page);
  // The page's own fetches and those of its workers; the service worker's come later, and wait for no one.
  const fetched = await page.evaluate(() => {
    const { startTime: usable } = performance.getEntriesByName("usable")[0]!;
    const needed = performance
      .getEntriesByType("resource")
      .filter(({ name, startTime }) => startTime <= usable || name.includes("log.worker")); // the first words wait for it
    return { usable, scripts: needed.map(({ name }) => new URL(name).pathname) };
  });
  await browser.close();
  const scripts = [...new Set(fetched.scripts)].filter((name) => name.endsWith(".js") && name !== "/service-worker.js");
  const bytes = scripts.reduce((sum, name) => sum + gzipped(path.join("dist", name)), 0);
  console.log(
    `usable after ${fetched.usable.toFixed(0)} ms; ${(bytes / 1024).toFixed(1)} KB in ${scripts.length} scripts`,
  );
  expect(scripts.some((name) => name.startsWith("/assets/index-"))).toBe(true);
  expect(scripts.some((name) => name.startsWith("/assets/log.worker-"))).toBe(true);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BUDGET);
  // The client of Gemini alone is larger than all of them; it has a chunk of its own.
  for (const name of scripts) expect(gzipped(path.join("dist", name)), name).toBeLessThan(80 * 1024);
});

/** Runs in the page: on a busy machine the test itself sees it later than the page does, when more has come that nobody waited for. */
function noteWhenUsable(): void {
  const composer = () =>
    document
      .querySelector("app-shell")
      ?.shadowRoot?.querySelector("chat-view")
      ?.shadowRoot?.querySelector("message-composer")
      ?.shadowRoot?.querySelector("textarea");
  const look = () => void (composer() ? performance.mark("usable") : requestAnimationFrame(look));
  look();
}
