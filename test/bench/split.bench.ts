/**
 * The split point of 40,000 Contents (32 MB) against Gemini CLI's, which writes every Content as JSON to weigh it: cold,
 * each Content weighed by estimate on the way, and over counts that are stored.
 */
import type { Content } from "../../src/core/content.js";
import { createSplitIndex, findSplitPoint, SPLIT_FRACTION } from "../../src/core/split.js";
import { plainCounter, weighContent } from "../../src/core/weighed.js";
import { alternate, type Bench } from "./bench.js";
import { importGeminiCli } from "./gemini-cli.js";
import { longHistory } from "./long-history.js";

const BYTES = 32_000_000;
const CONTENTS = 40_000;
const ROUNDS = 11;

/** The estimate reads each character, as writing JSON does. */
const cold: Bench = {
  name: "split point of 40,000 contents, cold",
  unit: "ms",
  budget: { ratioAtMost: 1.5 },
  async measure() {
    const { contents, theirs } = await open();
    const weigh = () => contents.map((content) => weighContent(content, plainCounter));
    const time = await alternate(ROUNDS, () => findSplitPoint(weigh(), SPLIT_FRACTION), theirs);
    return { ours: time.ours.own, baseline: time.baseline.own, ratio: time.ours.own / time.baseline.own };
  },
};

/** As in an open Session: a Content was appended when it was said. */
const kept: Bench = {
  name: "split point of 40,000 contents, stored counts",
  unit: "ms",
  budget: { ratioAtLeast: 500 },
  async measure() {
    const { contents, theirs } = await open();
    const stored = contents.map((content) => weighContent(content, plainCounter));
    const index = createSplitIndex(stored);
    // A cut takes less than a microsecond, which no clock tells: so many of them, at other places each.
    const times = 10_000;
    const time = await alternate(
      ROUNDS,
      () => {
        let sum = 0;
        for (let at = 0; at < times; at++) sum += index.find(SPLIT_FRACTION + at / (10 * times));
        if (sum === 0) throw new Error("A long History has a place to cut.");
      },
      theirs,
    );
    const made = await alternate(ROUNDS, () => findSplitPoint(stored, SPLIT_FRACTION), theirs);
    const ours = time.ours.own / times;
    return {
      ours,
      baseline: time.baseline.own,
      ratio: time.baseline.own / ours,
      note:
        `An index made of 40,000 stored counts and asked once: ${made.ours.own.toPrecision(2)} ms, ` +
        `${Math.round(made.baseline.own / made.ours.own)} times faster.`,
    };
  },
};

export const benches: readonly Bench[] = [cold, kept];

async function open() {
  const { findCompressSplitPoint } = await importGeminiCli<{
    findCompressSplitPoint(contents: readonly Content[], fraction: number): number;
  }>("context/chatCompressionService.js");
  const contents = longHistory(BYTES, BYTES / CONTENTS);
  return { contents, theirs: () => findCompressSplitPoint(contents, SPLIT_FRACTION) };
}
