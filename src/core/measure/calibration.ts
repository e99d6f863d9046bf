/**
 * The calibration of one model at one endpoint (T4): the tokens that its server adds to our count, as a preamble, for each Content and each
 * Tool, and by how much our figures for media and text are off. Here it is applied; calibrate.ts learns it.
 * R1 Counted = measured + overhead, and overhead = preamble + a·contents + b·tools + c·values + d·structured + e·media +
 *    f·exact + g·estimated.
 */
import type { Weighed } from "../tokens/content-weight.js";

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

/** The measure with one more Content, so that a growing request is not measured anew. `sign` -1 takes it out again. */
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

/** Expected overheads: 4 tokens of role and ends for a Content, as in Gemma's template; 10 of braces and types for a Tool's declaration. */
export const UNCALIBRATED: Calibration = { samples: [], overheads: [0, 4, 10, 0, 0, 0, 0, 0] };

/** The size of a request as the server will count it. Whole, never below zero. */
export const predict = ({ overheads }: Calibration, measured: Measured): number => predictWith(overheads, measured);

export const predictWith = (overheads: readonly number[], measured: Measured): number =>
  Math.max(0, Math.round(sizeOf(measured) + dot(overheads, featuresOf(measured))));

/** The share of a part of a request in that size, without the preamble. Not whole; below zero, if overheads are. */
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

export const sizeOf = ({ exact, estimated, media }: Measured): number => exact + estimated + media;

export function featuresOf(measured: Measured): readonly number[] {
  const { contents, tools, values, structured, media, exact, estimated } = measured;
  return [1, contents, tools, values, structured, media, exact, estimated];
}

export const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, at) => sum + x * b[at]!, 0);
