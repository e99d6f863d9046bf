/** The thin but whole slice: open, write, get an answer, close, come back offline, and everything is there. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BrowserContext, Page } from "playwright";
import { conversation, ready, send } from "../support/app-page.js";
import { launchPersistent, temporaryFolder } from "../support/browser.js";
import { serveApp, type Served } from "../support/serve.js";

const profile = temporaryFolder("first-run");
let served: Served;
let context: BrowserContext;

beforeAll(async () => {
  served = await serveApp();
  context = await launchPersistent(profile.path);
});
afterAll(async () => {
  await context.close();
  await served.close();
  profile.remove();
});

async function open(): Promise<Page> {
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(error));
  await page.goto(served.origin);
  await ready(page);
  return page;
}

test("U6: with no key and no network the librarian answers at once, and says what it is", async () => {
  const page = await open();
  await send(page, "Hello! What can you do?");
  await expect.poll(async () => (await conversation(page)).map(({ who }) => who)).toEqual(["You", "Palimpsest"]);
  await expect.poll(async () => (await conversation(page))[1]?.text).toMatch(/librarian/i);
  await page.close();
});

test("U7: with the server stopped, after a restart of the browser, everything is there and goes on", async () => {
  const { port } = served;
  const before = await open();
  await before.evaluate(() => navigator.serviceWorker.ready);
  await before.close();
  await context.close();
  await served.close();
  context = await launchPersistent(profile.path);
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await ready(page);
  await page.getByRole("list", { name: "Session list" }).getByText("Hello! What can you do?").click();
  await expect.poll(async () => (await conversation(page)).map(({ who }) => who)).toEqual(["You", "Palimpsest"]);
  await send(page, "And offline?");
  await expect.poll(async () => (await conversation(page)).length).toBe(4);
  served = await serveApp({ port });
});
