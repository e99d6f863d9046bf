/**
 * The estimator before the tokenizer has loaded (T2): its speed, and its error by kind of text. The texts are those of
 * the training program, split by documents and by sources; where they have not been fetched, this says so.
 */
import { estimateTokens } from "../../src/core/tokens/estimator.js";
import { estimateText } from "../../src/core/tokens/tokens.js";
import { gather, type Document } from "../train/corpus.js";
import { corpusFolder, missingPackages } from "../train/packages.js";
import { labelsOf } from "../train/reference.js";
import { errorsByKind, tableOf, type Judged, type KindError } from "../train/report.js";
import { medianTime, timed, type Bench, type Skipped, type Time } from "./bench.js";

const MB = 1e6;
const TEXT_CHARS = 150_000;
const ROUNDS = 41;
const KINDS = 12;

const accuracy = (name: string, limit: number, errorOf: (kind: KindError) => number | undefined): Bench => ({
  name: `estimator accuracy, ${name}`,
  unit: "% in the worst kind",
  budget: { atMost: limit },
  async measure(tell) {
    if (missingPackages() > 0) return unfetched();
    const documents = corpus();
    const [ours, baseline] = [estimateTokens, estimateText].map((estimate) =>
      errorsByKind(judge(documents, estimate)).filter((kind) => errorOf(kind) !== undefined),
    ) as [KindError[], KindError[]];
    if (ours.length < KINDS)
      throw new Error(`There are texts of ${ours.length} kinds only, where ${KINDS} are wanted.`);
    tell(`\n${tableOf(ours)}`);
    const worst = (errors: readonly KindError[]) => 100 * Math.max(...errors.map((one) => Math.abs(errorOf(one)!)));
    return {
      ours: worst(ours),
      baseline: worst(baseline),
      ratio: worst(baseline) / worst(ours),
      note: `${ours.length} kinds of text; the baseline is the plain rule`,
    };
  },
});

const speed: Bench = {
  name: "estimator speed",
  unit: "MB/s",
  budget: { atLeast: 300 },
  async measure() {
    if (missingPackages() > 0) return unfetched();
    // A kind at a time, half a millisecond or so each: short enough not to be interrupted by what else is running.
    const documents = corpus();
    const samplesOf = (kind: string) =>
      documents.filter((document) => document.kind === kind).flatMap(({ samples }) => samples);
    // Decoded anew, as a file or an answer is: a slice of a larger string is read more slowly.
    const texts = [...new Set(documents.map(({ kind }) => kind))].map((kind) =>
      Buffer.from(samplesOf(kind).join("").slice(0, TEXT_CHARS)).toString("utf8"),
    );
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const times = texts.map((): Time[] => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, text] of texts.entries()) times[index]!.push(await timed(() => estimateTokens(text)));
    const rate = (of: (time: Time) => number) =>
      bytes / MB / (times.reduce((sum, kind) => sum + of(medianTime(kind)), 0) / 1000);
    return {
      ours: rate(({ own }) => own),
      note: `by the clock ${rate(({ wall }) => wall).toFixed(0)} MB/s; ${texts.length} kinds, ${(bytes / MB).toFixed(1)} MB`,
    };
  },
};

export const benches: readonly Bench[] = [
  speed,
  accuracy("held-out documents", 3, ({ heldOut }) => heldOut),
  accuracy("sources not trained on", 5, ({ unseen }) => unseen),
];

const unfetched = (): Skipped => ({
  skipped: `The texts to measure on are not here (${missingPackages()} packages). To fetch them: node test/run.mjs test/train/train-estimator.ts --fetch-only`,
});

let gathered: Document[] | undefined;
const corpus = (): Document[] => (gathered ??= gather());

function judge(documents: readonly Document[], estimate: (text: string) => number): Judged[] {
  const samples = documents.flatMap((document) => document.samples.map((text) => ({ ...document, text })));
  const tokens = labelsOf(
    samples.map(({ text }) => text),
    corpusFolder,
  );
  return samples.map(({ kind, split, source, text }, index) => ({
    kind,
    split,
    source,
    tokens: tokens[index]!,
    estimate: estimate(text),
  }));
}
