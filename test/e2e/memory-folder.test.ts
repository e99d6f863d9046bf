/** M1 in Chromium: Memories come in from a real `~/.gemini` and go out to one, and nothing else that lies there is touched. */
import { existsSync, readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { button } from "../support/app-page.js";
import { answerPicker, cancelPicker, installPicker, plantTree } from "../support/real-folder.js";
import { useApp } from "../support/use-app.js";

const app = useApp("memory-folder");
const folder = app.at;
const at = (...names: readonly string[]) => readFileSync(folder(...names), "utf8");

const item = (page: Page, name: RegExp) =>
  page.getByRole("tree", { name: "Memory files" }).getByRole("treeitem", { name });
const text = (page: Page) => page.getByRole("textbox", { name: "Memory text" });
const GLOBAL = /~\/\.gemini\/GEMINI\.md/;

test("M1: a real ~/.gemini is imported, changed here, and exported: what differs is replaced only when the user says so", async () => {
  const others = {
    "settings.json": '{ "apiKey": "swordfish" }',
    "oauth_creds.json": "{}",
    "old.md": new Uint8Array([0xff, 0xfe, 0x00, 0xd8, 0x41]),
  };
  plantTree(folder("home", ".gemini"), {
    "GEMINI.md": "\u{FEFF}# Mine\r\n- Prefers tabs\r\n",
    ...others,
    tmp: { abc: { memory: { "MEMORY.md": "- Uses pnpm\n" } } },
  });
  plantTree(folder("empty"), {});
  const context = await app.launch({ grant: "write" });
  const page = await app.open({ before: installPicker });
  await page.getByRole("tab", { name: "Memory" }).click();

  // A picker that is put away changes nothing, and says nothing.
  await button(page, "Import…").click();
  await cancelPicker(page);
  await button(page, "Import…").click();
  await answerPicker(page, folder("home", ".gemini"));
  await page.getByText("2 files imported.").waitFor();
  await item(page, /tmp\/abc\/memory\/MEMORY\.md|^MEMORY\.md/).waitFor();
  await item(page, GLOBAL).click();
  await expect.poll(() => text(page).inputValue()).toBe("# Mine\n- Prefers tabs\n");

  // Into an empty folder all goes as it is; none of what was left out has come along.
  await text(page).fill("# Mine\n- Prefers tabs\n- Likes tea\n");
  await button(page, "Save").click();
  await page.getByText("Not saved yet").waitFor({ state: "detached" });
  await button(page, "Back to the list").click();
  await button(page, "Export…").click();
  await answerPicker(page, folder("empty"));
  await page.getByText("2 files exported.").waitFor();
  expect(at("empty", "GEMINI.md")).toBe("# Mine\r\n- Prefers tabs\r\n- Likes tea\r\n");
  expect(at("empty", "tmp", "abc", "memory", "MEMORY.md")).toBe("- Uses pnpm\n");
  expect(existsSync(folder("empty", "settings.json"))).toBe(false);

  // Where another text stands it stays, until the user wants it replaced; then with the mark it had.
  await button(page, "Export…").click();
  await answerPicker(page, folder("home", ".gemini"));
  await page.getByText("1 file is there with another text.").waitFor();
  expect(at("home", ".gemini", "GEMINI.md")).toBe("\u{FEFF}# Mine\r\n- Prefers tabs\r\n");
  await button(page, "Replace").click();
  await expect
    .poll(() => at("home", ".gemini", "GEMINI.md"))
    .toBe("\u{FEFF}# Mine\r\n- Prefers tabs\r\n- Likes tea\r\n");
  expect(at("home", ".gemini", "settings.json")).toBe(others["settings.json"]);
  expect(new Uint8Array(readFileSync(folder("home", ".gemini", "old.md")))).toEqual(others["old.md"]);

  // Back again: what is the same is no news, what differs is asked about.
  plantTree(folder("home", ".gemini"), { "GEMINI.md": "# Another\n" });
  await button(page, "Import…").click();
  await answerPicker(page, folder("home", ".gemini"));
  await page.getByText("0 files imported.").waitFor();
  await button(page, "Leave as it is").click();
  await item(page, GLOBAL).click();
  await expect.poll(() => text(page).inputValue()).toContain("- Likes tea");
  await context.close();
});
