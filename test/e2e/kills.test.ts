/** The short version of `npm run soak`: ten kills, and a proof that the look for losses can find some. */
import { afterEach, expect, test } from "vitest";
import { temporaryFolder } from "../support/browser.js";
import { deleteDatabases } from "../soak/disk.js";
import { lookOnce, playRound, speak } from "../soak/kills.js";
import { planOf } from "../soak/plan.js";
import { printRound, printSummary } from "../soak/report.js";
import { openRun, type Run, type RunOptions } from "../soak/run.js";

const SEED = 7;
let clean: (() => Promise<void>) | undefined;
afterEach(() => clean?.());

async function begin(name: string, options: Partial<RunOptions> = {}): Promise<Run> {
  const folder = temporaryFolder(name);
  clean = async () => folder.remove();
  const run = await openRun({ folder: folder.path, seed: SEED, grown: { messages: 2, records: 600 }, ...options });
  clean = async () => {
    await run.close();
    folder.remove();
  };
  return run;
}

test(
  "L3 L4 L8: of ten kills, in every phase, with the database deleted and damaged in between, none loses a word",
  { timeout: 600_000 },
  async () => {
    const run = await begin("kills");
    for (let round = 0; round < 10; round++) printRound(await playRound(run, planOf(SEED, round)));
    const { rounds } = run.progress;
    expect(new Set(rounds.map(({ phase }) => phase)).size).toBe(6);
    expect(new Set(rounds.map(({ mishap }) => mishap))).toEqual(new Set(["none", "deletion", "damage"]));
    const last = await lookOnce(run);
    printSummary(rounds, last);
    expect([...rounds, last].flatMap(({ losses }) => losses)).toEqual([]);
  },
);

test("L8: with the journal switched off, a deleted database is lost, and the look for losses says so", async () => {
  // As some private windows do it. The app goes on with the database alone, and says so.
  const refusal = `navigator.storage.getDirectory=()=>Promise.reject(new DOMException("refused","SecurityError"));`;
  const run = await begin("no-journal", { prefix: refusal, grown: { messages: 1, records: 10 } });
  const { losses } = await speak(run, { ...planOf(SEED, 0), phase: "stream", mishap: "none" });
  expect(losses).toEqual([]);
  deleteDatabases(run.profile, run.progress.ports.app);
  const look = await lookOnce(run);
  expect(look.losses).toContain("The message g0 is there 0 times.");
});
