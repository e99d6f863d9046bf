/** The built app beside a server that speaks Gemini's wire, for one file of tests; and what such tests do and look at in common. */
import type { Browser, BrowserContext, Page } from "playwright";
import { chromium } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { ready, send, useGemini } from "./app-page.js";
import { chromiumFlags, chromiumPath } from "./chromium.mjs";
import { says } from "./script.js";
import { serveApp, type Served } from "./serve.js";
import { openWireServer, type WireServer } from "./wire-server.js";

export interface GeminiApp {
  readonly wire: WireServer;
  /** A page in a profile of its own, in which Gemini answers. */
  open(prepare?: (context: BrowserContext) => Promise<unknown>): Promise<Page>;
}

/** Starts before the file's tests and ends after them. */
export function geminiApp(): GeminiApp {
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
  return {
    get wire() {
      return wire;
    },
    async open(prepare) {
      const context = await browser.newContext();
      await prepare?.(context);
      const page = await context.newPage();
      await page.goto(served.origin);
      await ready(page);
      await useGemini(page, wire.url);
      return page;
    },
  };
}

/** The context meter: what the next request takes, and the window. */
export async function meterOf(page: Page): Promise<{ readonly now: number; readonly max: number }> {
  const meter = page.getByRole("meter", { name: "Context" });
  return {
    now: Number(await meter.getAttribute("aria-valuenow")),
    max: Number(await meter.getAttribute("aria-valuemax")),
  };
}
export const usedOf = async (page: Page): Promise<number> => (await meterOf(page)).now;

export const ended = (page: Page) => page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });

/** In an answer, or beside it. */
export const said = (page: Page, text: string | RegExp) =>
  page.getByRole("article", { name: "Palimpsest" }).getByText(text).first().waitFor();

export const cardIn = (page: Page) => page.getByRole("group", { name: "Compressed" });

/** Text that says nothing twice. */
export const remarks = (turn: number): string =>
  Array.from({ length: 200 }, (_, at) => `Remark ${turn * at * 7919} looks at ${at * 104_729 + turn}.`).join("\n");

/** A conversation with Gemini that has something to remember. */
export async function talkedMuch({ open, wire }: GeminiApp): Promise<Page> {
  const page = await open();
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
