/** What a first visit really fetches until the page can be used, and how long that takes. */
import path from "node:path";
import { expect, test } from "vitest";
import { FIRST_LOAD_BUDGET, gzipped } from "../support/bundle-budget.mjs";
import { useApp } from "../support/use-app.js";

const app = useApp("first-load");

test("a first visit fetches at most 115 KB of JavaScript before it can be used, and no model's client", async () => {
  const page = await app.openAnew({ before: (page) => page.addInitScript(noteWhenUsable) });
  // The page's own fetches and those of its workers; the service worker's come later, and wait for no one.
  const fetched = await page.evaluate(() => {
    const { startTime: usable } = performance.getEntriesByName("usable")[0]!;
    const needed = performance
      .getEntriesByType("resource")
      .filter(({ name, startTime }) => startTime <= usable || name.includes("log.worker")); // the first words wait for it
    return { usable, scripts: needed.map(({ name }) => new URL(name).pathname) };
  });
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

/** Runs in the page: on a busy machine a test, or the next frame, comes later, when more was fetched that nobody waited for. */
function noteWhenUsable(): void {
  const composer = () =>
    document
      .querySelector("app-shell")
      ?.shadowRoot?.querySelector("chat-view")
      ?.shadowRoot?.querySelector("message-composer")
      ?.shadowRoot?.querySelector("textarea");
  const look = () => {
    if (composer() && performance.getEntriesByName("usable").length === 0) performance.mark("usable");
  };
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    new MutationObserver(look).observe(root, { childList: true, subtree: true });
    return root;
  };
}
