/**
 * What a server adds to what we can count (T4): a preamble, so much a Content, so much a Tool, and how far off our
 * figures for media and estimated text are. Each real `promptTokenCount` corrects it. For one model at one endpoint.
 * R1 Counted = measured + overhead, and overhead = preamble + a·contents + b·tools + c·values + d·structured + e·media +
 *    f·exact + g·estimated.
 * R2 The eight are fitted to the last 8 samples by least squares around what is expected of them, so that even the first
 *    sample teaches, and what it cannot tell apart is shared out by how uncertain each was.
 * R3 One sample that is further off than the expected can be is an outlier and hardly counts.
 * R4 Two of them in a row that agree are news: what came before is forgotten.
 * R5 Two things are expected: that a server's tokenizer is ours, or nearly, and that it is another. Which of them would have predicted
 *    the last samples better, each from those before it, is what the fit is made by; ours where they hardly differ.
 */
import { solve } from "./least-squares.js";
import type { Weighed } from "./weighed.js";

/** A request as we count it. */
export interface Measured {
  /** Tokens of text that the tokenizer counted, system prompt and tool declarations included. */
  readonly exact: number;
  /** Tokens of text that were only estimated. */
  readonly estimated: number;
  /** Tokens we reckon for images, PDFs and the like. */
  readonly media: number;
  readonly contents: number;
  readonly tools: number;
  /** JSON values in calls and results, and the tokens of these that are among `exact` and `estimated`. */
  readonly values: number;
  readonly structured: number;
}

export const NOTHING_MEASURED: Measured = {
  exact: 0,
  estimated: 0,
  media: 0,
  contents: 0,
  tools: 0,
  values: 0,
  structured: 0,
};

/** With one more Content: so that a request is measured as it grows, not anew. `sign` -1 takes it out again. */
export function withContent(measured: Measured, content: Weighed, sign: 1 | -1 = 1): Measured {
  const text = sign * (content.tokens - content.media);
  return {
    exact: measured.exact + (content.exact ? text : 0),
    estimated: measured.estimated + (content.exact ? 0 : text),
    media: measured.media + sign * content.media,
    contents: measured.contents + sign,
    tools: measured.tools,
    values: measured.values + sign * content.values,
    structured: measured.structured + sign * content.structured,
  };
}

export interface Sample extends Measured {
  /** The server's `promptTokenCount`. */
  readonly counted: number;
}

export interface Calibration {
  /** Newest last. */
  readonly samples: readonly Sample[];
  /** In the order of R1. */
  readonly overheads: readonly number[];
}

/** What is expected of each overhead of R1, and how far it may well be off. */
type Expected = readonly { readonly mean: number; readonly spread: number }[];

/** Of a server whose tokenizer is ours, or nearly. */
const OURS: Expected = [
  // Preamble. Wide, lest hidden instructions of some thousand tokens be taken for a fault of every text.
  { mean: 0, spread: 3_000 },
  // A Content: its role and its ends, as Gemma's template writes them, are 4 tokens.
  { mean: 4, spread: 8 },
  // A Tool: braces and types that a declaration has besides its strings.
  { mean: 10, spread: 30 },
  // A JSON value: quotes, commas, braces, and the digits of numbers, if the server counts them. Google's own local
  // count does not (model-lab 1.2).
  { mean: 0, spread: 3 },
  // Text in calls and results: as JSON, with its newlines and quotes escaped, it is a tenth longer (model-lab 1.2).
  { mean: 0, spread: 0.1 },
  // Media: an image is 258 tokens a tile, and we reckon 3,000 (facts 1.2).
  { mean: 0, spread: 0.7 },
  // Exact text: newer models have another tokenizer than ours (model-lab 1.1).
  { mean: 0, spread: 0.01 },
  // Estimated text: within 3 % on most kinds (model-lab 1.6).
  { mean: 0, spread: 0.03 },
];

/** Of one that counts text otherwise, and has a template of its own (R5). */
const OTHERS: Expected = OURS.with(0, { mean: 0, spread: 1_000 })
  .with(6, { mean: 0, spread: 0.15 })
  .with(7, { mean: 0, spread: 0.15 });

const KEPT_SAMPLES = 8;

export const UNCALIBRATED: Calibration = { samples: [], overheads: OURS.map(({ mean }) => mean) };

/** The size of a request as the server will count it. Whole, never below zero. */
export const predict = ({ overheads }: Calibration, measured: Measured): number => predictWith(overheads, measured);

export const predictWith = (overheads: readonly number[], measured: Measured): number =>
  Math.max(0, Math.round(sizeOf(measured) + dot(overheads, featuresOf(measured))));

/** What a part of a request takes of that, without the preamble, which is nobody's. Not whole; below zero, if overheads are. */
export function shareOf(overheads: readonly number[], part: Partial<Measured>): number {
  // Without a list in between: a long Session has tens of thousands of parts.
  const { contents = 0, tools = 0, values = 0, structured = 0, media = 0, exact = 0, estimated = 0 } = part;
  const [, perContent = 0, perTool = 0, perValue = 0, ofStructured = 0, ofMedia = 0, ofExact = 0, ofEstimated = 0] =
    overheads;
  return (
    perContent * contents +
    perTool * tools +
    perValue * values +
    ofStructured * structured +
    (1 + ofMedia) * media +
    (1 + ofExact) * exact +
    (1 + ofEstimated) * estimated
  );
}

/** What the prediction adds to what was measured: an entry of the ledger. */
export const overheadOf = (calibration: Calibration, measured: Measured): number =>
  predict(calibration, measured) - sizeOf(measured);

/** Corrects the overheads by what a server counted. A count that cannot be one changes nothing. */
export function calibrate(calibration: Calibration, measured: Measured, counted: number): Calibration {
  if (!(counted > 0 && Number.isFinite(counted))) return calibration;
  const samples = withoutOldNews([...calibration.samples, { ...measured, counted }].slice(-KEPT_SAMPLES));
  return { samples, overheads: fit(samples, expectedBy(samples)) };
}

/** No tokenizer makes more of a text than so many times ours: a larger count is of something else. */
const MOST_TIMES = 4;

/**
 * The same by a count that leaves no doubt: a server refused the request for it. Where the fit takes it for an outlier, what came
 * before is forgotten: the next request must be predicted from this one, or it will be refused as well.
 */
export function recalibrate(calibration: Calibration, measured: Measured, counted: number): Calibration {
  if (!(counted <= MOST_TIMES * sizeOf(measured))) return calibration;
  const next = calibrate(calibration, measured, counted);
  const isTaken = Math.abs(predict(next, measured) - counted) <= 0.02 * counted;
  return isTaken ? next : calibrate(UNCALIBRATED, measured, counted);
}

const sizeOf = ({ exact, estimated, media }: Measured): number => exact + estimated + media;

const featuresOf = ({ contents, tools, values, structured, media, exact, estimated }: Measured): readonly number[] => [
  1,
  contents,
  tools,
  values,
  structured,
  media,
  exact,
  estimated,
];

const residualOf = (sample: Sample, overheads: readonly number[]): number =>
  sample.counted - sizeOf(sample) - dot(overheads, featuresOf(sample));

/** How far a sample may be off a fit through another before it is doubted (R3): twice the spreads of what differs. */
function gateOf(sample: Sample, other: Sample, expected: Expected): number {
  const there = featuresOf(other);
  return (
    30 + 2 * featuresOf(sample).reduce((sum, x, nth) => sum + expected[nth]!.spread * Math.abs(x - there[nth]!), 0)
  );
}

/** Samples that R5 is judged by; the share of a count that is off in any case, lest an outlier decide; and what is no difference. */
const JUDGED = 3;
const FAR_OFF = 0.2;
const HARDLY = 0.01;

/** R5 */
function expectedBy(samples: readonly Sample[]): Expected {
  const first = Math.max(1, samples.length - JUDGED);
  const offBy = (expected: Expected) =>
    samples.slice(first).reduce((sum, sample, nth) => {
      const overheads = fit(samples.slice(0, first + nth), expected);
      return sum + Math.min(FAR_OFF, Math.abs(residualOf(sample, overheads)) / sample.counted);
    }, 0);
  return offBy(OTHERS) < offBy(OURS) - HARDLY ? OTHERS : OURS;
}

/** A server's own rounding, and what an unlisted difference may do to a long text. */
const noiseOf = (sample: Sample): number => 2 + 0.0005 * sizeOf(sample);

/** R4. Older samples must be two at least: against a single one, the median in `fit` decides. */
function withoutOldNews(samples: readonly Sample[]): readonly Sample[] {
  const newest = samples.slice(-2);
  const older = samples.slice(0, -2);
  if (older.length < 2) return samples;
  const isNews = [OURS, OTHERS].every((expected) => {
    const overheads = fit(older, expected);
    const [first, second] = newest.map((sample) => residualOf(sample, overheads)) as [number, number];
    const gate = Math.max(...newest.map((sample) => gateOf(sample, older.at(-1)!, expected)));
    return Math.min(Math.abs(first), Math.abs(second)) > gate && Math.abs(first - second) <= gate;
  });
  return isNews ? newest : samples;
}

/** Least squares (R2), each sample weighed by how far it is from the fit before (R3), starting from the median. */
function fit(samples: readonly Sample[], expected: Expected): readonly number[] {
  const means = expected.map(({ mean }) => mean);
  const median = medianOf(samples, (sample) => residualOf(sample, means));
  let overheads: readonly number[] = means.with(0, residualOf(median, means));
  for (let round = 0; round < 8; round++) {
    const trusted = samples.map((sample) => {
      const doubt = Math.abs(residualOf(sample, overheads)) / gateOf(sample, median, expected);
      return doubt <= 1 ? 1 : doubt ** -4;
    });
    overheads = refit(samples, trusted, expected);
  }
  return overheads;
}

function refit(samples: readonly Sample[], trusted: readonly number[], expected: Expected): readonly number[] {
  const size = expected.length;
  const matrix = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, at) => (row === at ? 1 : 0)),
  );
  const right = Array.from({ length: size }, () => 0);
  for (const [nth, sample] of samples.entries()) {
    const weight = trusted[nth]! / noiseOf(sample) ** 2;
    const scaled = featuresOf(sample).map((x, at) => x * expected[at]!.spread);
    const off = residualOf(sample, UNCALIBRATED.overheads);
    for (let row = 0; row < size; row++) {
      right[row]! += weight * scaled[row]! * off;
      for (let at = 0; at < size; at++) matrix[row]![at]! += weight * scaled[row]! * scaled[at]!;
    }
  }
  return solve(matrix, right).map((step, at) => expected[at]!.mean + step * expected[at]!.spread);
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, at) => sum + x * b[at]!, 0);

/** The sample in the middle; of two, the one that is nearer to nothing. */
function medianOf(samples: readonly Sample[], valueOf: (sample: Sample) => number): Sample {
  const sorted = samples.toSorted((a, b) => valueOf(a) - valueOf(b));
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return Math.abs(valueOf(low)) <= Math.abs(valueOf(high)) ? low : high;
}
