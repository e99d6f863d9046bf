/** The built app over Sessions that were written before it opened, for benches: short ones and very long ones, side by side. */
import type { Page } from "playwright";
import { launchPersistent, temporaryFolder } from "./browser.js";
import { fillLog } from "./fill-log.js";
import { watchMainThread, type MainThread } from "./main-thread.js";
import { serveApp } from "./serve.js";
import { settledStatus } from "./session-pages.js";
import type { Task } from "./trace.js";

export interface FilledApp<Name extends string> {
  readonly page: Page;
  readonly thread: MainThread;
  readonly ids: Readonly<Record<Name, string>>;
  /** Of all Sessions together. */
  readonly characters: number;
}

/** `records`: how many each Session has, by its name. `before` is done with the page before it goes anywhere. */
export async function withFilledApp<Name extends string, T>(
  { records, isWeighed = false }: { readonly records: Readonly<Record<Name, number>>; readonly isWeighed?: boolean },
  use: (app: FilledApp<Name>) => Promise<T>,
  before: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  const profile = temporaryFolder("filled-app");
  const context = await launchPersistent(profile.path, { serviceWorkers: "block" });
  const { port, close } = await serveApp();
  await close();
  const plan = Object.entries<number>(records).map(([name, count]) => ({ name, records: count, isWeighed }));
  const { ids, characters } = await fillLog(context, port, plan);
  const served = await serveApp({ port });
  try {
    const page = await context.newPage();
    const thread = await watchMainThread(page);
    await before(page);
    await page.goto(served.origin);
    await settledStatus(page);
    return await use({ page, thread, ids: ids as Record<Name, string>, characters });
  } finally {
    await context.close();
    await served.close();
    profile.remove();
  }
}

/** Drawing a frame, rather than a step of the work. */
export const isFrame = ({ parts }: Task): boolean =>
  parts.some((part) => /^(FireAnimationFrame|UpdateLayoutTree|PrePaint|Layout|Paint) /.test(part));
