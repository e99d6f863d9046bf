/**
 * The split point of 40,000 Contents (32 MB) against Gemini CLI's, which writes every Content as JSON to weigh it: cold,
 * each Content weighed by estimate on the way, and over counts that are stored.
 */
import type { Content } from "../../src/core/content.js";
import { cutColumns, findSplitPoint, SPLIT_FRACTION } from "../../src/core/compression/split.js";
import { plainCounter } from "../support/plain-counter.js";
import { weighContent } from "../../src/core/tokens/content-weight.js";
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
    const time = await alternate(ROUNDS, () => findSplitPoint(cutColumns(weigh()), SPLIT_FRACTION), theirs);
    return { ours: time.ours.own, baseline: time.baseline.own, ratio: time.ours.own / time.baseline.own };
  },
};

/** As a compression does it: what each Content weighs was stored with it; that is put in columns, and the cut is asked for once. */
const once: Bench = {
  name: "split point of 40,000 contents, columns made of stored counts and asked once",
  unit: "ms",
  budget: { ratioAtLeast: 100 },
  async measure() {
    const { weights, theirs } = await openStored();
    const time = await alternate(ROUNDS, () => findSplitPoint(cutColumns(weights), SPLIT_FRACTION), theirs);
    return { ours: time.ours.own, baseline: time.baseline.own, ratio: time.baseline.own / time.ours.own };
  },
};

/** The question alone: its columns are there. */
const stored: Bench = {
  name: "split point of 40,000 contents, counts stored in columns",
  unit: "ms",
  budget: { ratioAtLeast: 500 },
  async measure() {
    const { weights, theirs } = await openStored();
    const columns = cutColumns(weights);
    const time = await alternate(ROUNDS, () => findSplitPoint(columns, SPLIT_FRACTION), theirs);
    return { ours: time.ours.own, baseline: time.baseline.own, ratio: time.baseline.own / time.ours.own };
  },
};

export const benches: readonly Bench[] = [cold, once, stored];

async function openStored() {
  const { contents, theirs } = await open();
  return { weights: contents.map((content) => weighContent(content, plainCounter)), theirs };
}

async function open() {
  const { findCompressSplitPoint } = await importGeminiCli<{
    findCompressSplitPoint(contents: readonly Content[], fraction: number): number;
  }>("context/chatCompressionService.js");
  const contents = longHistory(BYTES, BYTES / CONTENTS);
  return { contents, theirs: () => findCompressSplitPoint(contents, SPLIT_FRACTION) };
}
