/**
 * Rounds of a kill test. Each starts the browser on the profile of the run, looks whether all that was ever acknowledged
 * is there, does something, and kills the browser at a random moment of it. What was acknowledged by then is looked for
 * in the next round that looks; rounds that kill during open, upgrade or recovery look at nothing themselves.
 */
import type { Page } from "playwright";
import { setTimeout as sleep } from "node:timers/promises";
import { send } from "../support/app-page.js";
import { temporaryFolder } from "../support/browser.js";
import { startKillable, type KillableBrowser } from "../support/killable-browser.js";
import { comesInSight, haveKey, lookForLosses, lookForNotice, openApp, type Look } from "./app-visit.js";
import { damageDatabases, deleteDatabases, forgetServiceWorker } from "./disk.js";
import { messageOf, numberedAnswer } from "./numbered-answer.js";
import { speaks, type Plan } from "./plan.js";
import type { RoundResult } from "./progress.js";
import type { Random } from "./random.js";
import type { Run } from "./run.js";
import { createWitness, type Witness } from "./witness.js";

export async function playRound(run: Run, plan: Plan): Promise<RoundResult> {
  const { round, phase, mishap, random } = plan;
  const { profile, progress } = run;
  if (mishap === "deletion") deleteDatabases(profile, progress.ports.app);
  if (mishap === "damage") damageDatabases(profile, progress.ports.app, random);
  if (mishap === "deletion") progress.wiped = true;
  let result: Outcome;
  if (speaks(phase)) result = await speak(run, plan);
  else if (phase === "upgrade" && random.chance(0.5)) result = { losses: await killDuringCreation(run.origin, random) };
  else {
    if (phase === "upgrade") {
      forgetServiceWorker(profile);
      await run.upgrade();
    }
    await killWhileOpening(profile, run.origin, random.whole(0, phase === "recovery" ? 1_500 : 1_000));
    // Some of what the app says of a recovery may have been said already.
    progress.wiped = false;
    result = { losses: [] };
  }
  const done = { ...result, round, phase, mishap };
  progress.rounds.push(done);
  run.save();
  return done;
}

/** After the last kill: one more look. */
export async function lookOnce(run: Run): Promise<Look & { readonly openMs: number }> {
  const browser = await startKillable(run.profile);
  try {
    const page = await browser.context.newPage();
    const openMs = await openApp(page, run.origin);
    return { ...(await lookForLosses(page, run.origin, run.progress)), openMs };
  } finally {
    await browser.kill();
  }
}

/** How the browser is stopped; resolves with the time at which it was. */
export type Cut = (browser: KillableBrowser) => Promise<number>;
const sigkill: Cut = (browser) => browser.kill();

/** Looks at everything, then sends a message and cuts the browser off. */
export async function speak(run: Run, plan: Plan, cut: Cut = sigkill): Promise<Outcome> {
  const { progress, origin, wire, profile } = run;
  const browser = await startKillable(profile);
  try {
    const page = await browser.context.newPage();
    const openMs = await openApp(page, origin);
    const notice = progress.wiped ? await lookForNotice(page, wire.url) : [];
    progress.wiped = false;
    const look = await lookForLosses(page, origin, progress);
    const losses = [...notice, ...look.losses];
    if (!look.writable) {
      await browser.kill();
      return { losses, openMs };
    }
    await haveKey(page, wire.url);
    const alerts = await speakAndCut({ browser, page, run, plan }, cut);
    return { draftAge: look.draftAge, words: look.words, losses: [...losses, ...alerts], openMs };
  } catch (error) {
    await browser.kill().catch(() => undefined); // it may be dead already; the failure is what matters
    throw error;
  }
}

type Outcome = Pick<RoundResult, "losses" | "openMs" | "draftAge" | "words">;

interface Stage {
  readonly browser: KillableBrowser;
  readonly page: Page;
  readonly run: Run;
  readonly plan: Plan;
}

/** Sends a message in one tab, follows it in another, and cuts the browser off. Returns what the app complained of. */
async function speakAndCut(stage: Stage, cut: Cut): Promise<readonly string[]> {
  const { browser, page, run, plan } = stage;
  const { progress, wire } = run;
  const { random, round } = plan;
  const tag = `m${round}`;
  const words = random.chance(0.3) ? random.whole(5, 25) : random.whole(80, 200);
  wire.answer(() => numberedAnswer(tag, words, random.whole(10, 45)));
  if (random.chance(0.4)) await page.getByRole("button", { name: "New session" }).click();
  const witness = createWitness(tag, words);
  witness.watch(page, "owner");
  await send(page, messageOf(tag));
  await waitForKill(stage, witness);
  const killedAt = await cut(browser);
  witness.stop();
  const acknowledged = witness.acknowledged(killedAt);
  if (acknowledged) {
    progress.acknowledged.push(acknowledged);
    progress.last = { tag, killedAt, seen: [...witness.seen] };
  }
  // A message that was never shown may be there or not; the next look must not take it for the newest on the screen.
  else progress.last = undefined;
  return [...witness.alerts].map((alert) => `The app raised an alert: ${alert}`);
}

async function waitForKill({ browser, page, run, plan: { phase, random } }: Stage, witness: Witness): Promise<void> {
  const follow = async () => {
    const address = await addressOf(page, run.origin);
    const second = await browser.newWindow();
    witness.watch(second, "follower");
    await second.goto(address);
    return second;
  };
  if (phase === "stream") {
    follow().catch(() => undefined); // the kill may come first
    return sleep(random.whole(50, 4_000));
  }
  const second = await follow();
  if (phase === "take-over") {
    await second.getByRole("button", { name: "Take over" }).click();
    return sleep(random.whole(0, 400));
  }
  const tidy = random.chance(0.5) ? page : second;
  await tidy.keyboard.press("Control+K");
  await tidy.getByRole("combobox", { name: "Find a command" }).fill("Tidy up");
  await tidy.keyboard.press("Enter");
  await sleep(random.whole(0, 250));
}

/** The first message gives the session an address. */
async function addressOf(page: Page, origin: string): Promise<string> {
  await page.waitForURL(/#\/session\//);
  return `${origin}/${new URL(page.url()).hash}`;
}

async function killWhileOpening(profile: string, origin: string, after: number): Promise<void> {
  const browser = await startKillable(profile);
  const tabs = await Promise.all([browser.context.newPage(), browser.context.newPage()]);
  for (const tab of tabs) tab.goto(origin).catch(() => undefined); // the kill comes first
  await sleep(after);
  await browser.kill();
}

/** A profile that has never seen the app: killed while everything is made, it must open and keep a message all the same. */
async function killDuringCreation(origin: string, random: Random): Promise<readonly string[]> {
  const profile = temporaryFolder("creation");
  try {
    await killWhileOpening(profile.path, origin, random.whole(0, 1_000));
    const losses: string[] = [];
    for (const visit of ["writes", "reads"] as const) {
      const browser = await startKillable(profile.path);
      const page = await browser.context.newPage();
      await openApp(page, origin);
      if (visit === "writes") {
        await send(page, "first: words");
        await page.getByRole("article", { name: "You" }).waitFor();
      } else if (!(await comesInSight(page.getByRole("list", { name: "Session list" }).getByText("first: words")))) {
        losses.push("The first message of a new profile is gone.");
      }
      await browser.kill();
    }
    return losses;
  } finally {
    profile.remove();
  }
}
