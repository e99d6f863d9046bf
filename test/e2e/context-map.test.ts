/** The context map in the built app (U2, T5, L2): a result is folded and taken out, the meter follows, and undo brings all back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright";
import { chromium } from "playwright";
import { ready, send, useGemini, writeBigFile } from "../support/app-page.js";
import { chromiumFlags, chromiumPath } from "../support/chromium.mjs";
import { calls, says } from "../support/script.js";
import { serveApp, type Served } from "../support/serve.js";
import { openWireServer, type WireServer } from "../support/wire-server.js";

let browser: Browser;
let served: Served;
let wire: WireServer;
beforeAll(async () => {
  served = await serveApp();
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags, chromiumSandbox: false });
  wire = await openWireServer();
});
afterAll(async () => {
  await browser.close();
  await wire.close();
  await served.close();
});

const meter = async (page: Page) =>
  Number(await page.getByRole("meter", { name: "Context" }).getAttribute("aria-valuenow"));
/** What the top of the tree adds up to. */
const mapped = (page: Page) =>
  page
    .getByRole("tree", { name: "Blocks of the next request" })
    .getByRole("treeitem")
    .evaluateAll((rows) =>
      rows
        .filter((row) => row.getAttribute("aria-level") === "1")
        .map((row) => Number(/, ([\d,]+) tokens?,/.exec(row.getAttribute("aria-label")!)![1]!.replaceAll(",", "")))
        .reduce((sum, tokens) => sum + tokens, 0),
    );

test("U2 T5 L2: the map adds up to the meter; a folded, then removed result takes it down, and both come back to the token", async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(served.origin);
  await ready(page);
  await useGemini(page, wire.url);
  await writeBigFile(page);
  wire.script([calls("read_file", { file_path: "big.txt", limit: 400 })], [says("It has many lines.")]);
  await send(page, "What is in big.txt?");
  await page.getByRole("article", { name: "Palimpsest" }).getByText("It has many lines.").waitFor();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
  const result = page.getByRole("treeitem", { name: /^Result of read_file big\.txt/ });
  await page.getByRole("treeitem", { name: /^Turn 1/ }).press("ArrowRight");
  await result.waitFor();
  await expect.poll(async () => (await mapped(page)) === (await meter(page))).toBe(true);
  const before = await meter(page);

  await result.press("f");
  await page.getByRole("treeitem", { name: /^Result of read_file big\.txt.*folded$/ }).waitFor();
  await expect.poll(() => meter(page)).toBeLessThan(before - 1000);
  expect(await mapped(page)).toBe(await meter(page));
  await result.press("f");
  await expect.poll(() => meter(page)).toBe(before);

  await result.press("Delete");
  await page.getByRole("tree", { name: "Taken out" }).getByRole("treeitem").click();
  expect(await meter(page)).toBeLessThan(before - 1000);
  await page.reload();
  await page.getByRole("tree", { name: "Taken out" }).getByRole("treeitem").click();
  await page.getByRole("button", { name: "Put back" }).click();
  await expect.poll(() => meter(page)).toBe(before);
  expect(await mapped(page)).toBe(before);
  await page.close();
});
