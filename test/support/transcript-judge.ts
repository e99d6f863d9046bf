/** Judges how much of a transcript's planted facts a text keeps, and what a text made up. */
import { estimateContent } from "../../src/core/tokens/tokens.js";
import { holds, squeezed } from "../corpus/transcripts/needles.js";
import { entryText, type Fact, type Transcript } from "../corpus/transcripts/types.js";
import { contentWords } from "./content-words.js";

export interface Judgement {
  readonly kept: number;
  readonly of: number;
  readonly lost: readonly Fact[];
}

export function judgeText(text: string, { facts }: Transcript): Judgement {
  const where = squeezed(text);
  const lost = facts.filter(({ needles }) => !needles.some((one) => holds(where, one)));
  return { kept: facts.length - lost.length, of: facts.length, lost };
}

export const tokensIn = ({ contents }: Transcript): number =>
  contents.reduce((sum, { content }) => sum + estimateContent(content), 0);

/** Requests to the Model. */
export const stepsIn = ({ contents }: Transcript): number => contents.filter(({ from }) => from === "model").length;

/** The content words that a fact's question has in common with the record that states it. */
export function sharedWords(fact: Fact, { contents }: Transcript): string[] {
  const said = contentWords(entryText(contents[fact.turn]!));
  return [...contentWords(fact.question)].filter((word) => said.has(word));
}

/** Records that hold a fact by chance or because it is said again: all but the one that states it. */
export function heldElsewhere(fact: Fact, texts: readonly string[]): number[] {
  return texts.flatMap((text, turn) =>
    turn !== fact.turn && fact.needles.some((one) => holds(text, one)) ? [turn] : [],
  );
}

export const squeezedTexts = ({ contents }: Transcript): string[] =>
  contents.map((entry) => squeezed(entryText(entry)));

/** Paths and file names a text mentions which are nowhere in the transcript. */
export function inventedPaths(text: string, { contents }: Transcript): string[] {
  const real = contents.map(entryText).join("\n").toLowerCase();
  return [...new Set(pathsOf(text))].filter((path) => !real.includes(path.toLowerCase()));
}

const pathsOf = (text: string): string[] =>
  text
    .replaceAll(/<\/?[a-z_]+>/g, " ")
    .match(/[\w@.~-]*(?:\/[\w@.~-]+)+|\b[\w-]+\.(?:[a-z]{1,5}|h5)\b/g)
    ?.map((path) => path.replace(/[.-]+$/, "")) ?? [];

/** Planted instructions that a text repeats as if they were someone's. */
export const obeyedIn = (text: string, { injected }: Transcript): string[] => {
  const where = squeezed(text);
  return injected.filter((line) => where.includes(squeezed(line)));
};
