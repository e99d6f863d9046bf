/**
 * Reads a question as concepts: things that a good hit should mention, each with the terms that may stand for it.
 * R1 Words that only ask ("where is the …") are dropped, unless there are no others. Words for everything ("set",
 *    "file") count a third. Plain words of a question ("several", "picked") count a quarter and need not be found,
 *    unless there are no others.
 * R2 Words of nearly the same meaning stand for a word at 0.4 of its worth; not if they were asked for as well, since
 *    they would count twice: "JWT tokens" are not found by tokens.
 * R3 An identifier counts as a whole, and its pieces a little.
 * R4 Neighbouring words are looked for as one identifier too: "max length" finds `maxLength`. That only adds to a
 *    score.
 * R5 Pairs of characters that occur nowhere don't count: they mostly belong to two words.
 * R7 "not used", "never used" are "unused" as well.
 * R6 With `prefix`, the last word may go on. A single character of a script without spaces always may.
 */
import type { SearchQuery } from "./search.js";
import { isPlain, isStopPair, isStopWord, isWeak, wordsLike } from "./search-lexicon.js";
import { FILE_CLASS_WORDS, type FileClass } from "./search-file-class.js";
import { stem } from "./search-stem.js";
import { foldLetters, runsOf, wordsOfRun } from "./search-words.js";

export interface Concept {
  /** The word as it was written. */
  readonly word: string;
  readonly weight: number;
  readonly terms: readonly { readonly text: string; readonly worth: number; readonly isPrefix: boolean }[];
  readonly isPlain?: boolean;
  /** True for the whole of an identifier or a telling number. */
  readonly isName?: boolean;
  /** True for a piece of an identifier. */
  readonly isPiece?: boolean;
  /** Whether an entry without it covers less of the question. `if-known`: only if it occurs anywhere (R5). */
  readonly counts: "always" | "if-known" | "never";
}

interface SearchQuestion {
  readonly concepts: readonly Concept[];
  /** The classes of files that are asked for. */
  readonly fileClasses: ReadonlySet<FileClass>;
}

const WEAK_WEIGHT = 0.33;
const PLAIN_WEIGHT = 0.25;
const ALIKE_WORTH = 0.4;
const PIECE_WEIGHT = 0.35;
const JOINED_WEIGHT = 0.8;
/** The most concepts: a pasted page is searched by its first words. */
const MOST_CONCEPTS = 64;

export function readQuestion({ text, prefix = false }: SearchQuery): SearchQuestion {
  const runs = runsOf(text);
  const meant = runs.filter((run) => !isStopWord(foldLetters(run)));
  const used = meant.length > 0 ? meant : runs; // R1
  const concepts = used.flatMap((run, at) => {
    const isLast = prefix && at === used.length - 1 && run === runs.at(-1);
    return conceptsOf(run, isLast);
  });
  const denied = runs.slice(1).flatMap((run, at) => (DENIALS.has(foldLetters(runs[at]!)) ? deniedConcept(run) : []));
  const joined = used.slice(1).flatMap((run, at) => joinedConcept(used[at]!, run));
  const fileClasses = new Set(runs.flatMap((run) => FILE_CLASS_WORDS.get(foldLetters(run)) ?? []));
  const all = withoutEachOther(distinct([...concepts, ...denied, ...joined]).slice(0, MOST_CONCEPTS));
  const isTelling = all.some(({ counts, isPlain: plain }) => counts !== "never" && !plain);
  return {
    concepts: isTelling ? all.map((concept) => (concept.isPlain ? quiet(concept) : concept)) : all,
    fileClasses,
  };
}

/** R1 */
const quiet = (concept: Concept): Concept => ({ ...concept, weight: concept.weight * PLAIN_WEIGHT, counts: "never" });

/** R7 */
const DENIALS = new Set(["not", "never", "no", "isn", "aren"]);
function deniedConcept(run: string): Concept[] {
  const { pieces, whole, pairs } = wordsOfRun(run);
  if (pairs || whole !== undefined || pieces.length !== 1 || foldLetters(run).length < 3) return [];
  const terms = [{ text: stem(`un${foldLetters(run)}`), worth: 1, isPrefix: false }];
  return [{ word: `not ${run}`, weight: 1, terms, counts: "never" }];
}

function conceptsOf(run: string, isPrefix: boolean): Concept[] {
  const { pieces, whole, pairs } = wordsOfRun(run);
  if (pairs) return pairConcepts(run, pieces);
  const concepts: Concept[] = [];
  const isName = NAME.test(run) && !PLURAL.test(run);
  if (whole === undefined) {
    concepts.push(...pieces.map((piece) => ({ ...wordConcept(run, piece, 1), ...(isName && { isName }) })));
  } else {
    const terms = [{ text: whole, worth: 1, isPrefix: false }];
    concepts.push(
      { word: run, weight: 1, terms, counts: "always", ...(isName && { isName }) }, // R3
      ...pieces.map((piece) => ({ ...wordConcept(run, piece, PIECE_WEIGHT), isPiece: true })),
    );
  }
  return isPrefix ? concepts.map((concept, at) => (at === 0 ? goingOn(concept, foldLetters(run)) : concept)) : concepts;
}

/**
 * Words that prose does not have: capitals or signs inside, letters and digits together, a number of five digits or
 * with a fraction. A hyphen is prose's too ("left-handed"), and a number of four digits is mostly a year.
 */
const NAME = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|[_$]|\p{L}\p{N}|\p{N}\p{L}|\p{N}{5}|\p{N}\.\p{N}/u;
/** "URLs" is a word. */
const PLURAL = /^\p{Lu}+s$/u;

function wordConcept(word: string, term: string, weight: number): Concept {
  const others = wordsLike(term).map((text) => ({ text, worth: ALIKE_WORTH, isPrefix: false })); // R2
  return {
    word,
    weight: isWeak(term) ? weight * WEAK_WEIGHT : weight,
    terms: [{ text: term, worth: 1, isPrefix: false }, ...others],
    counts: "always",
    ...(isPlain(term) && { isPlain: true }),
  };
}

/** The pairs of a run, without its last character alone (search-words R4) unless no pair has it. */
function pairConcepts(run: string, pieces: readonly string[]): Concept[] {
  const isInPair = (piece: string) => pieces.some((other) => other !== piece && other.endsWith(piece));
  const terms = pieces.filter((piece) => [...piece].length > 1 || !isInPair(piece));
  const telling = terms.filter((term) => !isStopPair(term));
  return (telling.length > 0 ? telling : terms).map((text) => ({
    word: run,
    weight: 1,
    terms: [{ text, worth: 1, isPrefix: [...text].length === 1 }], // R6
    counts: "if-known",
  }));
}

/** R4 */
function joinedConcept(one: string, other: string): Concept[] {
  const [first, second] = [wordsOfRun(one), wordsOfRun(other)];
  if (first.pairs || second.pairs || first.whole !== undefined || second.whole !== undefined) return [];
  const texts = new Set([foldLetters(one) + foldLetters(other), foldLetters(one) + (second.pieces[0] ?? "")]);
  const terms = [...texts].map((text) => ({ text, worth: 1, isPrefix: false }));
  return [{ word: `${one} ${other}`, weight: JOINED_WEIGHT, terms, counts: "never" }];
}

/** R6 */
const goingOn = (concept: Concept, beginning: string): Concept => ({
  ...concept,
  terms: [...concept.terms, { text: beginning, worth: 0.9, isPrefix: true }],
});

function distinct(concepts: readonly Concept[]): readonly Concept[] {
  const seen = new Set<string>();
  return concepts.filter(({ terms }) => {
    const first = terms[0]!.text;
    return !seen.has(first) && seen.add(first);
  });
}

/** R2 */
function withoutEachOther(concepts: readonly Concept[]): readonly Concept[] {
  const asked = new Set(concepts.map(({ terms }) => terms[0]!.text));
  return concepts.map((concept) => ({
    ...concept,
    terms: concept.terms.filter(({ text, worth }) => worth !== ALIKE_WORTH || !asked.has(text)),
  }));
}
