/** Every way a compression may end, in the built app, with what the user sees of it (C8, C13); when one is asked for, and what can be done with it. */
import { expect, test } from "vitest";
import type { Page } from "playwright";
import {
  compressedCard,
  ended,
  limitTo,
  meterOf,
  ready,
  said,
  send,
  usedOf,
  useGemini,
  writeBigFile,
} from "../support/app-page.js";
import { openWithGemini, remarks, sentNext, talkedMuch } from "../support/gemini-app.js";
import { readLog } from "../support/page-log.js";
import { calls, errs, says, waits } from "../support/script.js";
import { useApp } from "../support/use-app.js";
import { tooLong } from "../support/wire-errors.js";
import type { WireRequest } from "../support/wire.js";

const app = useApp("compression-outcomes");

/** A request of the app's own carries no tools (C16). */
const isAside = ({ body }: WireRequest): boolean => !body.tools;
const inActivity = async (page: Page, words: RegExp) => {
  await page.getByRole("tab", { name: "Activity" }).click();
  await page.getByText(words).first().waitFor();
};
const snapshotsIn = async (page: Page) => (await readLog(page)).filter(({ kind }) => kind === "snapshot");

/** A conversation of so many large results. */
async function readBigFile(page: Page, times: number): Promise<void> {
  await writeBigFile(page);
  let step = 0;
  app.wire.answer(() =>
    ++step <= times
      ? [calls("read_file", { file_path: "big.txt", start_line: step * 1_500 })]
      : [says(`I have read ${times} parts.`)],
  );
  await send(page, "Read the big file.");
  await said(page, `I have read ${times} parts.`);
  await ended(page);
}

test("C8 noop, inflated: a conversation too short to compress is left as it is, and that is said", async () => {
  const page = await openWithGemini(app);
  await send(page, "/compress");
  await said(page, "There is nothing to compress yet.");
  await inActivity(page, /Compression ended: there was nothing to compress/);
  app.wire.answer(() => [says("Yes.")]);
  await send(page, "Short.");
  await said(page, "Yes.");
  await ended(page);
  const before = await usedOf(page);
  app.wire.answer(() => [says("<state_snapshot><overall_goal>\n- Short. [#1]\n</overall_goal></state_snapshot>")]);
  await send(page, "/compress");
  await said(page, /Nothing was changed: a summary would not be shorter than what it stands for/);
  await ended(page);
  await inActivity(page, /Compression ended: nothing changed, it would not be shorter/);
  expect(await usedOf(page)).toBe(before);
  expect(await snapshotsIn(page)).toEqual([]);
  await page.context().close();
});

test("C13 cancelled: Cancel on the progress ends it at once; nothing has changed, and the next one works", async () => {
  const page = await talkedMuch(app);
  const before = await usedOf(page);
  app.wire.answer(() => [waits("never"), says("never")]);
  await send(page, "/compress");
  const progress = page.getByRole("group", { name: "Compressing" });
  await progress.getByText("Summarising").waitFor();
  await progress.getByRole("button", { name: "Cancel" }).click();
  await said(page, "Stopped; nothing was changed.");
  await ended(page);
  await progress.waitFor({ state: "hidden" });
  await inActivity(page, /Compression ended: stopped, nothing changed/);
  expect(await usedOf(page)).toBe(before);
  expect(await snapshotsIn(page)).toEqual([]);
  expect((await app.wire.report()).inFlight).toBe(0);
  app.wire.answer(() => [
    says("<state_snapshot><overall_goal>\n- Move the shop. [#1]\n</overall_goal></state_snapshot>"),
  ]);
  await send(page, "/compress");
  await compressedCard(page).waitFor();
  await page.context().close();
});

test("C8 token-count-error: what can't be measured is not installed, and that is said", async () => {
  const before = (page: Page) => page.context().route(/gauge[^/]*worker/, (route) => route.abort());
  const page = await app.openAnew({ before });
  await useGemini(page, app.wire.url);
  app.wire.answer(() => [says(`Noted. ${remarks(1)}`)]);
  await send(page, "The rate for region 1 is 1.25 percent.");
  await said(page, "Noted.");
  await ended(page);
  await send(page, "/compress");
  await said(page, /Nothing was changed: how large the compressed conversation would be could not be measured/);
  await ended(page);
  await inActivity(page, /Compression ended: nothing changed, it could not be measured/);
  expect(await snapshotsIn(page)).toEqual([]);
  await page.context().close();
});

test("C8 C9 content-truncated: after an automatic attempt that failed no model is asked again; old results give way, and that is said", async () => {
  const page = await openWithGemini(app);
  await readBigFile(page, 6);
  const before = await usedOf(page);
  await limitTo(page, Math.round(before * 1.6));
  let asides = 0;
  app.wire.answer((request) => {
    if (isAside(request)) asides++;
    return [says(isAside(request) ? "I can't do that." : "Going on.")];
  });
  await send(page, "Go on.");
  await said(page, "Going on.");
  await ended(page);
  await inActivity(page, /Compression ended: nothing changed, the model gave no summary that can be read/);
  expect(await snapshotsIn(page)).toEqual([]);
  const asked = asides;
  expect(asked).toBeGreaterThan(0);

  app.wire.answer((request) => {
    if (isAside(request)) asides++;
    return [says("And on.")];
  });
  await send(page, "And on.");
  await said(page, "And on.");
  await ended(page);
  await inActivity(page, /Compression ended: old results are shown in part/);
  expect(asides).toBe(asked);
  const masked = await usedOf(page);
  expect(masked).toBeLessThan((await meterOf(page)).max / 2);
  expect(await snapshotsIn(page)).toEqual([]);

  await said(page, /Old results are shown in part: [\d,]+ → [\d,]+ tokens/);
  const told = page.getByRole("group", { name: "Old results shown in part" });
  await told.getByRole("button", { name: "Undo" }).click();
  await told.getByText("these results are sent whole again").waitFor();
  await expect.poll(() => usedOf(page)).toBeGreaterThan(before * 0.98);
  await page.reload();
  await ready(page);
  await told.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => usedOf(page)).toBeLessThan(masked * 1.02);
  await page.context().close();
});

test("C12 L2: what would it do? Nothing is asked of a model before the click; masking alone is done as shown, and undone where it is told", async () => {
  const page = await openWithGemini(app);
  await readBigFile(page, 4);
  await limitTo(page, 60_000);
  const [before, asked] = [await usedOf(page), (await app.wire.report()).requests.length];
  await send(page, "/compress preview");
  const dialog = page.getByRole("dialog", { name: "What would compression do?" });
  await dialog
    .getByRole("group", { name: "Summarise on this device" })
    .getByText(/% of what is worth keeping/)
    .waitFor();
  await dialog.getByRole("button", { name: "Do this: Mask old results" }).click();
  await said(page, /Old results are shown in part: [\d,]+ → [\d,]+ tokens/);
  await ended(page);
  await expect.poll(() => usedOf(page)).toBeLessThan(before * 0.8);
  const told = page.getByRole("group", { name: "Old results shown in part" });
  await told.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => usedOf(page)).toBe(before);
  await told.getByRole("button", { name: "Redo" }).waitFor();
  expect((await app.wire.report()).requests.length).toBe(asked);
  await page.context().close();
});

test("C1: ask puts the question above the composer; Not now puts it away, Compress now compresses", async () => {
  const page = await talkedMuch(app);
  await limitTo(page, Math.round((await usedOf(page)) * 1.7));
  await send(page, "/settings model.compressionThreshold ask");
  await said(page, /compressionThreshold/);
  app.wire.answer((request) => [
    says(
      isAside(request)
        ? "<state_snapshot><active_constraints>\n- Never touch src/legacy/tax.ts. [#1]\n</active_constraints></state_snapshot>"
        : `Going on. ${remarks(9)} ${remarks(11)}`,
    ),
  ]);
  const question = page.getByRole("group", { name: "Compress this conversation?" });
  await send(page, "Go on.");
  await question.getByText(/% of the window/).waitFor();
  await ended(page);
  expect(await snapshotsIn(page)).toEqual([]);
  await question.getByRole("button", { name: "Not now" }).click();
  await question.waitFor({ state: "hidden" });
  await send(page, "Go on again."); // it has grown by more than a tenth of the limit
  await question.getByRole("button", { name: "Compress now" }).click();
  await compressedCard(page).getByText("written by the model").waitFor();
  await question.waitFor({ state: "hidden" });
  await page.context().close();
});

test("C1: off leaves a window alone that is as full as can be; /compress still works", async () => {
  const page = await talkedMuch(app);
  await limitTo(page, Math.round((await usedOf(page)) * 1.5));
  await send(page, "/settings model.compressionThreshold off");
  await said(page, /compressionThreshold/);
  let asides = 0;
  app.wire.answer((request) => {
    if (isAside(request)) asides++;
    return [says(isAside(request) ? "I can't." : "Going on.")];
  });
  await send(page, "Go on.");
  await said(page, "Going on.");
  await ended(page);
  expect(asides).toBe(0);
  expect(await page.getByRole("group", { name: "Compress this conversation?" }).count()).toBe(0);
  expect(await snapshotsIn(page)).toEqual([]);
  await send(page, "/compress");
  await said(page, "the model gave back no summary that could be read");
  await page.context().close();
});

test("C12 L2: Summarise up to here leaves what comes after; a line is edited on the card, sent so, and the edit taken back", async () => {
  const page = await talkedMuch(app);
  app.wire.answer(() => [
    says(
      "<state_snapshot><active_constraints>\n- You must never touch src/legacy/tax.ts. [#1]\n</active_constraints></state_snapshot>",
    ),
  ]);
  const second = page.getByRole("article", { name: "You" }).nth(1);
  await second.hover();
  await second.getByRole("button", { name: "Actions for this message" }).click();
  await page.getByRole("menuitem", { name: "Summarise up to here" }).click();
  const card = compressedCard(page);
  await card.waitFor();
  await ended(page);
  await card.getByRole("button", { name: "Details" }).click();
  await card.getByRole("button", { name: /^Edit: You must never/ }).click();
  await card.getByRole("textbox", { name: "Line of the summary" }).fill("Leave src/legacy/tax.ts alone.");
  await card.getByRole("button", { name: "Save" }).click();
  await card.getByText("edited by you").waitFor();
  const sent = await sentNext(app, page);
  expect(sent).toContain("Leave src/legacy/tax.ts alone.");
  expect(sent).not.toContain("Noted 1."); // up to here
  expect(sent).toContain("Noted 2.");
  await card.getByRole("button", { name: "Undo edit" }).click();
  await card.getByText("written by the model").waitFor();
  await card.getByRole("button", { name: "Edit as text" }).click();
  await card.getByRole("textbox", { name: "Edit as text" }).fill("nonsense");
  await card.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").filter({ hasText: "can’t be read as a summary" }).waitFor();
  await page.context().close();
});

test("O1 O2 T1: a model with a smaller window is chosen for a session that is larger: what its server refuses is made to fit without asking it, and answered", async () => {
  const page = await openWithGemini(app);
  await readBigFile(page, 6);
  const full = await usedOf(page);
  const small = Math.round(full * 0.6);
  await page.getByRole("button", { name: /^Model/ }).click();
  await page
    .getByRole("listbox", { name: "Models" })
    .getByRole("option", { name: /^Gemini 2\.5 Pro/ })
    .click();
  let sent = "";
  app.wire.answer(({ body, model }) => {
    const size = Math.round(JSON.stringify(body.contents).length / 4);
    if (model.includes("pro") && size > small) return [errs(tooLong(size, small))];
    sent = JSON.stringify(body.contents);
    return [says("It fits now.")];
  });
  await send(page, "And now?");
  await said(page, "It fits now.");
  await ended(page);
  expect(sent).toContain("And now?");
  await expect.poll(async () => (await meterOf(page)).max).toBe(small);
  expect(await usedOf(page)).toBeLessThan(small);
  await page.context().close();
});
