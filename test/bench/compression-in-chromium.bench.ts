/**
 * Compressing a Session of 13 MB in the built app (`npm run build` first), without a Model: the longest task of the main thread from the
 * click on Send until the card is there. The thread's own time, not the clock's. The worker reads the texts from the store by itself.
 */
import { limitTo } from "../support/app-page.js";
import { launchPersistent, temporaryFolder } from "../support/browser.js";
import { fillLog } from "../support/fill-log.js";
import { watchMainThread } from "../support/main-thread.js";
import { serveApp } from "../support/serve.js";
import { goTo, rested, settledStatus } from "../support/session-pages.js";
import { traceTasks, type Task } from "../support/trace.js";
import type { Bench } from "./bench.js";

const RECORDS = { short: 60, long: 6_500 } as const;
/** A window that all of it fits into. */
const LIMIT = 20_000_000;
const CARD = 180_000;
const NONE: Task = { cpu: 0, parts: [], stretch: 0 };

/** Drawing: not judged here, but told. */
const isFrame = ({ parts }: Task): boolean =>
  parts.some((part) => /^(FireAnimationFrame|UpdateLayoutTree|PrePaint|Layout|Paint) /.test(part));

/** The longest task of the compression itself, and of drawing what came of it in a conversation of that length. */
interface Compressed {
  readonly work: Task;
  readonly drawing: Task;
}
type Longest = Readonly<Record<keyof typeof RECORDS, Compressed>>;

async function compress(tell: (progress: string) => void): Promise<Longest> {
  const profile = temporaryFolder("compress-long");
  const context = await launchPersistent(profile.path, { serviceWorkers: "block" });
  const { port, close } = await serveApp();
  await close();
  tell("writing 13 MB");
  const plan = Object.entries(RECORDS).map(([name, records]) => ({ name, records }));
  const { ids, characters } = await fillLog(context, port, plan);
  if (characters < 13_000_000) throw new Error(`The history has only ${characters} characters.`);
  const served = await serveApp({ port });
  try {
    const page = await context.newPage();
    const thread = await watchMainThread(page);
    await page.goto(served.origin);
    await settledStatus(page);
    await limitTo(page, LIMIT);
    const longest = async (name: keyof typeof RECORDS): Promise<Compressed> => {
      await goTo(page, thread, ids[name]!);
      tell(`${name}: compressing`);
      await page.getByRole("textbox", { name: "Message" }).fill("/compress");
      await rested(page, thread);
      const button = await page.getByRole("button", { name: "Send" }).elementHandle();
      const trace = await traceTasks(page);
      // By a timer, and then the page is left alone: what a test asks of it is work of its main thread too.
      await button!.evaluate((element) => void setTimeout(() => (element as HTMLElement).click(), 50));
      await page.getByRole("group", { name: "Compressed" }).last().waitFor({ timeout: CARD });
      await settledStatus(page);
      const { tasks } = await trace.end();
      const most = (of: readonly Task[]) => of.reduce((one, task) => (task.cpu > one.cpu ? task : one), NONE);
      return { work: most(tasks.filter((task) => !isFrame(task))), drawing: most(tasks.filter(isFrame)) };
    };
    return { short: await longest("short"), long: await longest("long") };
  } finally {
    await context.close();
    await served.close();
    profile.remove();
  }
}

export const benches: readonly Bench[] = [
  {
    name: "compression: a session of 13 MB in Chromium, longest task of the main thread",
    unit: "ms of CPU, longest task",
    budget: { atMost: 50 },
    async measure(tell) {
      const { short, long } = await compress(tell);
      return {
        ours: long.work.cpu,
        baseline: short.work.cpu,
        ratio: long.work.cpu / short.work.cpu,
        note: `of which ${long.work.parts.slice(0, 3).join(", ")}; the longest frame: ${long.drawing.cpu.toFixed(1)} ms, in a session of 100 KB ${short.drawing.cpu.toFixed(1)} ms`,
      };
    },
  },
];
