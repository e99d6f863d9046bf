/** Folders in the built app: read-only ones say so; where a browser opens none, a copy is made; any goes out as a zip. */
import { readFileSync } from "node:fs";
import { unzipSync, zipSync, strToU8 } from "fflate";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { ready } from "../support/app-page.js";
import { dropPath, type Grant, plantTree } from "../support/real-folder.js";
import { useApp } from "../support/use-app.js";

const app = useApp("copies", { isNewForEachTest: true });
const garden = app.at("garden");

beforeAll(() => plantTree(garden, { "apples.md": "boskoop", beds: { "north.md": "leeks" } }));

/** In a profile of its own, in which the user has allowed so much. */
async function open(grant: Grant, { canPick = true } = {}): Promise<Page> {
  await app.launch({ grant });
  // What Firefox and Safari do not have.
  const before = (page: Page) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, "showDirectoryPicker");
      Reflect.deleteProperty(DataTransferItem.prototype, "getAsFileSystemHandle");
    });
  return app.open(canPick ? {} : { before });
}

const header = (page: Page) => page.locator("app-header .folder span[title]").innerText();

async function run(page: Page, command: string): Promise<void> {
  await page.getByRole("button", { name: "Command palette" }).click();
  await page.getByRole("combobox", { name: "Find a command" }).fill(command);
  await page.getByRole("option", { name: command }).click();
}

async function exported(page: Page): Promise<Readonly<Record<string, string>>> {
  const downloading = page.waitForEvent("download");
  await run(page, "Export the workspace as zip");
  const download = await downloading;
  const files = unzipSync(readFileSync(await download.path()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

test("a folder granted for reading says so, and one that may be written does not (W2)", async () => {
  const reading = await open("prompt");
  await dropPath(reading, garden);
  await expect.poll(() => header(reading)).toBe("garden · read-only");
  await reading.context().close();
  const writing = await open("write");
  await dropPath(writing, garden);
  await expect.poll(() => header(writing)).toBe("garden");
  expect(await exported(writing)).toEqual({ "apples.md": "boskoop", "beds/north.md": "leeks" });
});

test("a click allows changes, and a refusal is told (W2)", async () => {
  const refusing = await open("deny");
  await dropPath(refusing, garden);
  await expect.poll(() => header(refusing)).toBe("garden · read-only");
  await run(refusing, "Allow changes in garden");
  await refusing.getByText("Reading goes on as before").waitFor();
  await refusing.context().close();

  // Headless shows no question, so the answer is given in its place.
  const page = await open("prompt");
  await page.evaluate(() => {
    FileSystemHandle.prototype.requestPermission = async (question) => {
      if (!navigator.userActivation.isActive) throw new DOMException("No click.", "SecurityError");
      return question?.mode === "readwrite" ? "granted" : "denied";
    };
  });
  await dropPath(page, garden);
  await expect.poll(() => header(page)).toBe("garden · read-only");
  await run(page, "Allow changes in garden");
  await expect.poll(() => header(page)).toBe("garden");
});

test("where a browser opens no folders, the button copies one in, and it is there after a reload (W1)", async () => {
  const page = await open("prompt", { canPick: false });
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open folder" }).click();
  await (await choosing).setFiles(garden);
  await expect.poll(() => header(page)).toBe("garden");
  await page.reload();
  await ready(page);
  await expect.poll(() => header(page)).toBe("garden");
  expect(await exported(page)).toEqual({ "apples.md": "boskoop", "beds/north.md": "leeks" });
});

test("a folder dropped there is copied in as well", async () => {
  const page = await open("prompt", { canPick: false });
  await dropPath(page, garden);
  await expect.poll(() => header(page)).toBe("garden");
  expect(await exported(page)).toEqual({ "apples.md": "boskoop", "beds/north.md": "leeks" });
});

test("a zip dropped on the window is copied in, and what was left out is told (W3)", async () => {
  const page = await open("prompt");
  const zip = app.at("notes.zip");
  plantTree(app.at(), { "notes.zip": zipSync({ "a.md": strToU8("a"), "../evil.md": strToU8("evil") }) });
  await dropPath(page, zip);
  await expect.poll(() => header(page)).toBe("notes");
  await page.getByText("1 file was left out").waitFor();
  expect(await exported(page)).toEqual({ "a.md": "a" });
});
