/** Commands, files by @path and the queue, on the built app with its real storage and folder. */
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { conversation, ready, trust, trustCard } from "../support/app-page.js";
import { useApp } from "../support/use-app.js";

const app = useApp("commands");
const message = (page: Page) => page.getByRole("textbox", { name: "Message" });
const type = async (page: Page, text: string) => {
  await message(page).fill(text);
  await message(page).press("Enter");
};
const said = async (page: Page) => (await conversation(page)).map(({ text }) => text.replace(/^You\n/, ""));

test("S3: a command answers, a file goes along, a rewind takes it back, and all is there after a reload", async () => {
  const page = await app.open();
  await type(page, "/help");
  await expect.poll(async () => (await said(page))[1]).toContain("/compress");
  await message(page).pressSequentially("What does @REA");
  await page.getByRole("option", { name: "README.md" }).waitFor();
  await message(page).press("Tab");
  await message(page).pressSequentially("say?");
  await message(page).press("Enter");
  await expect.poll(async () => (await said(page)).length).toBe(4);
  expect((await said(page))[2]).toBe("What does @README.md say?");
  await type(page, "/rewind 1");
  await expect.poll(() => message(page).inputValue()).toBe("What does @README.md say?");
  await page.reload();
  await ready(page);
  await page.getByText("Taken back: What does @README.md say?").waitFor();
  await page.close();
});

test("A1, U8: what waits for the network survives the tab, and goes out when its Session is opened with a network", async () => {
  const page = await app.open();
  await type(page, "/model gemini-2.5-pro");
  await expect.poll(async () => (await said(page))[1]).toContain("answers from now on");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Queue" }).waitFor();
  await type(page, "for later");
  await page.getByRole("list", { name: "Waiting to be sent" }).getByText("for later").waitFor();
  const address = new URL(page.url()).hash;
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const again = await app.open({ at: `/${address}` });
  await expect.poll(async () => (await said(again)).at(-2)).toBe("for later");
  await again.getByRole("list", { name: "Waiting to be sent" }).waitFor({ state: "detached" });
  await again.close();
});

test("N, M4: a folder that brings something along asks once to be trusted", async () => {
  const page = await app.open();
  const card = trustCard(page);
  await page.getByRole("banner").getByText("sample").waitFor();
  await type(page, "/trust"); // which answers when it is known what the folder brings along
  await expect.poll(async () => (await said(page))[1]).toContain("This folder is trusted");
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
  await trust(page);
  await page.reload();
  await ready(page);
  await type(page, "/trust");
  await expect.poll(async () => (await said(page)).at(-1)).toContain("GEMINI.md (memory): loaded");
  expect(await card.count()).toBe(0);
  await page.close();
});
