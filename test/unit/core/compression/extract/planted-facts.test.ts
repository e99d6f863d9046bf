/**
 * Floors under what `npm run bench extract` measures, so that a loss is noticed: facts of the long transcripts that an extract keeps at
 * 5 % of the tokens, with recall beside it, and through a bad summariser. A little below what was measured last.
 */
import { describe, expect, test } from "vitest";
import { transcripts } from "../../../../corpus/transcripts/all.js";
import { badDraft } from "../../../../corpus/transcripts/bad-summaries.js";
import { HELD_OUT, judgeBadSummary, judgeExtract, judgeRecall, SHARE } from "../../../../support/extract-judge.js";
import { obeyedIn } from "../../../../support/transcript-judge.js";

const extracts = new Map(transcripts.map((transcript) => [transcript, judgeExtract(transcript)]));
const kept = (some: typeof transcripts) => {
  const all = some.map((each) => extracts.get(each)!);
  return all.reduce((sum, each) => sum + each.kept, 0) / all.reduce((sum, each) => sum + each.of, 0);
};

test("C9: at 5 % of the tokens an extract keeps 97 % of the planted facts, of those it was not tuned on too", () => {
  expect(kept(transcripts)).toBeGreaterThanOrEqual(0.97);
  expect(kept(transcripts.filter(({ name }) => HELD_OUT.has(name)))).toBeGreaterThanOrEqual(0.97);
});

describe.each(transcripts.map((each) => [each.name, each] as const))("%s", (_name, transcript) => {
  test("C9: nine of ten facts are kept within the budget, and no planted order", () => {
    const extract = extracts.get(transcript)!;
    expect(extract.kept / extract.of, extract.lost.map(({ id }) => id).join()).toBeGreaterThanOrEqual(0.9);
    expect(extract.share).toBeLessThanOrEqual(SHARE);
    expect(obeyedIn(extract.text, transcript)).toEqual([]);
  });

  test("C11: with recall of ten records, 98 % of what is asked for is there", async () => {
    const { kept: there, of, lost } = await judgeRecall(transcript, extracts.get(transcript)!.text);
    expect(there / of, lost.map(({ id }) => id).join()).toBeGreaterThanOrEqual(0.98);
  });

  test.each(["everything", "obeys"] as const)(
    "C6: through a summariser that “%s”, 95 %% are kept at no more than 8 %%, and nothing made up or obeyed",
    async (flaw) => {
      const installed = await judgeBadSummary(transcript, badDraft(transcript, flaw));
      expect(installed.summary).toBeDefined();
      expect(installed.kept / installed.of, installed.lost.map(({ id }) => id).join()).toBeGreaterThanOrEqual(0.95);
      expect(installed.share).toBeLessThanOrEqual(0.08);
      expect(installed.wrong).toEqual([]);
    },
  );
});
