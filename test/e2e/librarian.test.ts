/** The librarian in the built app, over a real folder, with no key and no network (G3): asks, follows links, reloads. */
import type { BrowserContext, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { approval, conversation, ended, noteStatus, ready, send } from "../support/app-page.js";
import { dropPath, plantTree } from "../support/real-folder.js";
import { useApp } from "../support/use-app.js";

const app = useApp("librarian");
const folder = app.at("tide");
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
  context = await app.launch({ grant: "always", folders: [folder] });
  page = await app.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await ready(page);
  await dropPath(page, folder);
  await page.getByText("tide").first().waitFor();
  await context.setOffline(true);
});

/** Sends, and waits for the whole answer: below its head of three lines there are words, and they stay as they are. */
async function ask(words: string): Promise<string> {
  const before = (await conversation(page)).length;
  await send(page, words);
  let last = "";
  const isWhole = async () => {
    const articles = await conversation(page);
    const text = articles.at(-1)?.text ?? "";
    const hasWords = text.split("\n").slice(3).join("").trim() !== "";
    const isBusy = await page.getByRole("button", { name: "Stop" }).isVisible();
    const isSame = articles.length === before + 2 && hasWords && !isBusy && text === last;
    last = text;
    return isSame;
  };
  await expect.poll(isWhole, { interval: 200 }).toBe(true);
  return last;
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

test("M8: what it is told to remember, it asks where to keep", async () => {
  await send(page, "remember that the quay closes at nine");
  await approval(page).getByRole("button", { name: "Allow once" }).click();
  await page.getByRole("button", { name: "Undo edit" }).waitFor();
  await ended(page);
});

test("the index survives a reload: nothing is read again, and what was said is found", async () => {
  await ask("The deadline of the harbour project is the 12th of May.");
  await context.setOffline(false);
  await page.goto(app.origin);
  await page.reload();
  await ready(page);
  await context.setOffline(true);
  await page.getByRole("tab", { name: "Activity" }).click();
  await page.getByText("Folder indexed: 5 files, 0 of them read").waitFor();
  expect(await ask("what did I say about the deadline?")).toContain("12th of May");
  expect((await links())[0]).toMatch(/^#\/session\//);
  expect(await ask("phase of the moon")).toContain("phaseOfMoon");
});

test("a folder is indexed in the background, and the status line tells how far it is", async () => {
  const many = app.at("many");
  const names = Array.from({ length: 600 }, (_, at) => [`part-${at}.ts`, `export const part${at} = ${at};\n`] as const);
  plantTree(many, { src: Object.fromEntries(names) });
  const statuses = await noteStatus(page);
  await dropPath(page, many);
  await page.getByRole("textbox", { name: "Message" }).fill("meanwhile one can type");
  await page.getByText("Folder indexed: 600 files, 600 of them read").waitFor({ timeout: 60_000 });
  expect((await statuses()).join("\n")).toMatch(/(?:Looking through|Indexing) the folder: [\d,]+/);
  await page.getByRole("textbox", { name: "Message" }).fill("");
  await ask("where is part417 defined?");
  expect((await links())[0]).toBe("#/file/src/part-417.ts:1");
});
