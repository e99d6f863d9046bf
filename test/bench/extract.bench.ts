/**
 * What an extractive Snapshot keeps of the planted facts of long transcripts, at 5 % of their tokens (C9), with recall (C11) and through
 * a bad summariser (C6); and what it costs.
 */
import { createCoverageCheck } from "../../src/core/compression/coverage.js";
import { extractSnapshot } from "../../src/core/compression/extract/extract.js";
import type { LabelledRecord } from "../../src/core/context/labelled-record.js";
import { snapshotLines } from "../../src/core/log/snapshot.js";
import { transcripts } from "../corpus/transcripts/all.js";
import { freshTranscripts } from "../corpus/transcripts/fresh.js";
import { badDrafts } from "../corpus/transcripts/bad-summaries.js";
import type { Transcript } from "../corpus/transcripts/types.js";
import {
  AT_FIRST,
  HELD_OUT,
  judgeBadSummary,
  judgeExtract,
  judgeRecall,
  SHARE,
  tokensOf,
  type Extracted,
} from "../support/extract-judge.js";
import { sharedTokenizer } from "../support/open-tokenizer.js";
import { newestFirst, textRank } from "../support/transcript-baselines.js";
import { judgeText, type Judgement } from "../support/transcript-judge.js";
import { labelledRecordsOf } from "../support/transcript-session.js";
import { median, timed, type Bench, type Budget, type Measured } from "./bench.js";

const judged = new Map<Transcript, Extracted>();
function extractOf(transcript: Transcript): Extracted {
  const known = judged.get(transcript) ?? judgeExtract(transcript);
  judged.set(transcript, known);
  return known;
}

const percent = (all: readonly Judgement[]): number =>
  (100 * all.reduce((sum, { kept }) => sum + kept, 0)) / all.reduce((sum, { of }) => sum + of, 0);
const lostIn = ({ lost }: Judgement): string => lost.map(({ id }) => id).join(", ") || "nothing";
const firstOf = (some: readonly Transcript[]): number =>
  (100 * some.reduce((sum, { name }) => sum + (AT_FIRST[name] ?? 0), 0)) /
  some.reduce((sum, { facts }) => sum + facts.length, 0);

const of = (name: string, unit: string, budget: Budget, measure: Bench["measure"]): Bench => ({
  name: `extract: ${name}`,
  ...{ unit, budget, measure },
});
const keptOf = (name: string, atLeast: number, some: readonly Transcript[]): Bench =>
  of(name, "% of facts", { atLeast }, () =>
    Promise.resolve({ ours: percent(some.map(extractOf)), note: `at first ${firstOf(some).toFixed(1)} %` }),
  );
const baseline = (name: string, atMost: number, shorten: typeof newestFirst): Bench =>
  of(name, "% of facts", { atMost }, () =>
    Promise.resolve({
      ours: percent(transcripts.map((each) => judgeText(shorten(each, tokensOf(each) * SHARE), each))),
    }),
  );

const each = transcripts.map((transcript) =>
  of(`${transcript.name}, facts kept at 5 %`, "% of facts", { atLeast: 90 }, () => {
    const extract = extractOf(transcript);
    const budget = tokensOf(transcript) * SHARE;
    const [newest, rank] = [newestFirst(transcript, budget), textRank(transcript, budget)].map((text) =>
      percent([judgeText(text, transcript)]),
    );
    return Promise.resolve({
      ours: percent([extract]),
      baseline: Math.max(newest!, rank!),
      note: `${extract.kept} of ${extract.of}, ${AT_FIRST[transcript.name]} at first; newest-first ${newest!.toFixed(0)} %, TextRank ${rank!.toFixed(0)} %; ${(100 * extract.share).toFixed(2)} % of the tokens; lost ${lostIn(extract)}`,
    });
  }),
);

const recalled = of("facts kept with recall of 10 records", "% of facts", { atLeast: 98 }, async (tell) => {
  const all: Judgement[] = [];
  let alone = 0;
  for (const transcript of transcripts) {
    const judgement = await judgeRecall(transcript, extractOf(transcript).text);
    tell(
      `${transcript.name}: ${judgement.kept} of ${judgement.of}, by recall alone ${judgement.alone}; lost ${lostIn(judgement)}`,
    );
    alone += judgement.alone;
    all.push(judgement);
  }
  const count = all.reduce((sum, judgement) => sum + judgement.of, 0);
  return { ours: percent(all), note: `by recall alone ${((100 * alone) / count).toFixed(1)} %` };
});

let badly: Promise<readonly Awaited<ReturnType<typeof judgeBadSummary>>[]> | undefined;
const badOnes = (tell: (progress: string) => void) => (badly ??= judgeAllBad(tell));
async function judgeAllBad(tell: (progress: string) => void) {
  const all: Awaited<ReturnType<typeof judgeBadSummary>>[] = [];
  for (const transcript of transcripts) {
    const runs = [];
    for (const draft of badDrafts(transcript)) runs.push(await judgeBadSummary(transcript, draft));
    tell(`${transcript.name}: ${percent(runs).toFixed(1)} % through ${runs.length} bad drafts`);
    all.push(...runs);
  }
  return all;
}
const bad = (
  name: string,
  unit: string,
  budget: Budget,
  ours: (all: readonly Awaited<ReturnType<typeof judgeBadSummary>>[]) => number,
): Bench =>
  of(`bad summariser, ${name}`, unit, budget, async (tell) => {
    const all = await badOnes(tell);
    return { ours: ours(all), note: `${all.length} runs, ${all.filter(({ summary }) => summary).length} installed` };
  });

const WANTED = 75_000;

/** So many records that they have as many tokens. */
function cutTo(
  records: readonly LabelledRecord[],
  tokens: number,
  count: (text: string) => number,
): readonly LabelledRecord[] {
  let sum = 0;
  const end = records.findIndex((one) => (sum += count(JSON.stringify(one.content.parts))) > tokens);
  return end < 0 ? records : records.slice(0, end);
}

const joinedOf = (some: readonly Transcript[]): readonly LabelledRecord[] =>
  some.flatMap(labelledRecordsOf).map((one, at) => ({ ...one, label: at + 1 }));

const ROUNDS = 9;
async function medianOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round++) times.push((await timed(work)).own);
  return median(times.slice(2));
}

const { count } = { count: (text: string) => sharedTokenizer().count(text) };
const cost = of(`CPU for ${WANTED.toLocaleString("en")} tokens of history`, "ms", { atMost: 300 }, async () => {
  const records = cutTo(labelledRecordsOf(transcripts[0]!), WANTED, count);
  const first = (await timed(() => extractSnapshot(records, { budget: WANTED * SHARE, count }))).own;
  const ours = await medianOf(() => extractSnapshot(records, { budget: WANTED * SHARE, count }));
  return { ours, note: `median of ${ROUNDS}; the first time ${first.toFixed(0)} ms` };
});
const checkCost = of(
  `CPU of a coverage check of ${WANTED.toLocaleString("en")} tokens`,
  "ms",
  { atMost: 300 },
  async () => {
    const records = cutTo(labelledRecordsOf(transcripts[0]!), WANTED, count);
    const { snapshot } = extractSnapshot(records, { budget: WANTED * SHARE, count });
    return { ours: await medianOf(() => createCoverageCheck(records).check(snapshot, snapshotLines(snapshot))) };
  },
);

/** How much longer twice the history takes: four transcripts after four others, against these four alone. */
async function growth(work: (records: readonly LabelledRecord[]) => unknown): Promise<Measured> {
  const [half, whole] = [joinedOf(transcripts.slice(0, 4)), joinedOf(transcripts)];
  const tokens = (some: readonly Transcript[]) => some.reduce((sum, one) => sum + tokensOf(one), 0);
  const longer = tokens(transcripts) / tokens(transcripts.slice(0, 4));
  const one = await medianOf(() => work(half));
  const two = await medianOf(() => work(whole));
  return {
    ours: (2 * (two / one)) / longer,
    note: `${one.toFixed(0)} ms, then ${two.toFixed(0)} ms for ${longer.toFixed(2)} times as much`,
  };
}
const extractGrowth = of("times as long for twice the history", "×", { atMost: 2.3 }, () =>
  growth((records) => extractSnapshot(records, { budget: records.length * 5, count })),
);
const checkGrowth = of("coverage check, times as long for twice the history", "×", { atMost: 2.3 }, () => {
  const drafts = new Map<readonly LabelledRecord[], ReturnType<typeof extractSnapshot>>();
  return growth((records) => {
    const draft = drafts.get(records) ?? extractSnapshot(records, { budget: records.length * 5, count });
    drafts.set(records, draft);
    return createCoverageCheck(records).check(draft.snapshot, snapshotLines(draft.snapshot));
  });
});

export const benches: readonly Bench[] = [
  ...each,
  keptOf("all transcripts, facts kept at 5 %", 90, transcripts),
  keptOf(
    "held-out transcripts, facts kept at 5 %",
    90,
    transcripts.filter(({ name }) => HELD_OUT.has(name)),
  ),
  of("fresh transcripts, facts kept at 5 %", "% of facts", { atLeast: 90 }, () => {
    const all = freshTranscripts.map(extractOf);
    return Promise.resolve({
      ours: percent(all),
      note: `${all.map(({ kept, of: facts }) => `${kept} of ${facts}`).join(", ")}; shorter, and with fewer remarks in passing`,
    });
  }),
  baseline("newest-first keeps, at 5 %", 15, newestFirst),
  baseline("TextRank keeps, at 5 %", 25, textRank),
  recalled,
  bad("facts kept", "% of facts", { atLeast: 95 }, percent),
  bad("facts kept in the worst run", "% of facts", { atLeast: 90 }, (all) =>
    Math.min(...all.map((one) => percent([one]))),
  ),
  bad("most tokens installed", "% of tokens", { atMost: 8 }, (all) => 100 * Math.max(...all.map(({ share }) => share))),
  bad("invented paths and constraints, injected lines", "lines", { atMost: 0 }, (all) =>
    all.reduce((sum, { wrong }) => sum + wrong.length, 0),
  ),
  cost,
  extractGrowth,
  checkCost,
  checkGrowth,
];
