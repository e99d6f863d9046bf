/** Counts what reaches the page from its workers: records of the Log, and lines of the session list. */
import type { Page } from "playwright";

export interface Transfers {
  readonly records: number;
  readonly sessions: number;
}

declare global {
  var transfers: { records: number; sessions: number };
}

/** Must come before `page.goto`. */
export const countTransfers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    globalThis.transfers = { records: 0, sessions: 0 };
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
        this.addEventListener("message", ({ data }) => count(data));
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
