/** Compression in the built app (C, L2, N): without a Model, by one, undone and done again, and after a reload. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright";
import { chromium } from "playwright";
import { ready, send, useGemini } from "../support/app-page.js";
import { chromiumFlags, chromiumPath } from "../support/chromium.mjs";
import { readLog } from "../support/page-log.js";
import { says } from "../support/script.js";
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
const ended = (page: Page) => page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });

const said = (page: Page, text: string) =>
  page.getByRole("article", { name: "Palimpsest" }).getByText(text).first().waitFor();

const remarks = (turn: number) =>
  Array.from({ length: 200 }, (_, at) => `Remark ${turn * at * 7919} looks at ${at * 104_729 + turn}.`).join("\n");

/** A conversation with Gemini that has something to remember. */
async function talkedMuch(): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(served.origin);
  await ready(page);
  await useGemini(page, wire.url);
  for (const [turn, words] of [
    "We move the shop to the new tax rules. You must never touch src/legacy/tax.ts.",
    "The rate for region 1 is 1.25 percent.",
    "The rate for region 2 is 2.75 percent.",
    "The rate for region 3 is 3.25 percent.",
  ].entries()) {
    wire.answer(() => [says(`Noted ${turn}. ${remarks(turn)}`)]);
    await send(page, words);
    await said(page, `Noted ${turn}.`);
    await ended(page);
  }
  return page;
}

const card = (page: Page) => page.getByRole("group", { name: "Compressed" });

test("C9 L2: with the librarian /compress makes an extract; Undo brings the meter back, Redo takes it down; a reload keeps it", async () => {
  const page = await talkedMuch();
  await page.getByRole("button", { name: /^Model/ }).click();
  await page
    .getByRole("listbox", { name: "Models" })
    .getByRole("option", { name: /^Librarian/ })
    .click();
  await page.getByRole("listbox", { name: "Models" }).waitFor({ state: "hidden" });
  const before = await meter(page);
  const asked = (await wire.report()).requests.length;
  await send(page, "/compress");
  await card(page).waitFor();
  await ended(page);
  expect((await wire.report()).requests.length).toBe(asked);
  await expect.poll(() => meter(page)).toBeLessThan(before * 0.8);
  const small = await meter(page);
  await card(page).getByText("without a model").waitFor();
  await card(page).getByRole("button", { name: "Details" }).click();
  await card(page).getByText("You must never touch src/legacy/tax.ts.").first().waitFor();
  await card(page).getByRole("button", { name: "Go to record 1", exact: true }).first().click();
  await card(page).getByRole("button", { name: "Undo" }).click();
  await card(page).getByRole("button", { name: "Redo" }).waitFor();
  await expect.poll(() => meter(page)).toBeGreaterThan(before * 0.98);
  await page.reload();
  await ready(page);
  await card(page).getByRole("button", { name: "Redo" }).click();
  await card(page).getByRole("button", { name: "Undo" }).waitFor();
  await expect.poll(() => meter(page)).toBeLessThan(small * 1.02 + 5);
  const log = await readLog(page);
  expect(log.filter(({ kind }) => kind === "snapshot")).toHaveLength(1);
  expect(log.filter(({ kind }) => kind === "content").length).toBeGreaterThanOrEqual(8);
  await page.context().close();
}, 120_000);

test("C5 C6: Gemini writes the Snapshot, which stands in the next request in the place of what was said; nothing readable is said so", async () => {
  const page = await talkedMuch();
  wire.answer(() => [says("I can't do that.")]);
  await send(page, "/compress");
  await said(page, "the model gave back no summary that could be read");
  await ended(page);
  const snapshot =
    "<scratchpad>hm</scratchpad><state_snapshot><overall_goal>\n- Move the shop to the new tax rules. [#1]\n</overall_goal>" +
    "<active_constraints>\n- Never touch src/legacy/tax.ts. [#1]\n</active_constraints></state_snapshot>";
  wire.answer(() => [says(snapshot)]);
  await send(page, "/compress the rates");
  await card(page).getByText("written by the model").waitFor();
  await ended(page);
  let sent = "";
  wire.answer(({ body }) => {
    sent = JSON.stringify(body.contents);
    return [says("Going on.")];
  });
  await send(page, "Go on.");
  await said(page, "Going on.");
  expect(sent).toContain("<state_snapshot>");
  expect(sent).toContain("Never touch src/legacy/tax.ts. [#1]");
  expect(sent).toContain("The rate for region 1 is 1.25 percent.");
  expect(sent).not.toContain("Noted 0.");
  await page.getByRole("tab", { name: "Activity" }).click();
  await page
    .getByText(/^Compressed: [\d,]+ → [\d,]+ tokens/)
    .first()
    .waitFor();
  await page.context().close();
}, 120_000);
