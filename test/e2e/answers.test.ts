/** Answers that don't come at once, or not whole, in the built app: what is said of them, and what can be done. */
import { expect, test } from "vitest";
import { ended, noteStatus, ready, said, send } from "../support/app-page.js";
import { openWithGemini } from "../support/gemini-app.js";
import { errs, finishes, says, waits } from "../support/script.js";
import { useApp } from "../support/use-app.js";
import { rateLimited } from "../support/wire-errors.js";

const app = useApp("answers");

test("R4: a rate limit is waited for in sight, counted down, and Stop ends the wait", async () => {
  const page = await openWithGemini(app);
  const before = (await app.wire.report()).requests.length;
  const asked = async () =>
    (await app.wire.report()).requests.slice(before).filter(({ task }) => task === "streamGenerateContent").length;
  await app.wire.script([errs(rateLimited(45))]);
  await send(page, "Are you there?");
  const status = page.getByRole("status", { name: "Status" });
  await status.getByText(/^Trying again in/).waitFor();
  const words = async () => (await status.textContent())!.replaceAll(/\s+/g, " ").trim();
  expect(await words()).toMatch(
    /^Trying again in \d+ s \(2 of 10\)\. Gemini 2\.5 Flash takes no more requests for the moment\.$/,
  );
  const seconds = async () => Number(/in (\d+) s/.exec(await words())?.[1]);
  const first = await seconds();
  expect(first).toBeGreaterThan(20);
  expect(first).toBeLessThanOrEqual(54); // what the server asked for, and up to a fifth more
  await expect.poll(seconds).toBeLessThan(first);
  const line = status.locator("waiting-line");
  expect(await line.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);

  await page.getByRole("button", { name: "Stop" }).click();
  await said(page, "You stopped this answer.");
  await ended(page);
  await status.getByText("Ready").waitFor();
  expect(await asked()).toBe(1);

  await app.wire.script([errs(rateLimited(1))], [says("Now I am.")]);
  const statuses = await noteStatus(page);
  await send(page, "And now?");
  await said(page, "Now I am.");
  await ended(page);
  expect((await statuses()).some((line) => line.startsWith("Trying again"))).toBe(true);
  expect(await asked()).toBe(3);
  await page.context().close();
});

test("an answer that reached its length says so, live and after a reload, and Continue makes it whole", async () => {
  const page = await openWithGemini(app);
  const cut = "This answer reached the length that is allowed for one. Continue asks for the rest.";
  await app.wire.script([says("The first half "), finishes("MAX_TOKENS")]);
  await send(page, "Tell me all.");
  await said(page, cut);
  await page.reload();
  await ready(page);
  await said(page, cut);

  await app.wire.script([says("the wrong half"), finishes("MALFORMED_FUNCTION_CALL")], [says("and the second.")]);
  await page.getByRole("button", { name: "Continue" }).click();
  await said(page, "and the second.");
  await ended(page);
  const answer = page.getByRole("article", { name: "Palimpsest" });
  const whole = async () => {
    expect(await answer.innerText()).toContain("The first half");
    expect(await answer.innerText()).not.toContain("wrong");
    expect(await page.getByText(cut).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Continue" }).count()).toBe(0);
  };
  await whole();
  await page.reload();
  await ready(page);
  await said(page, "and the second.");
  await whole();
  await page.context().close();
});

test("an answer goes on though another session is looked at, and is there as far as it is when one comes back", async () => {
  const page = await openWithGemini(app);
  await app.wire.script([says("One, "), waits("two"), says("two, "), waits("three"), says("three.")], [says("Yes.")]);
  await send(page, "Count to three.");
  await said(page, "One,");
  await page.getByRole("button", { name: "New session" }).click();
  const list = page.getByRole("list", { name: "Session list" });
  await list.getByText("answering…").waitFor();
  await page.getByRole("status", { name: "Status" }).getByText("Another session is answering…").waitFor();
  await app.wire.release("two");
  await send(page, "Are you there as well?");
  await said(page, "Yes.");
  await list.getByRole("link", { name: /Count to three/ }).click();
  await said(page, "One, two,");
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await app.wire.release("three");
  await said(page, "One, two, three.");
  await ended(page);
  await page.reload();
  await ready(page);
  await said(page, "One, two, three.");
  expect(await page.getByRole("article", { name: "Palimpsest" }).count()).toBe(1);
  await page.context().close();
});

test("what a filter cut short says so, and what waits does not follow it by itself", async () => {
  const page = await openWithGemini(app);
  await app.wire.script([says("Once upon a time "), waits("story"), finishes("SAFETY")], [says("Of course.")]);
  await send(page, "Tell me a story.");
  await said(page, "Once upon a time");
  await page.getByRole("textbox", { name: "Message" }).fill("And what became of her?");
  await page.keyboard.press("Enter");
  const waiting = page.getByRole("list", { name: "Waiting to be sent" });
  await waiting.getByText("And what became of her?").waitFor();
  await app.wire.release("story");
  await said(page, "The service’s safety filter ended this answer early.");
  await ended(page);
  expect(await page.getByRole("button", { name: "Continue" }).count()).toBe(0);
  await page.getByRole("status", { name: "Status" }).getByText("1 message waits.").waitFor();
  await waiting.getByRole("button", { name: "Send now" }).click();
  await said(page, "Of course.");
  await page.context().close();
});

test("on a phone what an answer ended with is in sight, though the composer becomes smaller at the same moment", async () => {
  const page = await openWithGemini(app);
  await page.setViewportSize({ width: 390, height: 780 });
  const long = Array.from({ length: 30 }, (_, at) => `Line ${at} of the story.\n\n`);
  for (const turn of [1, 2, 3]) {
    await app.wire.script([says(`Part ${turn}. `, ...long), finishes("MAX_TOKENS")]);
    await send(page, `Go on, ${turn}.`);
    await said(page, `Part ${turn}.`);
    await ended(page);
    const button = page.getByRole("button", { name: "Continue" }).last();
    await button.waitFor();
    await expect
      .poll(async () => {
        const [box, field] = await Promise.all([
          button.boundingBox(),
          page.getByRole("textbox", { name: "Message" }).boundingBox(),
        ]);
        return box!.y + box!.height <= field!.y;
      })
      .toBe(true);
  }
  await page.context().close();
});
