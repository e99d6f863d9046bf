/** M9 in the built app, over the real wire and a real folder: the manager puts a fact where it belongs, and gets at nothing else. */
import { existsSync, readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { button, said, send, useGemini } from "../support/app-page.js";
import { dropPath, plantTree } from "../support/real-folder.js";
import { calls, says } from "../support/script.js";
import { useApp } from "../support/use-app.js";

const app = useApp("memory-manager");
const folder = app.at;

const asked = async () =>
  (await app.wire.report()).requests.filter(({ task }) => task === "streamGenerateContent").map(({ body }) => body);

async function turnOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("switch", { name: "Memory manager" }).or(dialog.getByLabel("Memory manager")).first().click();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
}

test("M9: save_memory is routed by the manager within the user's choice; a path outside is refused; the librarian works by rules", async () => {
  plantTree(folder("garden"), {
    "GEMINI.md": "# Garden\n",
    "secret.txt": "the password is swordfish\n",
    docs: { "a.md": "A.\n" },
  });
  const context = await app.launch({ grant: "write" });
  const page = await app.open();
  await dropPath(page, folder("garden"));
  await page.getByRole("group", { name: "Trust this folder?" }).getByRole("button", { name: "Trust" }).click();
  await turnOn(page);

  // The librarian is no Model: by rules, and nobody is asked over the app.wire.
  await send(page, "remember that I prefer tabs");
  await button(page, "Allow once").click();
  await said(page, "Remembered in ~/.gemini/GEMINI.md");
  expect((await app.wire.report()).requests).toEqual([]);

  await useGemini(page, app.wire.url);
  const docs = folder("garden", "docs", "GEMINI.md");
  await app.wire.script(
    [calls("save_memory", { fact: "The docs are in English", scope: "project" }, "c1")],
    [
      calls("read_file", { file_path: "secret.txt" }, "m1"),
      calls("write_file", { file_path: "../outside.md", content: "x" }, "m2"),
      calls("write_file", { file_path: "src/index.ts", content: "x" }, "m3"),
      calls("write_file", { file_path: "docs/GEMINI.md", content: "- The docs are in English\n" }, "m4"),
    ],
    [says("It concerns docs, so it stands there.")],
    [says("Noted for the docs.")],
  );
  await send(page, "Remember that the docs are in English");
  const card = page.getByRole("group", { name: /^Approve: / });
  await card.getByText("The memory manager decides").waitFor();
  await card.getByRole("radio", { name: /This folder, shared/ }).check();
  await button(page, "Allow once").click();
  await said(page, "Noted for the docs.");

  expect(readFileSync(docs, "utf8")).toBe("- The docs are in English\n");
  expect(readFileSync(folder("garden", "GEMINI.md"), "utf8")).toBe("# Garden\n");
  expect([existsSync(folder("outside.md")), existsSync(folder("garden", "src"))]).toEqual([false, false]);
  const [, first, second, last] = await asked();
  const told = JSON.stringify(first!.contents);
  for (const words of ["Remember this fact: “The docs are in English”", "# Garden", "- I prefer tabs"])
    expect(told).toContain(words);
  const results = JSON.stringify(second!.contents!.at(-1));
  expect(results.split("is no memory file").length - 1).toBe(2);
  expect(results).toContain("outside.md");
  expect(JSON.stringify(await asked())).not.toContain("swordfish");
  expect(JSON.stringify(last!.contents!.at(-1))).toContain("Changed: docs/GEMINI.md");

  // Who did it is known, and it can be taken back.
  await page.getByRole("tab", { name: "Memory" }).click();
  await page
    .getByRole("tree", { name: "Memory files" })
    .getByRole("treeitem", { name: /docs\/GEMINI/ })
    .click();
  await button(page, "Lines").click();
  await page
    .getByRole("list", { name: "Lines and where they come from" })
    .getByText(/^Memory manager, /)
    .waitFor();
  await button(page, "Undo edit").last().click();
  await expect.poll(() => existsSync(docs)).toBe(false);
  await context.close();
});
