/** Compression in the built app (C, L2, N): without a Model, by one, undone and done again, and after a reload. */
import { expect, test } from "vitest";
import { compressedCard, ended, ready, said, send, usedOf } from "../support/app-page.js";
import { sentNext, talkedMuch } from "../support/gemini-app.js";
import { readLog } from "../support/page-log.js";
import { says } from "../support/script.js";
import { useApp } from "../support/use-app.js";

const app = useApp("compression");

test("C9 L2: with the librarian /compress makes an extract; Undo brings the meter back, Redo takes it down; a reload keeps it", async () => {
  const page = await talkedMuch(app);
  const byGemini = await usedOf(page);
  await page.getByRole("button", { name: /^Model/ }).click();
  await page
    .getByRole("listbox", { name: "Models" })
    .getByRole("option", { name: /^Librarian/ })
    .click();
  await page.getByRole("listbox", { name: "Models" }).waitFor({ state: "hidden" });
  // The librarian has no server that counts, and this one counts in its own way.
  await expect.poll(() => usedOf(page)).not.toBe(byGemini);
  const before = await usedOf(page);
  const asked = (await app.wire.report()).requests.length;
  await send(page, "/compress");
  await compressedCard(page).waitFor();
  await ended(page);
  expect((await app.wire.report()).requests.length).toBe(asked);
  await expect.poll(() => usedOf(page)).toBeLessThan(before * 0.8);
  const small = await usedOf(page);
  await compressedCard(page).getByText("without a model").waitFor();
  await compressedCard(page).getByRole("button", { name: "Details" }).click();
  await compressedCard(page).getByText("You must never touch src/legacy/tax.ts.").first().waitFor();
  await compressedCard(page).getByRole("button", { name: "Go to record 1", exact: true }).first().click();
  await compressedCard(page).getByRole("button", { name: "Undo" }).click();
  await compressedCard(page).getByRole("button", { name: "Redo" }).waitFor();
  await expect.poll(() => usedOf(page)).toBeGreaterThan(before * 0.98);
  await page.reload();
  await ready(page);
  await compressedCard(page).getByRole("button", { name: "Redo" }).click();
  await compressedCard(page).getByRole("button", { name: "Undo" }).waitFor();
  await expect.poll(() => usedOf(page)).toBeLessThan(small * 1.02 + 5);
  const log = await readLog(page);
  expect(log.filter(({ kind }) => kind === "snapshot")).toHaveLength(1);
  expect(log.filter(({ kind }) => kind === "content").length).toBeGreaterThanOrEqual(8);
  await page.context().close();
});

test("C5 C6: Gemini writes the Snapshot, which stands in the next request in the place of what was said; nothing readable is said so", async () => {
  const page = await talkedMuch(app);
  app.wire.answer(() => [says("I can't do that.")]);
  await send(page, "/compress");
  await said(page, "the model gave back no summary that could be read");
  await ended(page);
  const snapshot =
    "<scratchpad>hm</scratchpad><state_snapshot><overall_goal>\n- Move the shop to the new tax rules. [#1]\n</overall_goal>" +
    "<active_constraints>\n- Never touch src/legacy/tax.ts. [#1]\n</active_constraints></state_snapshot>";
  app.wire.answer(() => [says(snapshot)]);
  await send(page, "/compress the rates");
  await compressedCard(page).getByText("written by the model").waitFor();
  await ended(page);
  const sent = await sentNext(app, page);
  expect(sent).toContain("<state_snapshot>");
  expect(sent).toContain("Never touch src/legacy/tax.ts. [#1]");
  expect(sent).toContain("The rate for region 1 is 1.25 percent.");
  expect(sent).not.toContain("Noted 0.");
  await page.getByRole("tab", { name: "Activity" }).click();
  await page
    .getByText(/^Compressed: [\d,]+ → [\d,]+ tokens/)
    .first()
    .waitFor();
  await page.context().close();
});
