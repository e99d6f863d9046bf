/**
 * An answer of 1 MB in 20,000 pieces, and a Session of 10,000 messages, in the built app (`npm run build` first). All
 * times are the main thread's own, not the clock's: others use the machine too (decisions/37).
 */
import type { Page } from "playwright";
import { launchPersistent, temporaryFolder } from "../support/browser.js";
import { fillLog } from "../support/fill-log.js";
import { watchMainThread, type MainThread } from "../support/main-thread.js";
import { serveApp } from "../support/serve.js";
import { goTo, settledStatus } from "../support/session-pages.js";
import { openStreamPage } from "../support/stream-page.js";
import { inPieces, mixedMarkdown } from "../support/streamed-text.js";
import type { Traced } from "../support/trace.js";
import { median, type Bench } from "./bench.js";

const CHARACTERS = 1_000_000;
const PIECES = 20_000;
const PARTS = 10;

interface Streamed extends Traced {
  /** Script time of drawing the whole text anew at each piece: measured at some lengths, for all pieces. */
  readonly anew: number;
}

let streamed: Promise<Streamed> | undefined;
const streamOnce = (tell: (progress: string) => void) => (streamed ??= streamMuch(tell));

async function streamMuch(tell: (progress: string) => void): Promise<Streamed> {
  const pieces = inPieces(mixedMarkdown(CHARACTERS), PIECES);
  const size = PIECES / PARTS;
  const parts = Array.from({ length: PARTS }, (_, at) => pieces.slice(at * size, (at + 1) * size));
  const app = await openStreamPage();
  try {
    tell(`streaming ${CHARACTERS} characters in ${PIECES} pieces`);
    const traced = await app.stream(parts);
    tell("drawing the whole text anew at some lengths");
    const lengths = [0.05, 0.25, 0.5, 0.75, 0.95];
    const texts = lengths.map((part) => mixedMarkdown(CHARACTERS * part));
    const costs: number[] = [];
    for (const text of texts) costs.push(await app.draw(text));
    const anew = (costs.reduce((sum, cost) => sum + cost, 0) / costs.length) * PIECES;
    return { ...traced, anew };
  } finally {
    await app.close();
  }
}

const scriptOf = ({ spent }: Traced): number => spent.reduce((sum, { script }) => sum + script, 0);

const longestTask: Bench = {
  name: "streaming 1 MB of Markdown: longest task",
  unit: "ms of CPU",
  budget: { atMost: 50 },
  async measure(tell) {
    const { tasks } = await streamOnce(tell);
    return { ours: tasks[0]!.cpu, note: `of which ${tasks[0]!.parts.join(", ")}; next ${tasks[1]!.cpu.toFixed(1)} ms` };
  },
};

const growth: Bench = {
  name: "streaming 1 MB of Markdown: last 100 KB to first",
  unit: "ms of script",
  budget: { ratioAtMost: 1.5 },
  async measure(tell) {
    const { spent } = await streamOnce(tell);
    const [first, last] = [spent[0]!, spent[PARTS - 1]!];
    const row = (kind: "script" | "layout" | "style" | "paint") =>
      `${kind} ${spent.map((each) => each[kind].toFixed(0)).join(" ")}`;
    return {
      ours: last.script,
      baseline: first.script,
      ratio: last.script / first.script,
      note: `each 100 KB, then the end: ${row("script")}; ${row("layout")}; ${row("style")}; ${row("paint")}`,
    };
  },
};

const againstAnew: Bench = {
  name: "streaming 1 MB of Markdown: script time in all",
  unit: "ms of script",
  budget: { ratioAtLeast: 20 },
  async measure(tell) {
    const measured = await streamOnce(tell);
    const ours = scriptOf(measured);
    return {
      ours,
      baseline: measured.anew,
      ratio: measured.anew / ours,
      note: "ours with client, Agent and log; the baseline is only drawing, its mean at five lengths × 20,000",
    };
  },
};

const MESSAGES = { few: 10, many: 10_000 } as const;
const ROUNDS = 15;

interface Used {
  readonly key: number;
  readonly scroll: number;
}

let used: Promise<Readonly<Record<keyof typeof MESSAGES, Used>>> | undefined;
const useOnce = (tell: (progress: string) => void) => (used ??= useBoth(tell));

/** Both Sessions in the same page, in turns, so that they meet the same machine; the first round warms up. */
async function useBoth(tell: (progress: string) => void) {
  const profile = temporaryFolder("messages");
  const context = await launchPersistent(profile.path, { serviceWorkers: "block" });
  const { port, close } = await serveApp();
  await close();
  tell(`writing ${MESSAGES.many} messages`);
  const { ids } = await fillLog(
    context,
    port,
    Object.entries(MESSAGES).map(([name, records]) => ({ name, records })),
  );
  const served = await serveApp({ port });
  try {
    const page = await context.newPage();
    const thread = await watchMainThread(page);
    await page.goto(served.origin);
    await settledStatus(page);
    const all = { few: [] as Used[], many: [] as Used[] };
    for (let round = 0; round < 4; round++) {
      for (const name of ["few", "many"] as const) {
        await goTo(page, thread, ids[name]!);
        const measured = { key: await perKey(page, thread), scroll: await perScroll(page, thread) };
        if (round > 0) all[name].push(measured);
      }
    }
    const middle = (name: keyof typeof MESSAGES): Used => ({
      key: median(all[name].map(({ key }) => key)),
      scroll: median(all[name].map(({ scroll }) => scroll)),
    });
    return { few: middle("few"), many: middle("many") };
  } finally {
    await context.close();
    await served.close();
    profile.remove();
  }
}

async function perKey(page: Page, thread: MainThread): Promise<number> {
  await page.getByRole("textbox", { name: "Message" }).focus();
  const costs = await each(page, thread, () => page.keyboard.press("a"));
  for (let at = 0; at < ROUNDS; at++) await page.keyboard.press("Backspace");
  return median(costs);
}

/** Small steps up and down in the middle of what is shown, so that no page is asked for. */
async function perScroll(page: Page, thread: MainThread): Promise<number> {
  const log = page.getByRole("log", { name: "Conversation" });
  if (await log.evaluate((scroller) => scroller.scrollHeight < scroller.clientHeight + 300))
    throw new Error("There is nothing to scroll in this Session.");
  await log.hover();
  await page.mouse.wheel(0, -200);
  await page.waitForTimeout(300);
  let up = 1;
  return median(await each(page, thread, () => page.mouse.wheel(0, 40 * (up = -up))));
}

async function each(page: Page, thread: MainThread, act: () => Promise<void>): Promise<readonly number[]> {
  const costs: number[] = [];
  for (let at = 0; at < ROUNDS; at++) {
    const before = (await thread.cost()).busy;
    await act();
    await page.waitForTimeout(120);
    costs.push((await thread.cost()).busy - before);
  }
  return costs;
}

const keystroke: Bench = {
  name: "a keystroke with 10,000 messages, to one with 10",
  unit: "ms of CPU",
  budget: { ratioAtMost: 1.2 },
  async measure(tell) {
    const { few, many } = await useOnce(tell);
    return { ours: many.key, baseline: few.key, ratio: many.key / few.key };
  },
};

const scrollStep: Bench = {
  name: "a scroll step with 10,000 messages, to one with 10",
  unit: "ms of CPU",
  budget: { ratioAtMost: 1.2 },
  async measure(tell) {
    const { few, many } = await useOnce(tell);
    return { ours: many.scroll, baseline: few.scroll, ratio: many.scroll / few.scroll };
  },
};

export const benches: readonly Bench[] = [longestTask, growth, againstAnew, keystroke, scrollStep];
