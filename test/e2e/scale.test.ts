/** A log of some thousand records, in counts: what reaches the page and what is drawn is what is shown, whatever there is. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { fillLog, type Filled } from "../support/fill-log.js";
import { watchMainThread, type MainThread } from "../support/main-thread.js";
import { readBack, settledStatus, showSession } from "../support/session-pages.js";
import { atRest, countTransfers, takeTransfers, type Transfers } from "../support/transfers.js";
import { useApp } from "../support/use-app.js";

/** Records that the app reads at a time. */
const PAGE = 200;

const app = useApp("scale");
let filled: Filled;
let page: Page;
let thread: MainThread;
let atStart: Partial<Transfers>;

beforeAll(async () => {
  const context = await app.launch();
  await app.stopServing();
  filled = await fillLog(context, Number(new URL(app.origin).port), [
    ...Array.from({ length: 120 }, (_, at) => ({ name: `session ${at}`, records: 5 })),
    { name: "long", records: 2_600 },
    { name: "one turn", records: 1_600, isOneTurn: true },
    { name: "short", records: 200 },
  ]);
  await app.serve();
  const before = async (each: Page) => {
    await countTransfers(each);
    thread = await watchMainThread(each);
  };
  const until = async (each: Page) => void (atStart = await settledStatus(each));
  page = await app.open({ before, until });
});

const nodes = async () => {
  await thread.heap(); // collects what is drawn no more
  return (await thread.cost()).nodes;
};

test("the start reads no record, and at most a hundred lines of the list", async () => {
  expect(filled.records).toBe(5_000);
  expect(atStart).toEqual({ records: 0, sessions: 100 });
  const rows = page.getByRole("list", { name: "Session list" }).getByRole("listitem");
  await rows.nth(99).waitFor(); // all that was read is drawn in the end
  expect(await rows.count()).toBe(100);
});

/** What past Sessions say is made findable behind the first screen: that reads every record once, whichever Session is opened. */
async function indexed(): Promise<void> {
  await expect.poll(async () => (await takeTransfers(page)).records).toBeGreaterThan(0);
  await atRest(page);
}

async function goTo(id: string): Promise<void> {
  await showSession(page, id);
  await atRest(page);
}

test("opening a long Session reads and draws as much as opening a short one", async () => {
  await indexed();
  const opened: { records: number; turns: number; nodes: number }[] = [];
  for (const name of ["short", "long", "short", "long"]) {
    await goTo("");
    await takeTransfers(page);
    await goTo(filled.ids[name]!);
    const { records } = await takeTransfers(page);
    opened.push({ records, turns: await page.locator("turn-view").count(), nodes: await nodes() });
  }
  for (const { records } of opened) expect(records).toBe(PAGE);
  const [, , short, long] = opened;
  // The two Sessions' first records, which are no Turns, are in the short one's page.
  expect(long!.turns - short!.turns).toBeLessThanOrEqual(1);
  expect(long!.nodes / short!.nodes).toBeLessThan(1.1);
});

test.each(["long", "one turn"])("reading back far in %s keeps no more than a window of it", async (name) => {
  await goTo(filled.ids[name]!);
  await takeTransfers(page);
  const marks: number[] = [];
  for (let read = 0; read < 6 * PAGE; read += PAGE) {
    await readBack(page);
    if (read >= 2 * PAGE) marks.push(await nodes());
  }
  // What was let go is not read again: each page costs a page.
  expect((await takeTransfers(page)).records).toBeLessThanOrEqual(7 * PAGE);
  // Twice as many pages have been read by then: without a window it would be twice as many nodes. What is drawn at the
  // moment of counting differs by some tenths.
  expect(Math.max(...marks) / marks[0]!).toBeLessThan(1.6);
});
