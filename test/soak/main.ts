/**
 * `npm run soak -- [--kills 100] [--seed 1] [--power-cuts 0] [--anew]`: kills the browser over and over and looks whether
 * anything acknowledged is lost. Run again with the same seed, it goes on where it was. Exits with 1 on any loss.
 * `npm run soak -- --big-log [--records 100000]`: measures the app on a long log instead; exits with 1 over a budget.
 */
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { bigLog } from "./big-log.js";
import { lookOnce, playRound } from "./kills.js";
import { planOf } from "./plan.js";
import { cutPower } from "./power-cut.js";
import { printRound, printSummary } from "./report.js";
import { openRun } from "./run.js";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    "power-cuts": { type: "string", default: "0" },
    anew: { type: "boolean", default: false },
    "big-log": { type: "boolean", default: false },
    records: { type: "string", default: "100000" },
  },
});
if (!existsSync("dist/index.html")) throw new Error("There is no build to test. Run `npm run build` first.");
const seed = Number(values.seed);
const folder = path.resolve("node_modules/.cache/palimpsest/soak", String(seed));
const grown = { messages: 6, records: 3_000 };

process.exitCode = (values["big-log"] ? await measure() : await lose()) > 0 ? 1 : 0;

async function lose(): Promise<number> {
  if (values.anew) rmSync(folder, { recursive: true, force: true });
  console.log(`Seed ${seed}; the profile and the progress are in ${path.relative("", folder)}.`);
  const losses = await kill(Number(values.kills));
  const cuts = Number(values["power-cuts"]);
  return losses + (cuts > 0 ? await cut(cuts) : 0);
}

async function measure(): Promise<number> {
  const breaches = await bigLog({ records: Number(values.records) });
  for (const breach of breaches) console.error(breach);
  return breaches.length;
}

async function kill(count: number): Promise<number> {
  const run = await openRun({ folder, seed, grown });
  try {
    while (run.progress.rounds.length < count)
      printRound(await playRound(run, planOf(seed, run.progress.rounds.length)));
    return printSummary(run.progress.rounds, await lookOnce(run));
  } finally {
    run.save();
    await run.close();
  }
}

async function cut(count: number): Promise<number> {
  const { results, last, skipped } = await cutPower(count, { folder: `${folder}-power`, seed, grown });
  if (skipped) console.log(skipped);
  results.forEach(printRound);
  return last ? printSummary(results, last) : 0;
}
