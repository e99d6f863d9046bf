/**
 * Compressing a Session of 13 MB in the built app (`npm run build` first), without a Model: the longest task of the main thread from the
 * click on Send until the card is there. The thread's own time, not the clock's. The worker reads the texts from the store by itself.
 */
import type { Page } from "playwright";
import { limitTo } from "../support/app-page.js";
import { isFrame, withFilledApp } from "../support/filled-app.js";
import { goTo, rested, settledStatus } from "../support/session-pages.js";
import { traceTasks, type Task } from "../support/trace.js";
import type { Bench } from "./bench.js";

const RECORDS = { short: 60, long: 6_500 } as const;
/** A window that all of it fits into. */
const LIMIT = 20_000_000;
const CARD = 180_000;
const NONE: Task = { cpu: 0, parts: [], stretch: 0 };

/** Asked in the cheapest way there is: a search by role in each frame would be most of what is measured. */
const cardShown = (page: Page) =>
  page.waitForFunction(
    () =>
      document
        .querySelector("app-shell")
        ?.shadowRoot?.querySelector("chat-view")
        ?.shadowRoot?.querySelector("conversation-view")
        ?.shadowRoot?.querySelector("compression-card")?.shadowRoot?.firstElementChild,
    undefined,
    { polling: 200, timeout: CARD },
  );

/** The longest task of the compression itself, and of drawing what came of it in a conversation of that length. */
interface Compressed {
  readonly work: Task;
  readonly drawing: Task;
}
type Longest = Readonly<Record<keyof typeof RECORDS, Compressed>>;

function compress(tell: (progress: string) => void): Promise<Longest> {
  tell("writing 13 MB");
  return withFilledApp({ records: RECORDS }, async ({ page, thread, ids, characters }) => {
    if (characters < 13_000_000) throw new Error(`The history has only ${characters} characters.`);
    await limitTo(page, LIMIT);
    const longest = async (name: keyof typeof RECORDS): Promise<Compressed> => {
      await goTo(page, thread, ids[name]);
      tell(`${name}: compressing`);
      await page.getByRole("textbox", { name: "Message" }).fill("/compress");
      await rested(page, thread);
      const button = await page.getByRole("button", { name: "Send" }).elementHandle();
      const trace = await traceTasks(page);
      // By a timer, and then the page is left alone: what a test asks of it is work of its main thread too.
      await button!.evaluate((element) => void setTimeout(() => (element as HTMLElement).click(), 50));
      await cardShown(page);
      await settledStatus(page);
      const { tasks } = await trace.end();
      const most = (of: readonly Task[]) => of.reduce((one, task) => (task.cpu > one.cpu ? task : one), NONE);
      return { work: most(tasks.filter((task) => !isFrame(task))), drawing: most(tasks.filter(isFrame)) };
    };
    return { short: await longest("short"), long: await longest("long") };
  });
}

export const benches: readonly Bench[] = [
  {
    name: "compression: a session of 13 MB in Chromium, longest task of the main thread",
    unit: "ms of CPU, longest task",
    budget: { atMost: 50 },
    async measure(tell) {
      const { short, long } = await compress(tell);
      return {
        ours: Math.max(long.work.cpu, long.drawing.cpu),
        baseline: Math.max(short.work.cpu, short.drawing.cpu),
        ratio: Math.max(long.work.cpu, long.drawing.cpu) / Math.max(short.work.cpu, short.drawing.cpu),
        note:
          `work ${long.work.cpu.toFixed(1)} ms (${long.work.parts.slice(0, 3).join(", ")}); ` +
          `longest frame ${long.drawing.cpu.toFixed(1)} ms (${long.drawing.parts.slice(0, 4).join(", ")}), ` +
          `in a session of 100 KB ${short.drawing.cpu.toFixed(1)} ms`,
      };
    },
  },
];
