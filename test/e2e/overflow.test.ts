/** A window that is too small, in the built app: a way down is found and shown, and what can't be sent comes back (O1, O2, D4). */
import { expect, test } from "vitest";
import { ended, limitTo, meterOf, ready, said, send, writeBigFile } from "../support/app-page.js";
import { openWithGemini } from "../support/gemini-app.js";
import { readLog } from "../support/page-log.js";
import { calls, says } from "../support/script.js";
import { useApp } from "../support/use-app.js";

const app = useApp("overflow");

test("O1 O2: over 100 % the old part gives way, though the model gives no summary; what can't fit at all comes back into the composer, with a word", async () => {
  const page = await openWithGemini(app);
  await writeBigFile(page);
  let step = 0;
  app.wire.answer(() =>
    ++step <= 6 ? [calls("read_file", { file_path: "big.txt", start_line: step * 1_500 })] : [says("I have read it.")],
  );
  await send(page, "Read the big file.");
  await said(page, "I have read it.");
  await ended(page);
  expect((await meterOf(page)).now).toBeGreaterThan(40_000);

  await limitTo(page, 20_000);
  await expect.poll(async () => (await meterOf(page)).max).toBe(20_000);
  expect((await meterOf(page)).now).toBeGreaterThan(20_000);
  let asked = "";
  app.wire.answer(({ body }) => {
    asked = JSON.stringify(body.contents);
    return [says("There is room again.")];
  });
  await send(page, "And now?");
  await said(page, "There is room again.");
  await ended(page);
  expect(asked).toContain("<state_snapshot>");
  expect((await meterOf(page)).now).toBeLessThan(20_000);
  const log = await readLog(page);
  expect(log.filter(({ kind }) => kind === "snapshot")).toHaveLength(1);
  await page.getByRole("tab", { name: "Activity" }).click();
  await page
    .getByText(/^Compressed: [\d,]+ → [\d,]+ tokens/)
    .first()
    .waitFor();

  const long = `Sum this up: ${"one word and another, ".repeat(8_000)}`.trim();
  await send(page, long);
  const alert = page.getByRole("alert").filter({ hasText: "Your message was not sent" });
  await alert.waitFor();
  expect(await alert.textContent()).toContain("your words are back in the composer");
  await expect.poll(() => page.getByRole("textbox", { name: "Message" }).inputValue()).toBe(long);
  expect((await meterOf(page)).now).toBeLessThan(20_000);

  await page.reload();
  await ready(page);
  await expect.poll(async () => (await meterOf(page)).now).toBeLessThan(20_000);
  await send(page, "Still here?");
  await page.getByRole("article", { name: "Palimpsest" }).getByText("There is room again.").nth(1).waitFor();
  expect(asked).toContain("<state_snapshot>");
  expect(asked).not.toContain("Sum this up");
  await page.context().close();
});

test("D4: a Turn that goes round in circles stops, and goes on with or without detection", async () => {
  const page = await openWithGemini(app);
  let left = 15;
  app.wire.answer(() => (left-- > 0 ? [calls("list_directory", { dir_path: "." })] : [says("Out of the circle.")]));
  await send(page, "List it.");
  await page.getByText("The answer went round in circles and was stopped.").waitFor();
  await page.getByRole("button", { name: "Continue", exact: true }).waitFor();
  await page.getByRole("button", { name: "Continue without detection" }).click();
  await said(page, "Out of the circle.");
  await page.context().close();
});
