/**
 * A log of 100,000 records (200 MB), and what of it the page feels. Budgets, on time of the main thread and memory:
 * B1 The start with it costs at most 1.2 times the start with an empty log.
 * B2 Opening a Session of 20,000 records costs at most 1.5 times opening one of 200.
 * B3 Memory, of the page and of its log worker, is that of what is shown: the same with either Session open, and
 *    bounded however far one reads back, in many Turns or in one without end.
 */
import type { BrowserContext, Page } from "playwright";
import { launchPersistent, temporaryFolder } from "../support/browser.js";
import { fillLog } from "../support/fill-log.js";
import type { LogPlan } from "../support/log-plan.js";
import { median, watchMainThread, type MainThread } from "../support/main-thread.js";
import { serveApp, type Served } from "../support/serve.js";
import { goTo, readBack, settledStatus } from "../support/session-pages.js";

export interface BigLogOptions {
  /** In all; a fifth of them in the long Session, a fifth in one Turn without end. */
  readonly records?: number;
  /** How often each is measured: medians count. */
  readonly rounds?: number;
}

/** What went beyond its budget, a sentence each; none if all is well. Prints all figures. */
export async function bigLog({ records = 100_000, rounds = 11 }: BigLogOptions = {}): Promise<readonly string[]> {
  const [full, empty] = [temporaryFolder("full"), temporaryFolder("empty")];
  const contexts = await Promise.all([launchPersistent(full.path), launchPersistent(empty.path)]);
  const [withLog, without] = contexts;
  let served: Served | undefined;
  try {
    const port = await freePort();
    const filled = await fillLog(withLog, port, planOf(records));
    print(
      `${filled.records} records, ${(filled.characters / 1e6).toFixed(0)} MB, ${Object.keys(filled.ids).length} sessions`,
    );
    served = await serveApp({ port });
    for (const context of contexts) await visitOnce(context, served.origin);
    return [
      ...(await compareStarts(withLog, without, served.origin, rounds)),
      ...(await compareSessions(withLog, served.origin, filled.ids, rounds)),
    ];
  } finally {
    for (const context of contexts) await context.close();
    await served?.close();
    full.remove();
    empty.remove();
  }
}

const LONG = "twenty thousand";
const SHORT = "two hundred";
const ONE_TURN = "one turn";

/** The rest is in Sessions of some hundred records, as a year of work leaves them: more than the list shows at first. */
function planOf(records: number): LogPlan {
  const fifth = Math.floor(records / 5);
  const others = Math.floor((records - 2 * fifth - 200) / 300);
  return [
    ...Array.from({ length: others }, (_, at) => ({ name: `session ${at}`, records: 300 })),
    { name: LONG, records: fifth },
    { name: ONE_TURN, records: fifth, isOneTurn: true },
    { name: SHORT, records: records - 2 * fifth - 300 * others },
  ];
}

async function freePort(): Promise<number> {
  const { port, close } = await serveApp();
  await close();
  return port;
}

/** The service worker takes its time once; what is compared is every visit after. */
async function visitOnce(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await settledStatus(page);
  await page.close();
}

async function opened(context: BrowserContext, origin: string): Promise<{ page: Page; thread: MainThread }> {
  const page = await context.newPage();
  const thread = await watchMainThread(page);
  await page.goto(origin);
  await settledStatus(page);
  return { page, thread };
}

async function compareStarts(full: BrowserContext, empty: BrowserContext, origin: string, rounds: number) {
  const times = new Map<BrowserContext, number[]>([
    [full, []],
    [empty, []],
  ]);
  for (let round = 0; round < rounds; round++) {
    for (const [context, busy] of times) {
      const { page, thread } = await opened(context, origin);
      busy.push((await thread.cost()).busy);
      await page.close();
    }
  }
  const [withLog, without] = [median(times.get(full)!), median(times.get(empty)!)];
  print(`start: ${ms(withLog)} with the log, ${ms(without)} with an empty one`);
  return budget("B1 start", withLog / without, 1.2);
}

async function compareSessions(
  context: BrowserContext,
  origin: string,
  ids: Readonly<Record<string, string>>,
  rounds: number,
) {
  const { page, thread } = await opened(context, origin);
  const [long, short]: [number[], number[]] = [[], []];
  const heaps = new Map<string, Awaited<ReturnType<MainThread["heap"]>>>();
  for (let round = -1; round < rounds; round++) {
    for (const [name, times] of [
      [LONG, long],
      [SHORT, short],
    ] as const) {
      await goTo(page, thread, "");
      const before = (await thread.cost()).busy;
      await goTo(page, thread, ids[name]!);
      if (round >= 0) times.push((await thread.cost()).busy - before); // the first ones warm up
      heaps.set(name, await thread.heap());
    }
  }
  print(`opening: ${ms(median(long))} of 20,000 records, ${ms(median(short))} of 200`);
  const [large, small] = [heaps.get(LONG)!, heaps.get(SHORT)!];
  print(
    `memory with it open: ${mb(large.page)} page, ${mb(large.log)} log; with the short one ${mb(small.page)}, ${mb(small.log)}`,
  );
  return [
    ...budget("B2 opening", median(long) / median(short), 1.5),
    ...budget("B3 page's memory", large.page / small.page, 1.25),
    ...budget("B3 log worker's memory", large.log / small.log, 1.25),
    ...(await readBackFar(page, thread, ids[LONG]!, "many turns")),
    ...(await readBackFar(page, thread, ids[ONE_TURN]!, "one turn")),
  ];
}

/** Two stretches: the second must add nothing to what the first has brought. */
async function readBackFar(page: Page, thread: MainThread, id: string, name: string): Promise<readonly string[]> {
  await goTo(page, thread, id);
  const marks: { nodes: number; page: number; log: number }[] = [];
  for (let stretch = 0; stretch < 2; stretch++) {
    for (let read = 0; read < FAR; read += PAGE) await readBack(page);
    const heap = await thread.heap();
    marks.push({ ...heap, nodes: (await thread.cost()).nodes });
  }
  const [half, all] = marks as [(typeof marks)[0], (typeof marks)[0]];
  print(
    `${name}, read back 1,500 and 3,000 records: ${half.nodes} and ${all.nodes} nodes, ${mb(half.page)} and ${mb(all.page)} page, ` +
      `${mb(half.log)} and ${mb(all.log)} log`,
  );
  return [
    ...budget(`B3 ${name}, nodes`, all.nodes / half.nodes, 1.25),
    ...budget(`B3 ${name}, page's memory`, all.page / half.page, 1.25),
    ...budget(`B3 ${name}, log worker's memory`, all.log / half.log, 1.25),
  ];
}

/** Records of a stretch that is read back, and how many of them come in at a time. */
const FAR = 1_500;
const PAGE = 200;

function budget(name: string, ratio: number, most: number): readonly string[] {
  print(`${name}: ${ratio.toFixed(2)} of at most ${most}`);
  return ratio <= most ? [] : [`${name} is ${ratio.toFixed(2)} times, more than ${most}.`];
}

const ms = (time: number) => `${time.toFixed(0)} ms`;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const print = (line: string) => console.log(line);
