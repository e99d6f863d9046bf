/** The librarian in the built app, over a real folder, with no key and no network (G3): asks, follows links, reloads. */
import path from "node:path";
import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { conversation, ready, send } from "../support/app-page.js";
import { launchPersistent, temporaryFolder } from "../support/browser.js";
import { dropPath, plantTree, seedProfile } from "../support/real-folder.js";
import { serveApp, type Served } from "../support/serve.js";

const disk = temporaryFolder("librarian");
const folder = path.join(disk.path, "tide");
const profile = path.join(disk.path, "profile");
let served: Served;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  plantTree(folder, {
    "README.md": "# Tide\n\nA timetable of tides for small harbours.\n",
    src: {
      "settings.ts": "export const settings = {\n  port: 8080,\n  host: '127.0.0.1',\n};\n",
      "moon.ts": "/** The phase of the moon on a day. */\nexport const phaseOfMoon = (day: number) => day % 29.53;\n",
      "server.ts": "export function startServer() {\n  throw new Error('E42: port in use');\n}\n",
    },
    test: { "moon.test.ts": "test('the moon is new', () => {});\n" },
  });
  served = await serveApp();
  seedProfile(profile, { origin: served.origin, grant: "always", folders: [folder] });
  context = await launchPersistent(profile);
  page = await context.newPage();
  await page.goto(served.origin);
  await ready(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await ready(page);
  await dropPath(page, folder);
  await page.getByText("tide").first().waitFor();
  await context.setOffline(true);
});
afterAll(async () => {
  await context?.close();
  await served?.close();
  disk.remove();
});

async function ask(words: string): Promise<string> {
  const before = (await conversation(page)).length;
  await send(page, words);
  await expect.poll(async () => (await conversation(page)).length, { timeout: 20_000 }).toBe(before + 2);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await expect
    .poll(async () => (await conversation(page)).at(-1)!.text, { timeout: 20_000 })
    .toMatch(/\S{3}[\s\S]*\n|found|\./);
  await page.waitForTimeout(300);
  return (await conversation(page)).at(-1)!.text;
}
const links = () =>
  page
    .getByRole("log", { name: "Conversation" })
    .getByRole("article")
    .last()
    .getByRole("link")
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute("href")));

test("a question is answered with a quotation and a link, and the link opens the file", async () => {
  expect(await ask("where is the port set?")).toContain("port: 8080");
  expect((await links())[0]).toBe("#/file/src/settings.ts:2");
  await page.getByRole("link", { name: "src/settings.ts:2" }).click();
  await expect.poll(() => page.getByRole("group", { name: "File text" }).textContent()).toContain("127.0.0.1");
});

test("orders are carried out by tools", async () => {
  expect(await ask("read src/moon.ts 1-1")).toContain("The phase of the moon on a day.");
  await ask("list the tests");
  expect(await links()).toEqual(["#/file/test/moon.test.ts"]);
});

test("what is in quotation marks is found letter by letter", async () => {
  await ask('where is "E42: port in use" thrown?');
  expect((await links())[0]).toBe("#/file/src/server.ts:2");
});

test("where there is nothing it says so", async () => {
  expect(await ask("Where are invoices emailed to customers?")).toMatch(/Nothing found: I searched 5 files of tide/);
  expect(await links()).toEqual([]);
});

test("the index survives a reload: nothing is read again, and what was said is found", async () => {
  await ask("The deadline of the harbour project is the 12th of May.");
  await context.setOffline(false);
  await page.goto(served.origin);
  await page.reload();
  await ready(page);
  await context.setOffline(true);
  await page.getByRole("tab", { name: "Activity" }).click();
  await page.getByText("Folder indexed: 5 files, 0 of them read").waitFor({ timeout: 20_000 });
  expect(await ask("what did I say about the deadline?")).toContain("12th of May");
  expect((await links())[0]).toMatch(/^#\/session\//);
  expect(await ask("phase of the moon")).toContain("phaseOfMoon");
});
