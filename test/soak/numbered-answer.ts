/** Answers whose completeness can be counted: numbered words, streamed slowly, each with the name of its message. */
import { says, waits, type Script } from "../support/script.js";

export const messageOf = (tag: string): string => `${tag}: count for me`;

/** As Gemini would stream them: a few words at a time. */
export function numberedAnswer(tag: string, words: number, every: number): Script {
  const steps = Array.from({ length: words }, (_, at) => [waits(every), says(`${tag}-${at + 1}. `)]);
  return steps.flat();
}

/** Which numbers stand in a text, in their order. */
export const numbersIn = (tag: string, text: string): readonly number[] =>
  [...text.matchAll(new RegExp(`\\b${tag}-(\\d+)\\.`, "g"))].map(([, number]) => Number(number));

/** How many words there are, or nothing if they are not 1, 2, 3 … */
export function countedUp(numbers: readonly number[]): number | undefined {
  return numbers.every((number, at) => number === at + 1) ? numbers.length : undefined;
}
