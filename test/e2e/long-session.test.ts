/** A scripted session of 300 steps through the built app and the real client: calls, results, retries, a stop, a message that waits, overflows. */
import { beforeAll, expect, test } from "vitest";
import type { Page } from "playwright";
import { textOf } from "../../src/core/content.js";
import type { TurnEvent } from "../../src/core/port/events.js";
import type { LogRecord } from "../../src/core/log/log.js";
import { conversation, limitTo, ready, send, useGemini, writeBigFile } from "../support/app-page.js";
import { breachesIn } from "../support/event-laws.js";
import { recordEvents, turnEventsIn } from "../support/page-events.js";
import { readLog } from "../support/page-log.js";
import { calls, endsSilently, errs, says, thinks, waits, type Script } from "../support/script.js";
import { useApp } from "../support/use-app.js";
import { rateLimited, tooLong } from "../support/wire-errors.js";

const app = useApp("long-session");
let page: Page;

beforeAll(async () => {
  page = await app.open({ before: recordEvents });
  await useGemini(page, app.wire.url);
});

/** Answers with calls for 95 steps, then with words. What goes wrong on the way is named by the step. */
function scripted(part: string, mishaps: Readonly<Record<number, Script>> = {}, bulk = false): void {
  const steps = 95;
  let step = 0;
  const met = new Set<number>();
  app.wire.answer(({ body }) => {
    // Asked for the app itself, whether this still gets anywhere (D3): no tools, and no step of the Turn.
    if (!body.tools) return [says('{"analysis": "It reads on.", "confidence": 0.2}')];
    if (step > steps) return [says("What waited ", "was heard.")];
    const mishap = mishaps[step];
    if (mishap && !met.has(step)) {
      met.add(step);
      return mishap;
    }
    step++;
    if (step > steps) return [says("All of ", `the ${part} part `, "is done.")];
    const list = step % 3 === 0;
    if (bulk && step % 5 === 0) return [calls("read_file", { file_path: "big.txt", start_line: 100 * step })];
    const call = list
      ? calls("list_directory", { dir_path: ".", step })
      : calls("read_file", { file_path: "README.md", start_line: step });
    return [thinks("Next."), says(`Step ${step}. `), call];
  });
}

const answers = (text: string) => page.getByRole("article", { name: "Palimpsest" }).getByText(text);
const ended = () => page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden", timeout: 480_000 });

test(
  "A1: 300 steps with retries, a stop, a message that waits and overflows; every call has its result, and a reload shows the same",
  { timeout: 900_000 },
  async () => {
    scripted("first", { 10: [errs(rateLimited(1))], 40: [says("cut"), endsSilently()] });
    await send(page, "Go through the notes, first part.");
    await answers("All of the first part is done.").waitFor({ timeout: 480_000 });
    await ended();

    scripted("second", { 20: [errs(tooLong(1_100_000, 900_000))] });
    await send(page, "Second part.");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.getByRole("textbox", { name: "Message" }).fill("And this, when you are done.");
    await page.getByRole("textbox", { name: "Message" }).press("Enter");
    const queue = page.getByRole("list", { name: "Waiting to be sent" });
    await queue.getByText("And this, when you are done.").waitFor();
    await answers("All of the second part is done.").waitFor({ timeout: 480_000 });
    await answers("What waited was heard.").waitFor();
    await queue.waitFor({ state: "detached" });
    await ended();

    app.wire.answer(() => [says("This will take "), waits("never")]);
    await send(page, "Something long.");
    await answers("This will take").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await ended();

    await writeBigFile(page);
    await limitTo(page, 100_000);
    scripted("third", {}, true);
    await send(page, "Third part.");
    await answers("All of the third part is done.").waitFor({ timeout: 480_000 });
    await ended();

    const before = await readLog(page);
    const shown = await conversation(page);
    expect(lawBreaches(before)).toEqual([]);
    const events = await turnEventsIn(page);
    expect(breachesIn(events)).toEqual([]);
    const told = (type: TurnEvent["type"]) => events.filter((event) => event.type === type).length;
    expect(told("turn-ended")).toBe(5);
    expect(told("tool-finished")).toBe(285);
    expect(told("step-started")).toBeGreaterThan(288);
    expect(told("turn-waiting")).toBeGreaterThan(0);
    expect(told("results-masked")).toBeGreaterThan(0);
    expect(before.filter(({ kind }) => kind === "mask").length).toBeGreaterThan(5);
    expect(before.filter((record) => record.kind === "aside" && record.role === "loop-check").length).toBeGreaterThan(
      9,
    );
    await page.getByRole("meter", { name: "Context" }).waitFor();
    expect(Number(await page.getByRole("meter", { name: "Context" }).getAttribute("aria-valuenow"))).toBeLessThan(
      100_000,
    );
    expect(before.filter((record) => record.kind === "content" && record.from === "tool")).toHaveLength(285);
    expect(saidBy(before)).toEqual([
      "Go through the notes, first part.",
      "Second part.",
      "And this, when you are done.",
      "Something long.",
      "Third part.",
    ]);
    await page.reload();
    await ready(page);
    await answers("All of the third part is done.").waitFor();
    expect(await readLog(page)).toEqual(before);
    // The last 200 records are on the page: the end of the last Turn.
    const end = (all: Awaited<ReturnType<typeof conversation>>) => all.at(-1)!.text.split("Step 21.")[1];
    expect(end(shown)).toContain("All of the third part is done.");
    expect(end(await conversation(page))).toBe(end(shown));
  },
);

const saidBy = (records: readonly LogRecord[]): readonly string[] =>
  records.flatMap((record) =>
    record.kind === "content" && record.from === "user" ? [record.shown ?? textOf(record.content)] : [],
  );

/** Of the Log: every call is answered once, every Turn has one end, nothing stands before its Turn began. */
function lawBreaches(records: readonly LogRecord[]): string[] {
  const breaches: string[] = [];
  const open = new Map<string, string>();
  const ends = new Map<string, number>();
  for (const record of records.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (record.kind === "turn-ended") ends.set(record.turn, (ends.get(record.turn) ?? 0) + 1);
    if (record.kind !== "content" || record.discarded) continue;
    for (const { functionCall: call, functionResponse: result } of record.content.parts) {
      if (call) open.set(call.id!, call.name);
      if (result && !open.delete(result.id!)) breaches.push(`${result.name} ${result.id} answers nothing`);
    }
  }
  for (const [id, name] of open) breaches.push(`${name} ${id} has no result`);
  for (const [turn, count] of ends) if (count !== 1) breaches.push(`${turn} ended ${count} times`);
  return breaches;
}
