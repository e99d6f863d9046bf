/** The context map in the built app (U2, T5, L2): a result is folded and taken out, the meter follows, and undo brings all back. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ended, said, send, usedOf, writeBigFile } from "../support/app-page.js";
import { openWithGemini } from "../support/gemini-app.js";
import { calls, says } from "../support/script.js";
import { useApp } from "../support/use-app.js";

const app = useApp("context-map");

/** What the top of the tree adds up to. */
const mapped = (page: Page) =>
  page
    .getByRole("tree", { name: "Blocks of the next request" })
    .getByRole("treeitem")
    .evaluateAll((rows) =>
      rows
        .filter((row) => row.getAttribute("aria-level") === "1")
        .map((row) => Number(/, ([\d,]+) tokens?,/.exec(row.getAttribute("aria-label")!)![1]!.replaceAll(",", "")))
        .reduce((sum, tokens) => sum + tokens, 0),
    );

test("U2 T5 L2: the map adds up to the meter; a folded, then removed result takes it down, and both come back to the token", async () => {
  const page = await openWithGemini(app);
  await writeBigFile(page);
  app.wire.script([calls("read_file", { file_path: "big.txt", end_line: 400 })], [says("It has many lines.")]);
  await send(page, "What is in big.txt?");
  await said(page, "It has many lines.");
  await ended(page);
  const result = page.getByRole("treeitem", { name: /^Result of read_file big\.txt/ });
  await page.getByRole("treeitem", { name: /^Turn 1/ }).press("ArrowRight");
  await result.waitFor();
  await expect.poll(async () => (await mapped(page)) === (await usedOf(page))).toBe(true);
  const before = await usedOf(page);

  await result.press("f");
  await page.getByRole("treeitem", { name: /^Result of read_file big\.txt.*folded$/ }).waitFor();
  await expect.poll(() => usedOf(page)).toBeLessThan(before - 1000);
  expect(await mapped(page)).toBe(await usedOf(page));
  await result.press("f");
  await expect.poll(() => usedOf(page)).toBe(before);

  await result.press("Delete");
  await page.getByRole("tree", { name: "Taken out" }).getByRole("treeitem").click();
  expect(await usedOf(page)).toBeLessThan(before - 1000);
  await page.reload();
  await page.getByRole("tree", { name: "Taken out" }).getByRole("treeitem").click();
  await page.getByRole("button", { name: "Put back" }).click();
  await expect.poll(() => usedOf(page)).toBe(before);
  expect(await mapped(page)).toBe(before);
  await page.context().close();
});
