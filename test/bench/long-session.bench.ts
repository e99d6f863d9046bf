/**
 * One more turn in a Session of 13 MB, in the built app (`npm run build` first): what adding and measuring it costs the
 * main thread, from the click on Send until the Gauge has its weight and the Agent turns to the request. The thread's own time, not the clock's.
 */
import type { Page } from "playwright";
import { limitTo, useGemini } from "../support/app-page.js";
import { isFrame, withFilledApp, type FilledApp } from "../support/filled-app.js";
import { says } from "../support/script.js";
import { goTo, rested, settledStatus } from "../support/session-pages.js";
import { MARK, traceTasks, type Task } from "../support/trace.js";
import { openWireServer, type WireServer } from "../support/wire-server.js";
import type { Bench } from "./bench.js";

/** A Turn of test/support/log-page.ts is three records and some 6 KB. */
const RECORDS = { short: 11, long: 6_500 } as const;
const TURNS = 5;
/** A window that all of it fits into: it is the measuring that is measured, not a compression. */
const LIMIT = 20_000_000;

interface Added {
  /** Longest task until it was added and weighed: of the first turn after opening, and of those after it. */
  readonly first: Task;
  readonly later: Task;
  /** Longest task of the turns after that: the request on its way to its thread (decisions/28), and drawing. */
  readonly rest: Task;
}

async function addTurns(tell: (progress: string) => void): Promise<Readonly<Record<keyof typeof RECORDS, Added>>> {
  const wire = await openWireServer();
  wire.answer(() => [says("Yes.")]);
  tell("writing 13 MB");
  const measure = async ({ page, thread, ids, characters }: FilledApp<keyof typeof RECORDS>) => {
    if (characters < 13_000_000) throw new Error(`The history has only ${characters} characters.`);
    await useGemini(page, wire.url);
    await limitTo(page, LIMIT);
    const added = async (name: keyof typeof RECORDS): Promise<Added> => {
      await goTo(page, thread, ids[name]);
      const turns: (readonly Task[])[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        tell(`${name}: turn ${turn + 1}`);
        await page.getByRole("textbox", { name: "Message" }).fill(`Is that so, ${turn}?`);
        await rested(page, thread);
        turns.push(await traced(page, wire));
      }
      const longest = (of: readonly Task[], isAdding: boolean) =>
        of.find((task) => (task.stretch === 0 && !isFrame(task)) === isAdding) ?? { cpu: 0, parts: [], stretch: 0 };
      const worst = (tasks: readonly Task[]) => tasks.reduce((most, task) => (task.cpu > most.cpu ? task : most));
      return {
        first: longest(turns[0]!, true),
        later: worst(turns.slice(1).map((turn) => longest(turn, true))),
        rest: worst(turns.map((turn) => longest(turn, false))),
      };
    };
    return { short: await added("short"), long: await added("long") };
  };
  try {
    return await withFilledApp({ records: RECORDS }, measure, (page) => page.addInitScript(markRequests, MARK));
  } finally {
    await wire.close();
  }
}

/**
 * Tasks from the click on. Adding is over, and of stretch 0, when the Gauge is told of the words that were written down and
 * weighed: it answers with all figures, and with that a request begins, which has nothing to do with measuring.
 */
async function traced(page: Page, wire: WireServer): Promise<readonly Task[]> {
  const asked = async () => (await wire.report()).requests.length;
  const before = await asked();
  const button = await page.getByRole("button", { name: "Send" }).elementHandle();
  const trace = await traceTasks(page);
  // By a timer, and then the page is left alone: what a test asks of it is work of its main thread too.
  await button!.evaluate((element) => void setTimeout(() => (element as HTMLElement).click(), 50));
  while ((await asked()) === before) await new Promise((resolve) => setTimeout(resolve, 20));
  await settledStatus(page);
  return (await trace.end()).tasks;
}

/** Runs in the page: marks the moment at which the words are in the Log and the Gauge adds them, or weighs anew with them. */
function markRequests(mark: string): void {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
    const { path } = (args[0] ?? {}) as { readonly path?: readonly string[] };
    if (path?.[0] === "add" || path?.[0] === "forget") performance.mark(mark);
    Reflect.apply(postMessage, this, args);
  };
}

let once: ReturnType<typeof addTurns> | undefined;

const bench = (which: keyof Added, name: string, atMost: number): Bench => ({
  name: `ledger: one more turn in a session of 13 MB in Chromium, ${name}`,
  unit: "ms of CPU, longest task",
  budget: { atMost },
  async measure(tell) {
    const { short, long } = await (once ??= addTurns(tell));
    const [ours, baseline] = [long[which].cpu, short[which].cpu];
    return {
      ours,
      baseline,
      ratio: ours / baseline,
      note: `of which ${long[which].parts.join(", ") || "nothing over 1 ms"}; the baseline is a session of 20 KB`,
    };
  },
});

export const benches: readonly Bench[] = [
  bench("first", "the first since it was opened", 10),
  bench("later", "the next", 10),
  bench("rest", "asking with all of it, and drawing", 50),
];
