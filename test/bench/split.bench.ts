/**
 * The split point of 40,000 Contents (32 MB) against Gemini CLI's, which writes every Content as JSON to weigh it: cold,
 * each Content weighed by estimate on the way, and over counts that are stored.
 */
import type { Content } from "../../src/core/content.js";
import { createSplitIndex, findSplitPoint, SPLIT_FRACTION } from "../../src/core/split.js";
import { plainCounter, weighContent } from "../../src/core/weighed.js";
import { importGeminiCli } from "./gemini-cli.js";
import { longHistory } from "./long-history.js";
import { compare, type Measured } from "./ratio.js";

const BYTES = 32_000_000;
const CONTENTS = 40_000;

/** Cold, the estimate reads each character, as writing JSON does. */
const COLD = 1.5;
/** The index is kept as long as the Session is open; it is made from the counts in the records when one is opened. */
const KEPT = 1 / 500;
const OPENED = 1 / 100;

export async function measureSplit(): Promise<Measured[]> {
  const { findCompressSplitPoint } = await importGeminiCli<{
    findCompressSplitPoint(contents: readonly Content[], fraction: number): number;
  }>("context/chatCompressionService.js");
  const contents = longHistory(BYTES, BYTES / CONTENTS);
  const theirs = () => findCompressSplitPoint(contents, SPLIT_FRACTION);
  const weigh = () => contents.map((content) => weighContent(content, plainCounter));
  const stored = weigh();
  const kept = createSplitIndex(stored);
  return [
    compare("split point of 40,000 Contents, cold", {
      ours: () => findSplitPoint(weigh(), SPLIT_FRACTION),
      baseline: theirs,
      most: COLD,
    }),
    compare("split point of 40,000 Contents, index made from stored counts", {
      ours: () => findSplitPoint(stored, SPLIT_FRACTION),
      baseline: theirs,
      most: OPENED,
    }),
    compare("split point of 40,000 Contents, index kept", {
      ours: () => kept.find(SPLIT_FRACTION),
      baseline: theirs,
      most: KEPT,
    }),
  ];
}
