/** Counts what reaches the page from its workers: records of the Log, and lines of the session list; and knows when nothing more is on its way. */
import type { Page } from "playwright";

export interface Transfers {
  readonly records: number;
  readonly sessions: number;
}

declare global {
  var transfers: { records: number; sessions: number };
  /** Calls of workers that are not answered yet, by comlink's ids. */
  var callsUnderWay: Set<string>;
}

/** Must come before `page.goto`. */
export const countTransfers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    globalThis.transfers = { records: 0, sessions: 0 };
    globalThis.callsUnderWay = new Set();
    const count = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      if (Array.isArray(value)) return value.forEach(count);
      if ("session" in value && "kind" in value) globalThis.transfers.records++;
      else if ("messages" in value && "updatedAt" in value) globalThis.transfers.sessions++;
      else Object.values(value).forEach(count);
    };
    globalThis.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        this.addEventListener("message", ({ data }: MessageEvent<{ readonly id?: string }>) => {
          globalThis.callsUnderWay.delete(data.id ?? "");
          count(data);
        });
      }
      override postMessage(message: { readonly id?: string }, options?: object): void {
        if (message.id) globalThis.callsUnderWay.add(message.id);
        super.postMessage(message, options as StructuredSerializeOptions);
      }
    };
  });

/** What has come since the last time this was asked. */
export const takeTransfers = (page: Page): Promise<Transfers> =>
  page.evaluate(() => {
    const taken = globalThis.transfers;
    globalThis.transfers = { records: 0, sessions: 0 };
    return taken;
  });

/** Until the page has nothing to do, and waits for none of its workers. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    for (let quiet = 0; quiet < 3;) {
      await idle();
      quiet = globalThis.callsUnderWay.size === 0 ? quiet + 1 : 0;
    }
  });
