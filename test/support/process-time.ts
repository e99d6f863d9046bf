/**
 * What a browser's processes have spent so far, all their threads together: main thread, workers, compositor, the pool that
 * collects garbage. By the system's count, not the clock's, so others on the machine do not matter; in steps of 10 ms. A
 * trace does not do for workers: their microtasks, in which nearly all of ours runs, are in no event of it.
 */
import type { BrowserContext } from "playwright";

export interface ProcessTime {
  /** Milliseconds of all processes that run pages, and of the one that serves them files and storage. */
  readonly pages: number;
  readonly browser: number;
}

export interface ProcessClock {
  read(): Promise<ProcessTime>;
}

export async function openProcessClock(context: BrowserContext): Promise<ProcessClock> {
  const browser = context.browser();
  if (!browser) throw new Error("This context has no browser to ask for the time of its processes.");
  const devtools = await browser.newBrowserCDPSession();
  return {
    async read() {
      const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
      const spent = (type: string) =>
        processInfo.reduce((sum, each) => sum + (each.type === type ? each.cpuTime * 1000 : 0), 0);
      return { pages: spent("renderer"), browser: spent("browser") };
    },
  };
}

export const since = (now: ProcessTime, before: ProcessTime): ProcessTime => ({
  pages: now.pages - before.pages,
  browser: now.browser - before.browser,
});
