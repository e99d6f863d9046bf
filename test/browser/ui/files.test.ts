/** The Files pane: what is open, found, chosen, given on, and changed by others (U1, U5, X7). */
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { complaints } from "../../support/complaints.js";
import { ownTime } from "../../support/own-time.js";
import { button, expectFocus, message, narrow, openApp, wide } from "./shell.js";

const march = Array.from({ length: 300 }, (_, at) => (at % 100 === 50 ? `Heron ${at}` : `line ${at + 1}`)).join("\n");
const files = { "notes/march.md": march, "a b.md": "One.\nTwo.\n", "build/out.js": "0;\n", "README.md": "# Notes\n" };
const text = () => page.getByRole("group", { name: "File text" });
const item = (name: string) => page.getByRole("treeitem", { name });
const lines = () => [...text().element().querySelectorAll<HTMLElement>(".words")].map((line) => line.textContent);

async function openFiles(options: Parameters<typeof openApp>[0] = {}) {
  const opened = await openApp({ files, ignored: ["build"], ...options });
  if (options.size === narrow) await button("Show inspector").click();
  await page.getByRole("tab", { name: "Files" }).click();
  return opened;
}
async function openFile(name: string, options: Parameters<typeof openApp>[0] = {}) {
  const opened = await openFiles(options);
  if (name.includes("/")) await item(name.split("/")[0]!).click();
  await item(name.split("/").at(-1)!).click();
  await expect.element(text()).toBeVisible();
  return opened;
}

describe("U1: the tree", () => {
  test("says which files are ignored", async () => {
    await openFiles();
    await expect.element(item("build (ignored)")).toBeVisible();
    await expect.element(item("README.md")).toHaveAccessibleName("README.md");
  });

  test("gives a file to the message when it is dragged there", async () => {
    await openFiles();
    await item("a b.md").dropTo(message());
    await expect.element(message()).toHaveValue(String.raw`@a\ b.md `);
  });
});

describe("the viewer", () => {
  test("draws the lines in sight, and others when they come into sight", async () => {
    await openFile("notes/march.md");
    await expect.poll(() => lines()[0]).toBe("line 1");
    expect(lines().length).toBeLessThan(120);
    text().element().scrollTop = 1e6;
    await expect.poll(() => lines().at(-1)).toBe("line 300");
    expect(lines()).not.toContain("line 1");
  });

  test("chooses lines by keyboard, and puts them into the message", async () => {
    await openFile("notes/march.md");
    text().element().focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    await expect.element(page.getByText("Lines 3–5")).toBeVisible();
    await message().fill("Why");
    await button("Ask about this").click();
    await expect.element(message()).toHaveValue("Why @notes/march.md (lines 3–5) ");
    await expectFocus(message());
  });

  test("chooses lines by their numbers, with Shift up to another", async () => {
    await openFile("a b.md");
    const numbers = () => [...text().element().querySelectorAll<HTMLElement>(".number")];
    await expect.poll(() => numbers().length).toBe(2);
    numbers()[0]!.click();
    await expect.element(page.getByText("Line 1", { exact: true })).toBeVisible();
    numbers()[1]!.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true }));
    await expect.element(page.getByText("Lines 1–2")).toBeVisible();
  });

  test("finds by Ctrl+F, goes from one to the next and round, and Escape leads back", async () => {
    await openFile("notes/march.md");
    text().element().focus();
    await userEvent.keyboard("{Control>}f{/Control}");
    const field = page.getByRole("searchbox", { name: "Find in this file" });
    await expectFocus(field);
    await userEvent.keyboard("heron");
    await expect.element(page.getByText("1 of 3")).toBeVisible();
    await expect.poll(() => lines()).toContain("Heron 50");
    await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
    await expect.element(page.getByText("3 of 3")).toBeVisible();
    await expect.poll(() => lines()).toContain("Heron 250");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("1 of 3")).toBeVisible();
    await userEvent.fill(field, "duck");
    await expect.element(page.getByText("Not found")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expectFocus(text());
  });

  test("notices on coming back that the file was changed, and shows it as it is now", async () => {
    const { agent } = await openFile("a b.md");
    agent.written.set("a b.md", "Three.\n");
    dispatchEvent(new Event("focus"));
    await expect.element(page.getByText("This file was changed on disk.")).toBeVisible();
    expect(lines()).toEqual(["One.", "Two."]);
    await button("Show it as it is now").click();
    await expect.poll(() => lines()).toEqual(["Three."]);
    agent.written.set("a b.md", undefined);
    dispatchEvent(new Event("focus"));
    await expect.element(page.getByText("This file is not there any more.")).toBeVisible();
  });

  test("notices at once what others change, in the file in sight and in the tree", async () => {
    const own: Record<string, string> = { ...files };
    const { agent } = await openFile("a b.md", { files: own });
    agent.written.set("a b.md", "Three.\n");
    agent.tell({ type: "files-changed", workspaceId: "w1", paths: ["a b.md"] });
    await expect.element(page.getByText("This file was changed on disk.")).toBeVisible();
    await button("Back to the files").click();
    own["new.md"] = "New.\n";
    agent.tell({ type: "files-changed", workspaceId: "w1", paths: ["new.md"] });
    await expect.element(item("new.md")).toBeVisible();
  });

  test("X7: what is open and chosen is told to the Agent, the newest first", async () => {
    const { agent } = await openFile("notes/march.md");
    await button("Back to the files").click();
    await item("a b.md").click();
    await expect.poll(() => lines()[0]).toBe("One.");
    text().element().focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect
      .poll(() => agent.viewed)
      .toEqual([
        { path: "a b.md", active: true, line: 2, selection: "Two.\n" },
        { path: "notes/march.md", active: false },
      ]);
    await button("Close a b.md").click();
    await expect.poll(() => agent.viewed).toEqual([{ path: "notes/march.md", active: false }]);
    await page
      .getByRole("list", { name: "Open files" })
      .getByRole("button", { name: "notes/march.md", exact: true })
      .click();
    await expect.poll(() => agent.viewed).toEqual([{ path: "notes/march.md", active: true }]);
  });

  test("a file of 2 MB, and one line of 2 MB, are shown in tasks of less than 50 ms", async () => {
    const long = Array.from(
      { length: 40_000 },
      (_, at) => `  const value${at} = compute(${at * 7}); // some words\n`,
    ).join("");
    const viewer = document.createElement("file-viewer");
    viewer.style.blockSize = "600px";
    document.body.append(viewer);
    const costs: number[] = [];
    for (const shown of [long, "x".repeat(2_000_000), `${long} `, "y".repeat(2_000_000)]) {
      const show = async () => {
        Object.assign(viewer, { path: "a.txt", text: shown });
        await viewer.updateComplete;
        void viewer.offsetHeight;
      };
      costs.push(await ownTime(show));
    }
    viewer.remove();
    console.log(`2 MB shown in ${costs.map((cost) => cost.toFixed(0)).join(", ")} ms`);
    // The better of two: the first pays for what is compiled.
    expect(Math.min(costs[0]!, costs[2]!)).toBeLessThan(50);
    expect(Math.min(costs[1]!, costs[3]!)).toBeLessThan(50);
  });
});

describe("U5: everyone can use it", () => {
  test.each([
    [wide, "light"],
    [wide, "dark"],
    [narrow, "dark"],
  ] as const)("axe finds nothing in a file with something found, on %s, %s", async (size, theme) => {
    await openFile("notes/march.md", { size, theme });
    text().element().focus();
    await userEvent.keyboard("{ArrowDown}{Control>}f{/Control}");
    await userEvent.keyboard("line");
    await expect.element(page.getByText(/^1 of/)).toBeVisible();
    expect(await complaints()).toEqual([]);
  });
});
