/** Commands, files by @path and the queue, on the built app with its real storage and folder. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BrowserContext, Page } from "playwright";
import { conversation, ready } from "../support/app-page.js";
import { launchPersistent, temporaryFolder } from "../support/browser.js";
import { serveApp, type Served } from "../support/serve.js";

const profile = temporaryFolder("commands");
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

async function open(address = ""): Promise<Page> {
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(error));
  await page.goto(served.origin + address);
  await ready(page);
  return page;
}
const message = (page: Page) => page.getByRole("textbox", { name: "Message" });
const type = async (page: Page, text: string) => {
  await message(page).fill(text);
  await message(page).press("Enter");
};
/** A busy machine takes its time. */
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 15_000 });
const said = async (page: Page) => (await conversation(page)).map(({ text }) => text.replace(/^You\n/, ""));

test("S3: a command answers, a file goes along, a rewind takes it back, and all is there after a reload", async () => {
  const page = await open();
  await type(page, "/help");
  await eventually(async () => (await said(page))[1]).toContain("/compress");
  await message(page).pressSequentially("What does @REA");
  await page.getByRole("option", { name: "README.md" }).waitFor();
  await message(page).press("Tab");
  await message(page).pressSequentially("say?");
  await message(page).press("Enter");
  await eventually(async () => (await said(page)).length).toBe(4);
  expect((await said(page))[2]).toBe("What does @README.md say?");
  await type(page, "/rewind 1");
  await eventually(() => message(page).inputValue()).toBe("What does @README.md say?");
  await page.reload();
  await ready(page);
  await page.getByText("Taken back: What does @README.md say?").waitFor();
  await page.close();
});

test("A1, U8: what waits for the network survives the tab, and goes out when its Session is opened with a network", async () => {
  const page = await open();
  await type(page, "/model gemini-2.5-pro");
  await eventually(async () => (await said(page))[1]).toContain("answers from now on");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Queue" }).waitFor();
  await type(page, "for later");
  await page.getByRole("list", { name: "Waiting to be sent" }).getByText("for later").waitFor();
  const address = new URL(page.url()).hash;
  await page.close();
  await context.setOffline(false);
  const again = await open(`/${address}`);
  await eventually(async () => (await said(again)).at(-2)).toBe("for later");
  await again.getByRole("list", { name: "Waiting to be sent" }).waitFor({ state: "detached" });
  await again.close();
});

test("N, M4: a folder that brings something along asks once to be trusted", async () => {
  const page = await open();
  const card = page.getByRole("group", { name: "Trust this folder?" });
  await page.getByRole("banner").getByText("sample").waitFor();
  await page.waitForTimeout(300); // long enough for the question to have come
  expect(await card.count(), "U6: the words we planted ourselves").toBe(0);
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await (await root.getDirectoryHandle("workspaces")).getDirectoryHandle("sample");
    const file = await (await folder.getFileHandle("GEMINI.md")).createWritable();
    await file.write("Words of someone else.");
    await file.close();
  });
  await page.reload();
  await ready(page);
  await card.getByRole("button", { name: "Trust", exact: true }).click();
  await card.waitFor({ state: "detached" });
  await page.reload();
  await ready(page);
  await page.getByRole("status", { name: "Status" }).getByText("Ready").waitFor();
  await page.waitForTimeout(300); // long enough for the question to have come
  expect(await card.count()).toBe(0);
  await page.close();
});
