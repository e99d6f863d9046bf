/**
 * Searching a real folder of 10,000 files (200 MB) in Chromium, against merely walking and reading it through the same API. By the
 * clock, since most of it is waiting for the browser's process; the two take turns in one run.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withDroppedFolder } from "../support/dropped-folder.js";
import { logs, seeded } from "../support/generated-text.js";
import type { SearchPage } from "../support/search-page.js";
import { traceTasks } from "../support/trace.js";
import { median, type Bench } from "./bench.js";

const FILES = 10_000;
const FOLDERS = 500;
const BYTES = 20_000;
const ROUNDS = 7;

interface Round {
  readonly first: number;
  readonly firstWords: number;
  readonly second: number;
  readonly reading: number;
  readonly walking: number;
  readonly glob: number;
}

interface Ran {
  readonly rounds: readonly Round[];
  readonly longestTask: number;
  readonly found: string;
}

let ran: Promise<Ran> | undefined;
const runOnce = (tell: (progress: string) => void) => (ran ??= run(tell));

function run(tell: (progress: string) => void): Promise<Ran> {
  tell("writing 10,000 files");
  return withDroppedFolder({ script: "search-page", name: "searching" }, plant, async (page) => {
    const rounds: Round[] = [];
    let found = "";
    for (let at = 0; at <= ROUNDS; at++) {
      tell(`round ${at} of ${ROUNDS}`);
      // Each goes first every other time: what one leaves to be cleared away the next one pays for.
      const round = await page.evaluate(
        async (isEven) => {
          const { searching } = globalThis as unknown as { searching: SearchPage };
          const walked = isEven ? await searching.readAll(false) : undefined;
          searching.anew();
          const { ms: glob, files } = await searching.glob("**/*7.log");
          const { ms: walking } = walked ?? (await searching.readAll(false));
          const read = isEven ? await searching.readAll(true) : undefined;
          searching.anew();
          const first = await searching.grep("needle number \\d+");
          const second = await searching.grep("needle number \\d+");
          const { ms: reading } = read ?? (await searching.readAll(true));
          const found = `${first.matches} and ${second.matches} lines in ${first.searched} and ${second.searched} files; glob ${files}`;
          return { walking, reading, glob, first: first.ms, firstWords: first.first, second: second.ms, found };
        },
        at % 2 === 0,
      );
      ({ found } = round);
      if (at > 0) rounds.push(round); // the first warms the disk's cache
    }
    // A trace of its own: one of all rounds would be too long to hold.
    const trace = await traceTasks(page);
    await page.evaluate(async () => {
      (globalThis as unknown as { searching: SearchPage }).searching.anew();
      await (globalThis as unknown as { searching: SearchPage }).searching.grep("needle number \\d+");
    });
    const { tasks } = await trace.end();
    return { rounds, longestTask: tasks[0]?.cpu ?? 0, found };
  });
}

function plant(root: string): void {
  const random = seeded(11);
  // Written once, cut anew for each file: making 200 MB of different text would take longer than the bench.
  const much = logs(random, 2_000_000).join("");
  for (let folder = 0; folder < FOLDERS; folder++) {
    const place = path.join(root, `part-${folder % 25}`, `area-${Math.floor(folder / 25)}`);
    mkdirSync(place, { recursive: true });
    for (let file = 0; file < FILES / FOLDERS; file++) {
      const from = random(much.length - BYTES);
      const number = folder * (FILES / FOLDERS) + file;
      const needle = number % 500 === 3 ? `\nneedle number ${number}\n` : "";
      writeFileSync(path.join(place, `${number}.log`), much.slice(from, from + BYTES) + needle);
    }
  }
}

type Measure = keyof Round;

/** The median of one over the median of another. */
const compared = (name: string, ours: Measure, baseline: Measure, ratioAtMost: number): Bench => ({
  name: `real folder of 10,000 files: ${name}`,
  unit: "ms by the clock",
  budget: { ratioAtMost },
  async measure(tell) {
    const { rounds, found } = await runOnce(tell);
    const mine = median(rounds.map((round) => round[ours]));
    const theirs = median(rounds.map((round) => round[baseline]));
    return { ours: mine, baseline: theirs, ratio: mine / theirs, note: found };
  },
});

const responsive: Bench = {
  name: "real folder of 10,000 files: longest task of the main thread",
  unit: "ms of CPU",
  budget: { atMost: 50 },
  async measure(tell) {
    const { longestTask, rounds } = await runOnce(tell);
    return {
      ours: longestTask,
      note: `first words of a search after ${median(rounds.map((round) => round.firstWords)).toFixed(0)} ms`,
    };
  },
};

export const benches: readonly Bench[] = [
  compared("grep_search to reading them", "first", "reading", 1.5),
  compared("grep_search again to the first", "second", "first", 0.1),
  compared("glob to walking them", "glob", "walking", 1.5),
  responsive,
];
