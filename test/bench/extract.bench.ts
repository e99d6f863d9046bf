/** What an extractive Snapshot keeps of the planted facts of eight long transcripts, at 5 % of their tokens, and what it costs (C9). */
import { extractSnapshot } from "../../src/core/extract/extract.js";
import type { Told } from "../../src/core/extract/told.js";
import { writeSnapshot } from "../../src/core/snapshot.js";
import { transcripts } from "../corpus/transcripts/all.js";
import { entryText, type Transcript } from "../corpus/transcripts/types.js";
import { sharedTokenizer } from "../support/open-tokenizer.js";
import { newestFirst, textRank } from "../support/transcript-baselines.js";
import { judgeText } from "../support/transcript-judge.js";
import { timed, type Bench } from "./bench.js";

const SHARE = 0.05;

const toldOf = ({ contents }: Transcript): readonly Told[] =>
  contents.map(({ from, content }, at) => ({ label: at + 1, from, content }));

const kept: Bench = {
  name: "extract: planted facts kept at 5 % of the tokens",
  unit: "% of facts",
  budget: { atLeast: 90 },
  async measure(tell) {
    const { count } = sharedTokenizer();
    let of = 0;
    let all = 0;
    const baselines = { newest: 0, rank: 0 };
    let worst = { share: 1, name: "" };
    for (const transcript of transcripts) {
      const tokens = transcript.contents.reduce((sum, entry) => sum + count(entryText(entry)), 0);
      const { snapshot, tokens: used } = extractSnapshot(toldOf(transcript), {
        budget: Math.floor(tokens * SHARE),
        count,
      });
      const judged = judgeText(writeSnapshot(snapshot), transcript);
      baselines.newest += judgeText(newestFirst(transcript, tokens * SHARE), transcript).kept;
      baselines.rank += judgeText(textRank(transcript, tokens * SHARE), transcript).kept;
      all += judged.kept;
      of += judged.of;
      const share = judged.kept / judged.of;
      if (share < worst.share) worst = { share, name: transcript.name };
      tell(
        `${transcript.name}: ${judged.kept} of ${judged.of} in ${used} tokens; lost ${judged.lost.map(({ id, kind }) => `${kind}:${id}`).join(", ")}`,
      );
    }
    const percent = (count: number) => (count / of) * 100;
    return {
      ours: percent(all),
      note: `newest-first ${percent(baselines.newest).toFixed(0)} %, TextRank ${percent(baselines.rank).toFixed(0)} %; worst ${worst.name} ${(worst.share * 100).toFixed(0)} %`,
    };
  },
};

const cost: Bench = {
  name: "extract: CPU for a transcript of 70,000 tokens",
  unit: "ms",
  budget: { atMost: 300 },
  async measure() {
    const { count } = sharedTokenizer();
    const told = toldOf(transcripts[1]!);
    const times: number[] = [];
    for (let round = 0; round < 9; round++)
      times.push((await timed(() => extractSnapshot(told, { budget: 4_000, count }))).own);
    const warm = times.slice(2).toSorted((one, other) => one - other);
    return { ours: warm[3]!, note: `the first time ${times[0]!.toFixed(0)} ms` };
  },
};

export const benches: readonly Bench[] = [kept, cost];
