/** Going about in long Sessions: opening them, and reading back page by page. */
import type { Page } from "playwright";
import type { MainThread } from "./main-thread.js";
import type { Transfers } from "./transfers.js";

/**
 * Until the app has nothing more to do: its start, or the opening of a Session, is over. Cheap, as it is measured. A machine
 * without a network says that it is offline, and is at rest all the same. Resolves with what had reached the page by then,
 * where that is counted (see transfers.ts).
 */
export async function settledStatus(page: Page): Promise<Partial<Transfers>> {
  const reached = await page.waitForFunction(
    () =>
      /^(?:Ready|Offline)/.test(
        document
          .querySelector("app-shell")
          ?.shadowRoot?.querySelector("chat-view")
          ?.shadowRoot?.querySelector("[role=status]")
          ?.textContent?.trim() ?? "",
      ) && { ...globalThis.transfers },
    undefined,
    { polling: 50, timeout: 60_000 },
  );
  return (await reached.jsonValue()) as Partial<Transfers>;
}

/** Until the main thread has rested for a fifth of a second. */
export async function rested(page: Page, thread: MainThread): Promise<void> {
  for (let before = -1, now = (await thread.cost()).busy; now - before > 2;) {
    before = now;
    await page.waitForTimeout(200);
    now = (await thread.cost()).busy;
  }
}

/** By its address, as a link in the list does it; an empty id is the page of a new Session. */
export async function showSession(page: Page, id: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), id ? `#/session/${id}` : "#/new");
  await page
    .locator("turn-view")
    .first()
    .waitFor({ state: id ? "attached" : "detached" });
  await settledStatus(page);
}

export async function goTo(page: Page, thread: MainThread, id: string): Promise<void> {
  await showSession(page, id);
  await rested(page, thread);
}

/** What is first in the conversation's window now. */
const firstWords = (page: Page): Promise<string> =>
  page
    .locator("turn-view")
    .first()
    .evaluate((turn) => `${turn.textContent?.slice(0, 400)}`);

/** Scrolls up until an older page has come in above. */
export async function readBack(page: Page): Promise<void> {
  const before = await firstWords(page);
  const log = page.getByRole("log", { name: "Conversation" });
  const deadline = Date.now() + 60_000;
  do {
    await log.evaluate(async (scroller) => {
      scroller.scrollTop = 0;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    if (Date.now() > deadline) throw new Error("No older page has come in within a minute.");
  } while ((await firstWords(page)) === before);
}
