/** S4 in the built app: the user's settings file and that of a trusted folder, as they change and as they last. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { ready, said, send, trust, trustCard } from "../support/app-page.js";
import { useApp } from "../support/use-app.js";

const app = useApp("settings");
let page: Page;

beforeAll(async () => {
  page = await app.open();
  await page.getByRole("banner").getByText("sample").waitFor(); // its folder is there
});

const dialog = () => page.getByRole("dialog", { name: "Settings" });
const open = () => page.getByRole("button", { name: "Settings" }).click();
const close = () => dialog().getByRole("button", { name: "Close" }).click();
const threshold = () => dialog().getByRole("spinbutton", { name: "Compress at (percent)" });
const limit = () => page.getByRole("meter", { name: "Context" }).first().getAttribute("aria-valuemax");

/** The folder's file, as another program would write or read it. */
const writeFile = (text: string) =>
  page.evaluate(async (text) => {
    const sink = await (await fileIn(true)).createWritable();
    await sink.write(text);
    await sink.close();
    async function fileIn(create: boolean) {
      const root = await navigator.storage.getDirectory();
      const sample = await (await root.getDirectoryHandle("workspaces")).getDirectoryHandle("sample");
      return (await sample.getDirectoryHandle(".gemini", { create })).getFileHandle("settings.json", { create });
    }
  }, text);
const readFile = () =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const sample = await (await root.getDirectoryHandle("workspaces")).getDirectoryHandle("sample");
    const file = await (await sample.getDirectoryHandle(".gemini")).getFileHandle("settings.json");
    return (await file.getFile()).text();
  });
const card = () => trustCard(page);
const comeBack = () => page.evaluate(() => void dispatchEvent(new Event("focus")));

test("M4: a folder's settings don't count until it is trusted", async () => {
  await writeFile(
    '{\n  // for all of us\n  "model": { "compressionThreshold": 0.3, "baseUrl": "https://elsewhere.example" }\n}\n',
  );
  await page.reload();
  await ready(page);
  await open();
  expect(await dialog().getByRole("radio", { name: "This folder" }).isDisabled()).toBe(true);
  await close();
  await card().getByRole("button", { name: ".gemini/settings.json", exact: true }).waitFor();
  await trust(page);
  await open();
  await dialog().getByRole("radio", { name: "This folder" }).check();
  await expect.poll(() => threshold().inputValue()).toBe("30");
  await dialog().getByText("is passed over here: only you can set this.").waitFor();
  await close();
});

test("M4: what another program writes there is asked about with the change, and counts once it is accepted", async () => {
  await writeFile('{\n  // for all of us\n  "model": { "contextLimit": 50000 }\n}\n');
  await comeBack();
  await card().getByRole("button", { name: "Show changes of .gemini/settings.json" }).click();
  await card().getByText('"contextLimit": 50000').first().waitFor();
  await send(page, "/settings model.contextLimit");
  await page.getByText("is 0.").waitFor();
  await trust(page);
  await send(page, "/settings model.contextLimit");
  await page.getByText("is 50000.").waitFor();
  await expect.poll(limit).toBe("50000");
  await writeFile('{\n  // for all of us\n  "model": { "contextLimit": 60000 }\n}\n');
  await send(page, "What is in this folder?");
  await trust(page);
  await expect.poll(limit).toBe("60000");
});

test("a file that can't be read says so, and the user's own settings hold", async () => {
  const broken = '{\n  "model": { "contextLimit": 50000 }\n  "ui": {}\n}\n';
  await writeFile(broken);
  await comeBack();
  await trust(page);
  await open();
  await dialog()
    .getByText(/in line 3 a comma or "}" is missing\. Until it is mended your own settings hold\./)
    .waitFor();
  await close();
  await expect.poll(limit).not.toBe("60000");
  expect(await readFile()).toBe(broken);
});

test("a change for the folder goes into its file, and leaves the rest of it alone", async () => {
  await writeFile('{\n  // for all of us\n  "mcpServers": {}\n}\n');
  await comeBack();
  await trust(page);
  await open();
  await dialog().getByRole("radio", { name: "This folder" }).check();
  await threshold().fill("40");
  await threshold().press("Tab");
  await dialog().getByText("Saved.").waitFor();
  expect(await readFile()).toBe(
    '{\n  // for all of us\n  "mcpServers": {},\n  "model": {\n    "compressionThreshold": 0.4\n  }\n}\n',
  );
  await close();
  await comeBack();
  await send(page, "/trust"); // which answers when the folder was looked at again
  await said(page, ".gemini/settings.json");
  expect(await card().count()).toBe(0); // M4: what the user sets here needs no question
});

test("the user's file is edited as JSON, counts at once, and is there after a reload with its comment", async () => {
  const text = '{\n  // dark at night\n  "ui": { "theme": "dark" },\n  "somethingOfMine": [1, 2]\n}\n';
  await open();
  await dialog().getByRole("button", { name: "Edit as JSON" }).click();
  const field = dialog().getByRole("textbox", { name: "~/.gemini/settings.json" });
  await field.fill(text);
  await dialog().getByRole("button", { name: "Save" }).click();
  await field.waitFor({ state: "hidden" });
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await close();
  await page.reload();
  await ready(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await open();
  await dialog().getByRole("spinbutton", { name: "Context limit" }).fill("70000");
  await dialog().getByRole("spinbutton", { name: "Context limit" }).press("Tab");
  await dialog().getByText("Saved.").waitFor();
  await dialog().getByRole("button", { name: "Edit as JSON" }).click();
  expect(await field.inputValue()).toBe(
    text.replace("[1, 2]\n", '[1, 2],\n  "model": {\n    "contextLimit": {\n      "librarian": 70000\n    }\n  }\n'),
  );
});
