/**
 * Looking for Memories in a real folder of 10,000 folders in Chromium, against merely walking them through the same API (M2).
 * By the clock, since most of it is waiting for the browser's process; the two take turns in one run.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withDroppedFolder } from "../support/dropped-folder.js";
import type { MemoryPage } from "../support/memory-page.js";
import { median, type Bench } from "./bench.js";

const ROUNDS = 7;
const WIDE = [100, 99]; // 1 + 100 + 9,900 folders

export const benches: readonly Bench[] = [
  {
    name: "memory discovery over 10,000 folders to a bare walk of them",
    unit: "ms by the clock",
    budget: { ratioAtMost: 1.5 },
    measure: run,
  },
];

function run(tell: (progress: string) => void) {
  tell("making 10,000 folders");
  const plantAll = (root: string) => plant(root, WIDE);
  return withDroppedFolder({ script: "memory-page", name: "remembering" }, plantAll, async (page) => {
    const rounds: { readonly ours: number; readonly walk: number }[] = [];
    let note = "";
    for (let at = 0; at <= ROUNDS; at++) {
      tell(`round ${at} of ${ROUNDS}`);
      // Each goes first every other time: what one leaves to be cleared away the next one pays for.
      const { walk, all, few } = await page.evaluate(
        async (walksFirst) => {
          const { remembering } = globalThis as unknown as { remembering: MemoryPage };
          const before = walksFirst ? await remembering.walk() : undefined;
          const found = await remembering.discover(20_000);
          const walked = before ?? (await remembering.walk());
          return { walk: walked, all: found, few: await remembering.discover(200) };
        },
        at % 2 === 0,
      );
      tell(`walk ${walk.ms.toFixed(0)} ms, discovery ${all.ms.toFixed(0)} ms, 200 folders ${few.ms.toFixed(0)} ms`);
      note = `${all.found} memories in ${all.folders} folders, ${walk.folders} walked; by default it ends after ${few.folders} (${few.ms.toFixed(0)} ms)`;
      if (at > 0) rounds.push({ ours: all.ms, walk: walk.ms }); // the first warms the disk's cache
    }
    const ours = median(rounds.map((round) => round.ours));
    const baseline = median(rounds.map((round) => round.walk));
    return { ours, baseline, ratio: ours / baseline, note };
  });
}

/** Some files in each, a Memory in every tenth. */
function plant(folder: string, [wide = 0, ...deeper]: readonly number[], nth = 0): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ["a.ts", "b.md", ...(nth % 10 === 0 ? ["GEMINI.md"] : [])]) {
    writeFileSync(path.join(folder, name), "Words.\n");
  }
  for (let at = 0; at < wide; at++) plant(path.join(folder, `part-${at}`), deeper, at);
}
