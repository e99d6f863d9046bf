/**
 * `npm run soak -- [--kills 100] [--seed 1] [--power-cuts 5]`: kills the browser over and over and looks whether anything
 * acknowledged is lost. Run again with the same seed, it goes on where it was. Exits with 1 on any loss.
 */
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { lookOnce, playRound } from "./kills.js";
import { planOf } from "./plan.js";
import { printSummary, printRound } from "./report.js";
import { openRun } from "./run.js";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    "power-cuts": { type: "string", default: "0" },
    anew: { type: "boolean", default: false },
  },
});
if (!existsSync("dist/index.html")) throw new Error("There is no build to test. Run `npm run build` first.");
const seed = Number(values.seed);
const folder = path.resolve("node_modules/.cache/palimpsest/soak", String(seed));
if (values.anew) rmSync(folder, { recursive: true, force: true });
console.log(`Seed ${seed}; the profile and the progress are in ${path.relative("", folder)}.`);

const run = await openRun({ folder, seed, grown: { messages: 6, records: 3_000 } });
try {
  while (run.progress.rounds.length < Number(values.kills)) printRound(await playRound(run, planOf(seed, run.progress.rounds.length)));
  const { losses } = await lookOnce(run);
  for (const loss of losses) console.log(`at the end: ${loss}`);
  process.exitCode = printSummary(run.progress) + losses.length > 0 ? 1 : 0;
} finally {
  run.save();
  await run.close();
}
