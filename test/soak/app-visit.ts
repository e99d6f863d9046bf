/** A visit to the app by someone who checks on it: opens it, looks at everything that was acknowledged, grows the log. */
import type { Locator, Page } from "playwright";
import { useGemini } from "../support/app-page.js";
import type { AgentPort } from "../../src/core/port/agent-port.js";
import { lookAt, readStored } from "./page-view.js";
import type { Progress } from "./progress.js";
import { judgeShown, judgeStored } from "./verdict.js";
import type { Acknowledged } from "./witness.js";

type Shell = Element & { readonly port: AgentPort };

const PATIENCE = 30_000;

/** Resolves when the app has opened its storage; tells how long that took. */
export async function openApp(page: Page, address: string): Promise<number> {
  const from = Date.now();
  await page.goto(address);
  await page.getByRole("status", { name: "Status" }).getByText("Ready").waitFor();
  await page.getByRole("textbox", { name: "Message" }).waitFor({ state: "visible" });
  return Date.now() - from;
}

export interface Look {
  /** Whether a message can be written. */
  readonly writable: boolean;
  readonly losses: readonly string[];
  readonly draftAge?: number;
  readonly words?: string;
}

/** Everything acknowledged, in the database; the last session, on the screen. */
export async function lookForLosses(page: Page, origin: string, progress: Progress): Promise<Look> {
  const { acknowledged, last } = progress;
  if (!(await page.getByRole("textbox", { name: "Message" }).isEnabled())) {
    const { alerts } = await lookAt(page);
    return { writable: false, losses: [`The app has opened, but can't be written in: ${alerts.join(" ")}`] };
  }
  const { losses, words } = judgeStored(acknowledged, await readStored(page));
  const latest = acknowledged.find(({ tag }) => tag === last?.tag);
  if (!latest?.session || losses.length > 0) return { writable: true, losses };
  const count = words.get(latest.tag) ?? 0;
  await page.goto(`${origin}/#/session/${latest.session}`);
  const look = async () => {
    const canContinue = await page.getByRole("button", { name: "Continue" }).isVisible();
    return judgeShown(latest, count, await lookAt(page), canContinue);
  };
  let onScreen = await look();
  // It is drawn in its own time; what is missing still after all that is lost.
  for (const deadline = Date.now() + PATIENCE; onScreen.length > 0 && Date.now() < deadline;) onScreen = await look();
  // What the screen has shown must stay from now on.
  progress.acknowledged = acknowledged.map((each) => (each === latest ? { ...each, atLeast: count } : each));
  const next = last!.seen[count];
  return {
    writable: true,
    losses: onScreen,
    draftAge: next === undefined ? 0 : Math.max(0, last!.killedAt - next),
    words: `${count} of ${last!.seen.length} seen words`,
  };
}

/** After a loss of the database: what the app says, and what the journal must have kept. */
export async function lookForNotice(page: Page, wireUrl: string): Promise<readonly string[]> {
  const losses: string[] = [];
  if (!(await comesInSight(page.getByText("brought back from the second copy"))))
    losses.push("Nothing is said of the recovery.");
  const { values, secrets } = await settingsOf(page);
  if (values["model.baseUrl"] !== wireUrl) losses.push("The settings were not brought back.");
  if (secrets.includes("gemini")) losses.push("The key came back, though it is nowhere but in the lost database.");
  return losses;
}

/** False if it has not come after all the time that a busy machine may take. */
export const comesInSight = (what: Locator): Promise<boolean> =>
  what
    .first()
    .waitFor({ timeout: PATIENCE })
    .then(
      () => true,
      () => false,
    );

const settingsOf = (page: Page) =>
  page.evaluate(() => document.querySelector<Shell>("app-shell")!.port.settings.view());

export async function haveKey(page: Page, wireUrl: string): Promise<void> {
  const { secrets, values } = await settingsOf(page);
  if (!secrets.includes("gemini") || values["model.baseUrl"] !== wireUrl) await useGemini(page, wireUrl);
}

/** Long messages and many small records, so that rebuilding takes its time. Written past the screen, which need not show them. */
export async function growLog(
  page: Page,
  { messages, records }: { messages: number; records: number },
): Promise<Acknowledged[]> {
  const size = 1 << 20;
  const made = await page.evaluate(
    async ({ messages, records, size }) => {
      const { port } = document.querySelector<Shell>("app-shell")!;
      const ids: string[] = [];
      for (let at = 0; at < messages; at++) {
        const { summary } = await port.sessions.create();
        ids.push(summary.id);
        await port.turns.send({ text: `g${at}: `.padEnd(size, `long ${at} `) });
        await port.turns.stop();
        const titles = Array.from({ length: records / messages }, (_, title) => `Grown, title ${title}`);
        await Promise.all(titles.map((title) => port.sessions.rename(summary.id, title)));
      }
      return ids;
    },
    { messages, records, size },
  );
  return made.map((session, at) => ({ tag: `g${at}`, session, length: size, atLeast: 0, words: 0, finished: true }));
}
