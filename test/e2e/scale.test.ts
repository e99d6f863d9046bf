/** A log of some thousand records, in counts: what reaches the page and what is drawn is what is shown, whatever there is. */
import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchPersistent, temporaryFolder } from "../support/browser.js";
import { fillLog, type Filled } from "../support/fill-log.js";
import { watchMainThread, type MainThread } from "../support/main-thread.js";
import { serveApp, type Served } from "../support/serve.js";
import { goTo, readBack, settledStatus } from "../support/session-pages.js";
import { countTransfers, takeTransfers } from "../support/transfers.js";

/** Records that the app reads at a time. */
const PAGE = 200;

const profile = temporaryFolder("scale");
let served: Served;
let filled: Filled;
let context: BrowserContext;
let page: Page;
let thread: MainThread;

beforeAll(async () => {
  context = await launchPersistent(profile.path);
  const { port, close } = await serveApp();
  await close();
  filled = await fillLog(context, port, [
    ...Array.from({ length: 120 }, (_, at) => ({ name: `session ${at}`, records: 5 })),
    { name: "long", records: 2_600 },
    { name: "one turn", records: 1_600, isOneTurn: true },
    { name: "short", records: 200 },
  ]);
  served = await serveApp({ port });
  page = await context.newPage();
  await countTransfers(page);
  thread = await watchMainThread(page);
  await page.goto(served.origin);
  await settledStatus(page);
});
afterAll(async () => {
  await context.close();
  await served.close();
  profile.remove();
});

const nodes = async () => {
  await thread.heap(); // collects what is drawn no more
  return (await thread.cost()).nodes;
};

test("the start reads no record, and at most a hundred lines of the list", async () => {
  expect(filled.records).toBe(5_000);
  const { records, sessions } = await takeTransfers(page);
  expect(records).toBe(0);
  expect(sessions).toBe(100);
  const rows = page.getByRole("list", { name: "Session list" }).getByRole("listitem");
  await rows.nth(99).waitFor(); // all that was read is drawn in the end
  expect(await rows.count()).toBe(100);
});

/** What past Sessions say is made findable behind the first screen: that reads every record once, whichever Session is opened. */
async function indexed(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    await page.waitForTimeout(1_000);
    quiet = (await takeTransfers(page)).records === 0 ? quiet + 1 : 0;
  }
}

test("opening a long Session reads and draws as much as opening a short one", async () => {
  await indexed();
  const opened: { records: number; turns: number; nodes: number }[] = [];
  for (const name of ["short", "long", "short", "long"]) {
    await goTo(page, thread, "");
    await takeTransfers(page);
    await goTo(page, thread, filled.ids[name]!);
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
  await goTo(page, thread, filled.ids[name]!);
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
