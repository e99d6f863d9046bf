/**
 * Calibrating corrects the overheads of a server (calibration.ts) by each real `promptTokenCount`. Loaded with the first count.
 * R2 The eight overheads are fitted to the last 8 samples by least squares around expected values, so that even the first sample teaches,
 *    and an error that can't be told apart is shared out by how uncertain each overhead is.
 * R3 One sample that is further off than expected is an outlier and hardly counts.
 * R4 Two outliers in a row that agree are news: samples before them are forgotten.
 * R5 There are two expectations: that a server's tokenizer is ours, or nearly, and that it is another. The fit is made by the one that
 *    would have predicted the last samples better, each from those before it; by ours where they hardly differ.
 */
import {
  dot,
  featuresOf,
  predict,
  sizeOf,
  UNCALIBRATED,
  type Calibration,
  type Measured,
  type Sample,
} from "./calibration.js";
import { solve } from "./least-squares.js";

/** How far each overhead of R1 may be off its expected value. */
type Expected = readonly number[];

const MEANS = UNCALIBRATED.overheads;

/** For a server whose tokenizer is ours, or nearly. */
const OURS: Expected = [
  // Preamble. Wide, lest hidden instructions of some thousand tokens be taken for a fault of every text.
  3_000,
  // A Content.
  8,
  // A Tool.
  30,
  // A JSON value: quotes, commas, braces, and the digits of numbers, if the server counts them. Google's own local
  // count does not (decisions/33).
  3,
  // Text in calls and results: as JSON, with its newlines and quotes escaped, it is a tenth longer (decisions/33).
  0.1,
  // Media: an image is 258 tokens a tile, and we reckon 3,000 (T2).
  0.7,
  // Exact text: newer models have another tokenizer than ours (decisions/33).
  0.01,
  // Estimated text: within 3 % on most kinds (decisions/33).
  0.03,
];

/** For a server with another tokenizer and a template of its own (R5). */
const OTHERS: Expected = OURS.with(0, 1_000).with(6, 0.15).with(7, 0.15);

const KEPT_SAMPLES = 8;

/** Corrects the overheads by a server's count. An impossible count changes nothing. */
export function calibrate(calibration: Calibration, measured: Measured, counted: number): Calibration {
  if (!(counted > 0 && Number.isFinite(counted))) return calibration;
  const samples = withoutOldNews([...calibration.samples, { ...measured, counted }].slice(-KEPT_SAMPLES));
  return { samples, overheads: fit(samples, expectedBy(samples)) };
}

/** No tokenizer makes more tokens than this many times ours: a larger count is of something else. */
const MOST_TIMES = 4;

/**
 * Corrects the overheads by a count for which a server refused the request. Where the fit takes it for an outlier, samples before it are
 * forgotten: the next request must be predicted from this one, or it will be refused as well.
 */
export function recalibrate(calibration: Calibration, measured: Measured, counted: number): Calibration {
  if (!(counted <= MOST_TIMES * sizeOf(measured))) return calibration;
  const next = calibrate(calibration, measured, counted);
  const isTaken = Math.abs(predict(next, measured) - counted) <= 0.02 * counted;
  return isTaken ? next : calibrate(UNCALIBRATED, measured, counted);
}

const residualOf = (sample: Sample, overheads: readonly number[]): number =>
  sample.counted - sizeOf(sample) - dot(overheads, featuresOf(sample));

/** How far a sample may be off a fit through another before it is doubted (R3): twice the spreads of the features that differ. */
function gateOf(sample: Sample, other: Sample, expected: Expected): number {
  const there = featuresOf(other);
  return 30 + 2 * featuresOf(sample).reduce((sum, x, nth) => sum + expected[nth]! * Math.abs(x - there[nth]!), 0);
}

/** R5: the samples compared; the largest error that counts, so that no outlier decides; and the difference that is none. */
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

/** The noise of a sample: a server's own rounding, and unlisted differences in a long text. */
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
  const median = medianOf(samples, (sample) => residualOf(sample, MEANS));
  let overheads: readonly number[] = MEANS.with(0, residualOf(median, MEANS));
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
    const scaled = featuresOf(sample).map((x, at) => x * expected[at]!);
    const off = residualOf(sample, MEANS);
    for (let row = 0; row < size; row++) {
      right[row]! += weight * scaled[row]! * off;
      for (let at = 0; at < size; at++) matrix[row]![at]! += weight * scaled[row]! * scaled[at]!;
    }
  }
  return solve(matrix, right).map((step, at) => MEANS[at]! + step * expected[at]!);
}

/** The sample in the middle; of two, the one that is nearer to zero. */
function medianOf(samples: readonly Sample[], valueOf: (sample: Sample) => number): Sample {
  const sorted = samples.toSorted((a, b) => valueOf(a) - valueOf(b));
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return Math.abs(valueOf(low)) <= Math.abs(valueOf(high)) ? low : high;
}
