/**
 * The librarian in the built app (`npm run build` first), over a real folder of 2,000 files that was dropped on it: what
 * indexing costs, that a reload reads nothing again, and what a warm answer costs all threads of the page together.
 */
import path from "node:path";
import type { Page } from "playwright";
import { questions } from "../corpus/librarian/questions.js";
import { conversation, ready } from "../support/app-page.js";
import { launchPersistent, temporaryFolder } from "../support/browser.js";
import { openLibraryFolder } from "../support/library-folder.js";
import { dropPath, seedProfile } from "../support/real-folder.js";
import { serveApp } from "../support/serve.js";
import { openProcessClock, since, type ProcessTime } from "../support/process-time.js";
import { watchMainThread } from "../support/main-thread.js";
import { median, type Bench } from "./bench.js";

interface Run {
  readonly files: number;
  readonly indexing: ProcessTime;
  /** Milliseconds by the clock, from the drop to the end; what the status line said meanwhile. */
  readonly indexed: number;
  readonly said: readonly string[];
  readonly readAgain: number;
  readonly answers: readonly Cost[];
  readonly idle: Cost;
}

interface Cost extends ProcessTime {
  /** Of `pages`, the main thread's part. */
  readonly main: number;
}

/** Every fourth question: all kinds are among them, and a bench must end. */
const asked = questions.filter((_, at) => at % 4 === 0).map(({ asks }) => asks);
const WARMING = 3;
/** An answer has come long before; looking for it all the time would cost more than the answer. */
const REST = 1_500;
/** Milliseconds of CPU in that time, of a page that does nothing. */
const RESTING = 60;
const INDEXED = /Folder indexed: ([\d,]+) files?, ([\d,]+) of them read/;

let run: Promise<Run> | undefined;
const runOnce = (tell: (progress: string) => void) => (run ??= runAll(tell));

async function runAll(tell: (progress: string) => void): Promise<Run> {
  const folder = openLibraryFolder();
  const disk = temporaryFolder("librarian-bench");
  const profile = path.join(disk.path, "profile");
  const served = await serveApp();
  seedProfile(profile, { origin: served.origin, grant: "always", folders: [folder.path] });
  const context = await launchPersistent(profile);
  try {
    const page = await context.newPage();
    const clock = await openProcessClock(context);
    const main = await watchMainThread(page);
    await page.goto(served.origin);
    await ready(page);
    const usual = page.getByRole("tab", { selected: true });
    const usualTab = (await usual.first().textContent())?.trim() ?? "";
    await page.getByRole("tab", { name: "Activity" }).click();
    tell(`indexing ${folder.files.length} files`);
    const before = await clock.read();
    const start = performance.now();
    await dropPath(page, folder.path);
    const said = await indexedAs(page, 120_000);
    const indexed = performance.now() - start;
    const indexing = since(await clock.read(), before);
    await page.reload();
    await ready(page);
    await page.getByRole("tab", { name: "Activity" }).click();
    const { read } = await indexedAs(page, 60_000);
    // The list of all events would be drawn anew with each of them: an answer is measured as the app opens.
    await page.getByRole("tab", { name: usualTab, exact: true }).click();

    const cost = async (work: () => Promise<void>): Promise<Cost> => {
      const [then, busyThen] = [await clock.read(), (await main.cost()).busy];
      await work();
      await page.waitForTimeout(REST);
      const spent = since(await clock.read(), then);
      return { ...spent, main: (await main.cost()).busy - busyThen };
    };
    tell(`asking ${asked.length} questions`);
    for (const words of asked.slice(0, WARMING)) await cost(() => ask(page, words));
    let idle = await cost(() => Promise.resolve());
    // What opening the page and the first questions set off, in the workers too, is not the next answer's doing.
    for (let round = 0; round < 10 && idle.pages > RESTING; round++) idle = await cost(() => Promise.resolve());
    const answers: Cost[] = [];
    for (const words of asked) {
      const turns = (await conversation(page)).length;
      answers.push(await cost(() => ask(page, words)));
      const now = await conversation(page);
      if (now.length !== turns + 2 || !(await page.getByRole("button", { name: "Send" }).isVisible()))
        throw new Error(`“${words}” had no answer within ${REST} ms.`);
    }
    const { length: files } = folder.files;
    return { files, indexing, indexed, said: said.sentences, readAgain: read, answers, idle };
  } finally {
    await context.close();
    await served.close();
    disk.remove();
  }
}

/** Waits for the end of indexing. What was said of it, and what the last row in the activity tells. */
async function indexedAs(
  page: Page,
  timeout: number,
): Promise<{ readonly files: number; readonly read: number; readonly sentences: readonly string[] }> {
  const row = page.getByText(INDEXED).first();
  const progress = page.getByText(/^(?:Looking through|Indexing) the folder/).first();
  const sentences = new Set<string>();
  const end = performance.now() + timeout;
  while (!(await row.isVisible())) {
    if (performance.now() > end) throw new Error(`The folder was not indexed within ${timeout} ms.`);
    for (const text of await progress.allTextContents()) sentences.add(text.trim());
    await page.waitForTimeout(250);
  }
  const [, files = "", read = ""] = INDEXED.exec((await row.textContent()) ?? "") ?? [];
  const number = (text: string) => Number(text.replaceAll(",", ""));
  return { files: number(files), read: number(read), sentences: [...sentences] };
}

/** As cheaply as can be: no waiting for what a person would see, no looking. */
async function ask(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).focus();
  await page.keyboard.insertText(words);
  await page.keyboard.press("Enter");
}

const parts = ({ pages, main, browser }: Cost): string =>
  `main thread ${main.toFixed(0)}, others of the page ${(pages - main).toFixed(0)}; besides, the browser ${browser.toFixed(0)}`;

export const benches: readonly Bench[] = [
  {
    name: "librarian in Chromium: index 2,000 files",
    unit: "ms of CPU",
    budget: { atMost: 20_000 },
    async measure(tell) {
      const { files, indexing, indexed, said } = await runOnce(tell);
      return {
        ours: indexing.pages,
        note: `${files} files in ${(indexed / 1000).toFixed(1)} s; besides, the browser ${indexing.browser.toFixed(0)} ms; told how far it is ${said.length} times, last “${said.at(-1) ?? ""}”`,
      };
    },
  },
  {
    name: "librarian in Chromium: files read again after a reload",
    unit: "files",
    budget: { atMost: 0 },
    measure: async (tell) => ({ ours: (await runOnce(tell)).readAgain }),
  },
  {
    name: "librarian in Chromium: a warm answer, all threads",
    unit: "ms of CPU",
    budget: { atMost: 300 },
    async measure(tell) {
      const { answers, idle } = await runOnce(tell);
      const middle = median(answers.map(({ pages }) => pages));
      const dearest = answers.toSorted((one, other) => other.pages - one.pages)[0]!;
      return {
        ours: middle,
        note: `the median of ${answers.length}; the dearest ${dearest.pages.toFixed(0)}: ${parts(dearest)}; idle for as long ${idle.pages.toFixed(0)} ms`,
      };
    },
  },
];
