/** M8, M10, R2 of core/memory/memory-file.ts: memories in the built app; the real file is looked at, and changed, from outside. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { button, ready, send } from "../support/app-page.js";
import { dropPath, plantTree } from "../support/real-folder.js";
import { useApp } from "../support/use-app.js";

const app = useApp("memory");
const folder = app.at;

const memoryTab = (page: Page) => page.getByRole("tab", { name: "Memory" }).click();
const text = (page: Page) => page.getByRole("textbox", { name: "Memory text" });
async function openFile(page: Page, name: RegExp): Promise<void> {
  await memoryTab(page);
  await page.getByRole("tree", { name: "Memory files" }).getByRole("treeitem", { name }).first().click();
  await text(page).waitFor();
}
const GLOBAL = /~\/\.gemini\/GEMINI\.md/;

test(
  "M8: what is to be remembered is asked about, kept, shown, and taken back; two tabs and an editor lose nothing",
  { timeout: 300_000 },
  async () => {
    plantTree(folder("garden"), { "GEMINI.md": "# Garden\r\n\r\n- Water on Mondays\r\n" });
    const context = await app.launch({ grant: "write" });
    const page = await app.open();
    await dropPath(page, folder("garden"));
    await page.getByRole("group", { name: "Trust this folder?" }).getByRole("button", { name: "Trust" }).click();

    // The librarian calls save_memory; the user is asked where.
    await send(page, "remember that I prefer tabs");
    const card = page.getByRole("group", { name: /^Approve: / });
    await card.getByRole("radio", { name: /Everywhere/ }).waitFor();
    expect(await card.getByRole("radio").count()).toBe(3);
    await button(page, "Allow once").click();
    await button(page, "Undo edit").waitFor();
    await openFile(page, GLOBAL);
    await expect.poll(() => text(page).inputValue()).toBe("## Gemini Added Memories\n- I prefer tabs\n");
    await button(page, "Undo edit").click();
    await expect.poll(() => text(page).inputValue()).toBe("");
    await button(page, "Redo edit").click();
    await expect.poll(() => text(page).inputValue()).toContain("I prefer tabs");

    // Two tabs write the same virtual file: the second is shown both, and keeps both.
    const other = await context.newPage();
    await other.goto(app.origin);
    await ready(other);
    await openFile(other, GLOBAL);
    await text(other).fill("# Other tab\n## Gemini Added Memories\n- I prefer tabs\n");
    await text(page).fill("## Gemini Added Memories\n- I prefer tabs\n\nThis tab\n");
    await button(other, "Save").click();
    await other.getByText("Not saved yet").waitFor({ state: "detached" });
    await button(page, "Save").click();
    await button(page, "Save both together").click();
    const both = "# Other tab\n## Gemini Added Memories\n- I prefer tabs\n\nThis tab\n";
    await expect.poll(() => text(page).inputValue()).toBe(both);
    await expect.poll(() => text(other).inputValue()).toBe(both);

    // An outside editor changes the folder's file while it is edited here.
    await button(page, "Back to the list").click();
    await openFile(page, /^GEMINI\.md.*token/);
    await text(page).fill("# Garden\n\n- Water on Mondays\n- Prune in March\n");
    const real = folder("garden", "GEMINI.md");
    writeFileSync(real, "# Garden of ours\r\n\r\n- Water on Mondays\r\n");
    await button(page, "Save").click();
    await page.getByRole("group", { name: "GEMINI.md was changed elsewhere" }).waitFor();
    expect(readFileSync(real, "utf8")).toBe("# Garden of ours\r\n\r\n- Water on Mondays\r\n");
    await button(page, "Save both together").click();
    await expect
      .poll(() => readFileSync(real, "utf8"))
      .toBe("# Garden of ours\r\n\r\n- Water on Mondays\r\n- Prune in March\r\n");
    await button(page, "History").click();
    const versions = page.getByRole("list", { name: "Versions" }).getByRole("button");
    await expect.poll(() => versions.count()).toBe(2); // what the editor wrote, and both together
    await context.close();
  },
);

test(
  "R2 R3: two tabs and an editor write one GEMINI.md at the same moment: each tab is shown the conflict, and no line and no version is lost",
  { timeout: 300_000 },
  async () => {
    plantTree(folder("orchard"), {
      "GEMINI.md": "# Orchard\n\n- Apples\n\n## Tools\n\n- Ladder\n\n## Times\n\n- October\n",
    });
    const real = folder("orchard", "GEMINI.md");
    const context = await app.launch({ grant: "write" });
    const first = await app.open();
    const tabs = [first, await context.newPage()] as const;
    for (const page of tabs) {
      await page.goto(app.origin);
      await ready(page);
      await dropPath(page, folder("orchard"));
      const card = page.getByRole("group", { name: "Trust this folder?" });
      if (page === tabs[0]) await card.getByRole("button", { name: "Trust", exact: true }).click();
      await openFile(page, /^GEMINI\.md.*token/);
    }
    const [one, other] = tabs;
    await text(one).fill("# Orchard\n\n- Apples\n- Pears\n\n## Tools\n\n- Ladder\n\n## Times\n\n- October\n");
    await text(other).fill("# Orchard\n\n- Apples\n\n## Tools\n\n- Ladder\n- Basket\n\n## Times\n\n- October\n");

    // Nobody waits for anybody.
    writeFileSync(real, "# Orchard\n\n- Apples\n\n## Tools\n\n- Ladder\n\n## Times\n\n- October\n- November\n");
    await Promise.all(tabs.map((page) => button(page, "Save").click()));
    const conflict = (page: Page) => page.getByRole("group", { name: "GEMINI.md was changed elsewhere" });
    await Promise.all(tabs.map((page) => conflict(page).waitFor()));
    expect(readFileSync(real, "utf8")).toContain("- November");
    expect(readFileSync(real, "utf8")).not.toMatch(/Pears|Basket/u);

    // Both settle at once, too: one is first, the other is asked once more.
    await Promise.all(tabs.map((page) => button(page, "Save both together").click()));
    const isSettled = async (page: Page) => !(await conflict(page).isVisible());
    await expect.poll(async () => (await Promise.all(tabs.map(isSettled))).filter(Boolean).length).toBe(1);
    const late = (await isSettled(one)) ? other : one;
    await button(late, "Save both together").click();
    await conflict(late).waitFor({ state: "detached" });
    const all =
      "# Orchard\n\n- Apples\n- Pears\n\n## Tools\n\n- Ladder\n- Basket\n\n## Times\n\n- October\n- November\n";
    await expect.poll(() => readFileSync(real, "utf8")).toBe(all);
    for (const page of tabs) await expect.poll(() => text(page).inputValue()).toBe(all);
    await button(one, "History").click();
    // What the editor wrote, the first of the two, and all three together.
    await expect.poll(() => one.getByRole("list", { name: "Versions" }).getByRole("button").count()).toBe(3);
    await context.close();
  },
);
