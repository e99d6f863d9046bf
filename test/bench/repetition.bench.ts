/** Loop detection against Gemini CLI's own: the same verdicts, and at least 1,000 times faster on a long stream. */
import { createTextLoopDetector } from "../../src/core/loops/text-loop.js";
import { createRepetitionDetector } from "../../src/core/loops/loop-detector.js";
import { callStreams } from "../corpus/loops/call-streams.js";
import { textStreams } from "../corpus/loops/text-streams.js";
import { describeMisjudged, describeScore, judge } from "../support/loop-judge.js";
import { median, timed, type Bench, type Measured } from "./bench.js";
import { openGeminiCliLoops, type GeminiCliLoops } from "./gemini-cli.js";
import { answer, hardTexts, inChunks, prose, streams, type StreamEvent } from "./loop-streams.js";

const MEGABYTE = 1_000_000;
const SLICES = 10;

export const benches: readonly Bench[] = [
  {
    name: "loops: same verdict at the same event",
    unit: "streams",
    budget: { atLeast: streams.length },
    measure: compareVerdicts,
  },
  {
    name: "loops: labelled streams judged wrong",
    unit: "streams",
    budget: { atMost: 0 },
    measure: judgeLabelled,
  },
  {
    name: "loops: 1 MB of prose in chunks of 20",
    unit: "ns a character",
    budget: { ratioAtLeast: 1_000 },
    measure: (tell) => compareSpeed(inChunks(prose(MEGABYTE)), tell),
  },
  {
    // Each reset empties what theirs keeps, so it never has much to go through: its best case.
    name: "loops: 100 kB with lists, tables and code",
    unit: "ns a character",
    budget: { ratioAtLeast: 10 },
    measure: (tell) => compareSpeed(inChunks(answer(MEGABYTE / 10)), tell),
  },
  {
    name: "loops: the hardest text against prose",
    unit: "ns a character",
    budget: { atMost: 1_500, ratioAtLeast: 1 / 30 },
    measure: measureHardest,
  },
];

async function compareVerdicts(): Promise<Measured> {
  const open = await openGeminiCliLoops();
  const places = streams.map(({ name, events }) => ({
    name,
    ours: ourPlace(events),
    theirs: theirPlace(events, open()),
  }));
  const different = places.filter(({ ours, theirs }) => ours !== theirs).map(({ name }) => name);
  const loops = places.filter(({ theirs }) => theirs >= 0).length;
  return {
    ours: streams.length - different.length,
    baseline: streams.length,
    ratio: 1 - different.length / streams.length,
    note: `${loops} of the streams are loops` + (different.length > 0 ? `; different: ${different.join("; ")}` : ""),
  };
}

async function judgeLabelled(): Promise<Measured> {
  const streams = [...textStreams, ...callStreams];
  const faults = judge(createRepetitionDetector, streams);
  return { ours: faults.length, note: [describeScore(streams, faults), ...faults.map(describeMisjudged)].join("; ") };
}

/** The event at which a loop is found, or -1. */
function ourPlace(events: readonly StreamEvent[]): number {
  const detector = createRepetitionDetector();
  return events.findIndex((event) =>
    typeof event === "string" ? detector.said(event) : detector.did(event, { name: event.name }),
  );
}

function theirPlace(events: readonly StreamEvent[], theirs: GeminiCliLoops): number {
  return events.findIndex((event) =>
    typeof event === "string" ? theirs.said(event) : theirs.called(event.name, event.args),
  );
}

/** Both read the stream once, a slice in turn; the medians of the slices are compared. */
async function compareSpeed(chunks: readonly string[], tell: (progress: string) => void): Promise<Measured> {
  const theirs = (await openGeminiCliLoops())();
  // Five of ours, since a slice takes us a millisecond or two and any pause of the machine would show.
  const ours = Array.from({ length: 5 }, () => createTextLoopDetector());
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  const size = Math.ceil(chunks.length / SLICES);
  for (let from = 0; from < chunks.length; from += size) {
    const slice = chunks.slice(from, from + size);
    const cost = async (push: (chunk: string) => unknown) =>
      ((await timed(() => slice.forEach(push))).own / slice.join("").length) * 1e6;
    // The seconds that theirs takes are enough for the engine to throw our compiled code away: not what a stream meets.
    for (const detector of [createTextLoopDetector(), createTextLoopDetector()])
      await cost((chunk) => detector.push(chunk));
    for (const detector of ours) times.ours.push(await cost((chunk) => detector.push(chunk)));
    times.theirs.push(await cost((chunk) => theirs.said(chunk)));
    tell(`${Math.min(from + size, chunks.length)} of ${chunks.length} chunks`);
  }
  const [our, their] = [median(times.ours), median(times.theirs)];
  return { ours: our, baseline: their, ratio: their / our };
}

/** Constant work has no bad day: what is made to cost as much as it can must stay within a factor of plain prose. */
async function measureHardest(): Promise<Measured> {
  const length = MEGABYTE / 4;
  const cost = async (text: string) => {
    const chunks = inChunks(text);
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const detector = createTextLoopDetector();
      times.push((await timed(() => chunks.forEach((chunk) => detector.push(chunk)))).own);
      if (detector.push("")) throw new Error("A text that was to be read to its end has a chant.");
    }
    return (median(times) / text.length) * 1e6;
  };
  const plain = await cost(prose(length));
  const costs: { name: string; each: number }[] = [];
  for (const { name, text } of hardTexts(length)) costs.push({ name, each: await cost(text) });
  const hardest = costs.reduce((one, other) => (other.each > one.each ? other : one));
  const note = costs.map(({ name, each }) => `${name} ${Math.round(each)}`).join(", ");
  return { ours: hardest.each, baseline: plain, ratio: plain / hardest.each, note };
}
