/**
 * The context map of a Session of 20,000 records in the built app (`npm run build` first): the longest task of the main thread while the
 * map comes into sight, and while a group of old Turns in it is opened. The thread's own time, not the clock's.
 */
import type { Page } from "playwright";
import { limitTo } from "../support/app-page.js";
import { withFilledApp } from "../support/filled-app.js";
import { goTo, rested } from "../support/session-pages.js";
import { traceTasks, type Task } from "../support/trace.js";
import type { Bench } from "./bench.js";

const RECORDS = { short: 60, long: 20_000 } as const;
/** A window that all of it fits into. */
const LIMIT = 100_000_000;
const NONE: Task = { cpu: 0, parts: [], stretch: 0 };

/** Asked in the cheapest way there is: a search by role in each frame would be most of what is measured. */
const rowsShown = (page: Page, isThere: "a row" | "an open group") =>
  page.waitForFunction(
    (wanted) =>
      document
        .querySelector("app-shell")
        ?.shadowRoot?.querySelector("inspector-panel")
        ?.shadowRoot?.querySelector("context-panel")
        ?.shadowRoot?.querySelector("block-tree")
        ?.shadowRoot?.querySelector(wanted === "a row" ? "[role=treeitem]" : "[aria-expanded=true] + [aria-level='2']"),
    isThere,
    { polling: 200, timeout: 60_000 },
  );

/** The longest task while the map is first shown, and while a group is opened; none where there is no group. */
interface Shown {
  readonly first: Task;
  readonly group: Task;
}
type Longest = Readonly<Record<keyof typeof RECORDS, Shown>>;

function showMaps(tell: (progress: string) => void): Promise<Longest> {
  tell("writing 20,000 records");
  return withFilledApp({ records: RECORDS, isWeighed: true }, async ({ page, thread, ids }) => {
    await limitTo(page, LIMIT);

    /** By a timer, and then the page is left alone: what a test asks of it is work of its main thread too. */
    const longestOf = async (act: () => Promise<unknown>, isThere: Parameters<typeof rowsShown>[1]): Promise<Task> => {
      await rested(page, thread);
      const trace = await traceTasks(page);
      await act();
      await rowsShown(page, isThere);
      await page.waitForTimeout(1_000); // frames that follow are its doing, too
      const { tasks } = await trace.end();
      return tasks[0] ?? NONE;
    };
    const shown = async (name: keyof typeof RECORDS): Promise<Shown> => {
      await page.getByRole("tab", { name: "Memory" }).click();
      await goTo(page, thread, ids[name]);
      tell(`${name}: showing the map`);
      const tab = await page.getByRole("tab", { name: "Context" }).elementHandle();
      const click = () => tab!.evaluate((element) => void setTimeout(() => (element as HTMLElement).click(), 50));
      const first = await longestOf(click, "a row");
      const groups = page.getByRole("treeitem", { name: /^Turns / });
      if ((await groups.count()) === 0) return { first, group: NONE };
      const group = await groups.first().elementHandle();
      const open = () =>
        group!.evaluate((element) => {
          (element as HTMLElement).focus();
          setTimeout(
            () => element.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true })),
            50,
          );
        });
      return { first, group: await longestOf(open, "an open group") };
    };
    return { short: await shown("short"), long: await shown("long") };
  });
}

const told = ({ cpu, parts }: Task): string => `${cpu.toFixed(1)} ms (${parts.slice(0, 4).join(", ")})`;

export const benches: readonly Bench[] = [
  {
    name: "context map: 20,000 records in Chromium, longest task of the main thread",
    unit: "ms of CPU, longest task",
    budget: { atMost: 50 },
    async measure(tell) {
      const { short, long } = await showMaps(tell);
      if (long.group === NONE) throw new Error("The map of the long session has no groups.");
      return {
        ours: Math.max(long.first.cpu, long.group.cpu),
        baseline: short.first.cpu,
        ratio: Math.max(long.first.cpu, long.group.cpu) / short.first.cpu,
        note: `shown ${told(long.first)}; a group opened ${told(long.group)}; with ${RECORDS.short} records ${told(short.first)}`,
      };
    },
  },
];
