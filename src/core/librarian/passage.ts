/** Picks the lines of a passage to quote: those with most of the question. */
import { foldLetters, runsOf, wordsOfRun } from "../search/search-words.js";
import { isPlain, isStopWord, isWeak } from "../search/search-lexicon.js";

interface Quotation {
  /** Counted from 1 within the given lines. */
  readonly at: number;
  readonly lines: readonly string[];
}

/** The lines that fit a card. */
const MOST_LINES = 6;
const LINE_CHARACTERS = 240;

/** The window of lines with the most different words of the question, then the most of them, then the first. */
export function quotationFrom(lines: readonly string[], question: string): Quotation {
  const asked = wordsOf(question);
  const found = lines.map((line) => [...wordsOf(line)].filter((word) => asked.has(word)));
  let best = { from: 0, score: -1 };
  for (let from = 0; from < Math.max(1, lines.length - MOST_LINES + 1); from++) {
    const here = found.slice(from, from + MOST_LINES);
    const different = weightOf(new Set(here.flat()));
    const all = here.reduce((sum, words) => sum + weightOf(words), 0);
    // A window that begins with a line that matches reads best.
    const score = different * 100 + all * 4 + (here[0]?.length ? 3 : 0) + (here[1]?.length ? 1 : 0);
    if (score > best.score) best = { from, score };
  }
  let from = best.from;
  const window = lines.slice(from, from + MOST_LINES).map(cut);
  while (window.length > 1 && window.at(-1)!.trim() === "") window.pop();
  while (window.length > 1 && window[0]!.trim() === "") {
    window.shift();
    from++;
  }
  return { at: from + 1, lines: undented(window) };
}

/** The number, from 1, of the line with the most words of the question. */
export function tellingLine(lines: readonly string[], question: string): number {
  const asked = wordsOf(question);
  let best = { at: 0, weight: 0 };
  for (const [at, line] of lines.entries()) {
    const weight = weightOf([...wordsOf(line)].filter((word) => asked.has(word)));
    if (weight > best.weight) best = { at, weight };
  }
  return best.at + 1;
}

/** Common words weigh a quarter, as in a search. */
const weightOf = (words: Iterable<string>): number =>
  [...words].reduce((sum, word) => sum + (isWeak(word) || isPlain(word) ? 0.25 : 1), 0);

function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const run of runsOf(text)) {
    if (isStopWord(foldLetters(run))) continue;
    const { pieces, whole } = wordsOfRun(run);
    for (const piece of pieces) words.add(piece);
    if (whole !== undefined) words.add(whole);
  }
  return words;
}

const cut = (line: string): string => (line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)}…` : line);

function undented(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)![0]);
  const least = indents.reduce((short, indent) => (indent.length < short.length ? indent : short), indents[0] ?? "");
  return lines.map((line) => (line.startsWith(least) ? line.slice(least.length) : line.trimStart()));
}
