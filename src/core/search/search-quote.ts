/**
 * From a hit's passage to what is worth quoting: the line that answers best, and where its words stand. The index keeps no
 * texts, so whoever has the text asks here.
 *
 * R1 The line with the most of what was asked wins, each concept counted once; one that defines a word before one that
 *    uses it, an earlier before a later.
 * R2 Words are marked as they stand in the text, whatever form of the word was asked for.
 */
import type { HitPassage, SearchQuery } from "./search.js";
import { createLineRuns, definitionStyle, kindOfRun, MOST_RUNS, scanDefinitions } from "./search-definitions.js";
import { readQuestion } from "./search-query.js";
import { scanRuns, wordsOfRun } from "./search-words.js";

export interface WordPlace {
  readonly from: number;
  readonly to: number;
}

/** A definition counts as much as another word that was asked for, if a weak one. */
const DEFINED = 0.5;

/** The number of the best line of a passage, from 1; its first line if none has a word. `path` tells the language. */
export function findBestLine(
  text: string,
  query: SearchQuery,
  { fromLine, toLine }: Pick<HitPassage, "fromLine" | "toLine">,
  path = "",
): number {
  const { concepts } = readQuestion(query);
  const lines = text.split("\n").slice(fromLine - 1, toLine);
  let best = { line: fromLine, worth: 0 };
  for (const [at, line] of lines.entries()) {
    const terms = termsOf(line);
    const defined = definedIn(line, path);
    let worth = 0;
    for (const concept of concepts) {
      const found = concept.terms.filter(({ text, isPrefix }) => has(terms, text, isPrefix));
      if (found.length === 0) continue;
      const best = Math.max(...found.map((term) => term.worth));
      const defines = found.some(({ text, isPrefix }) => has(defined, text, isPrefix));
      worth += concept.weight * best * (defines ? 1 + DEFINED : 1);
    }
    if (worth > best.worth) best = { line: fromLine + at, worth };
  }
  return best.line;
}

/** R2: where the words that were asked for, or stand for them, are in the text. */
export function findWords(text: string, query: SearchQuery): readonly WordPlace[] {
  const wanted = readQuestion(query).concepts.flatMap(({ terms }) => terms);
  const places: WordPlace[] = [];
  scanRuns(text, 0, text.length, (from, to) => {
    const terms = termsOf(text.slice(from, to));
    if (wanted.some((term) => has(terms, term.text, term.isPrefix))) places.push({ from, to });
  });
  return places;
}

const has = (terms: ReadonlySet<string>, text: string, isPrefix: boolean): boolean =>
  terms.has(text) || (isPrefix && [...terms].some((term) => term.startsWith(text)));

function termsOf(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  scanRuns(text, 0, text.length, (from, to) => addTerms(terms, text.slice(from, to)));
  return terms;
}

function addTerms(terms: Set<string>, run: string): void {
  const { pieces, whole, neighbours = [] } = wordsOfRun(run);
  for (const term of [...pieces, ...neighbours, ...(whole === undefined ? [] : [whole])]) terms.add(term);
}

function definedIn(line: string, path: string): ReadonlySet<string> {
  const runs = createLineRuns();
  scanRuns(line, 0, line.length, (from, to) => {
    if (runs.count < MOST_RUNS) {
      runs.starts[runs.count] = from;
      runs.ends[runs.count] = to;
      runs.kinds[runs.count] = kindOfRun(line.slice(from, to));
    }
    runs.count++;
  });
  const terms = new Set<string>();
  scanDefinitions(line, 0, line.length, runs, definitionStyle(path), (run) =>
    addTerms(terms, line.slice(runs.starts[run]!, runs.ends[run]!)),
  );
  return terms;
}
