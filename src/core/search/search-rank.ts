/**
 * Ranks the entries of an index by a question: BM25F over whole entries, and BM25 over their passages.
 * R1 A concept's score in an entry is that of its best term: worth × idf × (tf / (tf + K1) + title), where tf is how
 *    often the word is in the body, by its length, more where it is defined; the title counts separately, more in a
 *    short name.
 * R2 An entry's score is the sum over concepts, plus that of its best passage, scored the same way: words that stand
 *    together count twice.
 * R3 The sum is scaled by the coverage, the part of the question that is found at all. Half of it counts anywhere in
 *    the entry, half only in its title and its best passage together: in a long text everything occurs somewhere.
 * R4 Tests, generated files and the like keep only a part of it (search-file-class.ts); new entries may get more.
 * R5 Removed entries count nowhere, not even in how rare a word is: answers are those of an index built anew.
 * R6 A word that occurs nowhere is looked for as the beginning of others, then with one letter wrong.
 * R7 Ties go to the newer entry, then to the smaller key: the order never depends on how the index was built.
 * R8 Terms that stand for a word cover a part of it: a synonym and a slip of the pen more, a longer word and a similar
 *    one less (search-expand.ts).
 */
import type { Hit, HitPassage, SearchQuery } from "./search.js";
import { SEARCH_GROUPS } from "./search-build.js";
import { readQuestion, type Concept } from "./search-query.js";
import {
  createPostings,
  DEFINED,
  findTerm,
  keyBegins,
  keyOf,
  readBody,
  readTitle,
  type SearchSegment,
  type Term,
} from "./search-segment.js";
import { FILE_CLASS_WEIGHT, FILE_CLASSES } from "./search-file-class.js";
import { isSlip, similarTerms, swappedForms, termsBeginning } from "./search-expand.js";
import { createTally } from "./search-word-coverage.js";
import { foldLetters } from "./search-words.js";

/** A segment, and the marks of its removed entries. */
export interface LivingSegment {
  readonly segment: SearchSegment;
  readonly dead: Uint8Array;
  deadCount: number;
}

const K1 = 1.5;
/** How much length counts against an entry: little, since long files are about much, and passages are of similar length. */
const B_ENTRY = 0.5;
const B_PASSAGE = 0.3;
/** The uses that a definition counts for in addition. */
const DEFINITION = 3;
/** The worth of a place in a name of one word, where a body brings at most 1. */
const IN_NAME = 1.5;
const IN_FOLDERS = 0.4;
const PASSAGE_SHARE = 0.9;
/** The part of a score left without any coverage (R3). By trial on 40 questions over 1,900 files, as K1 and B_ENTRY. */
const COVERAGE_FLOOR = 0.5;
const BEGINNING_WORTH = 0.6;
const SIMILAR_WORTH = 0.4;
/** The part of a word that other terms cover (R8): never enough to convince alone, except by a slip of the pen. */
const BEGINNING_COVERS = 0.55;
const SIMILAR_COVERS = 0.3;
const DEFAULT_LIMIT = 20;
const PASSAGES_SHOWN = 3;

interface Totals {
  readonly entries: number;
  readonly words: number;
  readonly passages: number;
  readonly passageWords: number;
}

/** A term that occurs, and how telling it is. */
interface Weighed {
  readonly worth: number;
  /** The part of the word that the term covers (R8). */
  readonly covers: number;
  readonly idf: number;
  /** The number of entries with the term. */
  readonly having: number;
  readonly terms: readonly (Term | undefined)[];
}

export function rankEntries(living: readonly LivingSegment[], totals: Totals, query: SearchQuery): readonly Hit[] {
  const { concepts, fileClasses } = readQuestion(query);
  const boards = living.map(({ segment }) => createBoard(segment));
  const tally = createTally();
  let wholeWeight = 0;
  for (const concept of concepts) {
    const weighed = weighTerms(living, totals, concept);
    const rarest = idf(totals.entries, 0);
    const idfOfConcept = weighed.find(({ worth }) => worth === 1)?.idf ?? rarest;
    const counts = concept.counts === "always" || (concept.counts === "if-known" && weighed.length > 0);
    const weight = counts ? concept.weight * idfOfConcept : 0;
    wholeWeight += weight;
    const bit = counts ? tally.count(concept, weight, weighed.find(({ worth }) => worth === 1)?.having ?? 0) : 0;
    if (weighed.length === 0) continue;
    for (const [at, board] of boards.entries()) {
      for (const term of weighed) scoreTerm(living[at]!, board, totals, term, term.terms[at]);
      settle(living[at]!.segment, board, { weight: concept.weight, cover: weight, bit });
    }
  }
  const wanted = query.groups && new Set(query.groups.map((group) => SEARCH_GROUPS.indexOf(group)));
  const within = query.within === undefined ? undefined : new TextEncoder().encode(query.within);
  const best = createBest(query.limit ?? DEFAULT_LIMIT);
  for (const [at, board] of boards.entries()) {
    const { segment } = living[at]!;
    for (let index = 0; index < board.seenCount; index++) {
      const entry = board.seen[index]!;
      if (wanted && !wanted.has(segment.groups[entry]!)) continue;
      if (within && !keyBegins(segment, entry, within)) continue;
      const covered = (board.covered[entry]! + coveredTogether(segment, board, entry)) / 2;
      const coverage = wholeWeight > 0 ? Math.min(1, covered / wholeWeight) : 1;
      const fileClass = FILE_CLASSES[segment.fileClasses[entry]!]!;
      const score =
        (board.scores[entry]! + PASSAGE_SHARE * bestOf(segment, entry, board.passageScores)) *
        (COVERAGE_FLOOR + (1 - COVERAGE_FLOOR) * coverage) *
        (fileClasses.has(fileClass) ? 1 : FILE_CLASS_WEIGHT[fileClass]) *
        recencyOf(segment.times[entry]!, query.recency);
      best.offer({ at, entry, score, coverage, time: segment.times[entry]! }, (found) =>
        keyOf(living[found.at]!.segment, found.entry),
      );
    }
  }
  return best.all().map(({ at, entry, score, coverage, time }) => {
    const { segment } = living[at]!;
    const board = boards[at]!;
    return {
      key: keyOf(segment, entry),
      group: SEARCH_GROUPS[segment.groups[entry]!]!,
      time,
      score,
      coverage,
      words: tally.words(board.found[entry]!, board.whole[entry]!),
      passages: passagesOf(segment, board, entry),
    };
  });
}

const idf = (entries: number, having: number): number => Math.log(1 + (entries - having + 0.5) / (having + 0.5));

/** The terms of a concept that occur, or those that may stand for them (R6). */
function weighTerms(
  living: readonly LivingSegment[],
  totals: Totals,
  { word, terms, counts }: Concept,
): readonly Weighed[] {
  const weigh = (text: string, worth: number, covers = Math.sqrt(worth)): Weighed[] => {
    const found = living.map(({ segment }) => findTerm(segment, text));
    const having = found.reduce((sum, term, at) => sum + (term ? livingEntries(living[at]!, term) : 0), 0);
    return having === 0 ? [] : [{ worth, covers, idf: idf(totals.entries, having), having, terms: found }];
  };
  const segments = living.map(({ segment }) => segment);
  const isAlive = (text: string) => weigh(text, 1).length > 0;
  const weighed = terms.flatMap(({ text, worth, isPrefix }) =>
    isPrefix ? termsBeginning(segments, text, isAlive).flatMap((found) => weigh(found, worth)) : weigh(text, worth),
  );
  if (weighed.some(({ worth }) => worth === 1) || counts !== "always") return weighed;
  const asked = terms[0]!.text;
  const swapped = swappedForms(foldLetters(word)).flatMap((text) => weigh(text, SIMILAR_WORTH));
  if (swapped.length > 0) return [...weighed, ...swapped];
  const longer = termsBeginning(segments, asked.length >= 4 ? asked : "", isAlive);
  if (longer.length > 0)
    return [...weighed, ...longer.flatMap((text) => weigh(text, BEGINNING_WORTH, BEGINNING_COVERS))];
  return [
    ...weighed,
    ...similarTerms(segments, asked, isAlive).flatMap((text) =>
      weigh(text, SIMILAR_WORTH, isSlip(text, asked) ? undefined : SIMILAR_COVERS),
    ),
  ];
}

const bodies = createPostings();
const headings = createPostings();

/** R5 */
function livingEntries({ segment, dead, deadCount }: LivingSegment, term: Term): number {
  if (deadCount === 0) return term.entries;
  readBody(segment, term, bodies);
  readTitle(segment, term, headings);
  let count = 0;
  let last = -1;
  let title = 0;
  const see = (entry: number) => {
    if (entry !== last && dead[entry] === 0) count++;
    last = entry;
  };
  for (let at = 0; at < bodies.count; at++) {
    const entry = segment.entryOf[bodies.places[at]!]!;
    for (; title < headings.count && headings.places[title]! <= entry; title++) see(headings.places[title]!);
    see(entry);
  }
  for (; title < headings.count; title++) see(headings.places[title]!);
  return count;
}

/** The scores of one segment during ranking. `…Now`: of the current concept. */
function createBoard({ entries, passages }: SearchSegment) {
  return {
    scores: new Float64Array(entries),
    covered: new Float64Array(entries),
    /** A bit for each concept: found at all, and found as itself. */
    found: new Uint32Array(entries),
    whole: new Uint32Array(entries),
    /** The coverage by the title, and by each passage. */
    coveredByTitle: new Float64Array(entries),
    coveredByPassage: new Float64Array(passages),
    passageScores: new Float64Array(passages),
    inTitle: new Float64Array(entries),
    scoreNow: new Float64Array(entries),
    coversNow: new Float64Array(entries),
    titleCoversNow: new Float64Array(entries),
    passageNow: new Float64Array(passages),
    passageCoversNow: new Float64Array(passages),
    entriesNow: new Uint32Array(entries),
    entriesNowCount: 0,
    passagesNow: new Uint32Array(passages),
    passagesNowCount: 0,
    seen: new Uint32Array(entries),
    seenCount: 0,
  };
}
type Board = ReturnType<typeof createBoard>;

/** R1 */
function scoreTerm(
  { segment, dead }: LivingSegment,
  board: Board,
  totals: Totals,
  { worth, covers, idf }: Weighed,
  term: Term | undefined,
): void {
  if (!term) return;
  const factor = worth * idf;
  const meanWords = totals.words / Math.max(1, totals.entries);
  const meanPassage = totals.passageWords / Math.max(1, totals.passages);
  readTitle(segment, term, headings);
  for (let at = 0; at < headings.count; at++) {
    const entry = headings.places[at]!;
    const name = IN_NAME / (0.7 + 0.3 * segment.nameWords[entry]!);
    board.inTitle[entry] = headings.counts[at] === 1 ? name : IN_FOLDERS;
  }
  const finish = (entry: number, bodyTf: number) => {
    if (dead[entry] !== 0) return;
    const norm = 1 - B_ENTRY + (B_ENTRY * segment.words[entry]!) / Math.max(1, meanWords);
    const tf = bodyTf / norm;
    const score = factor * (tf / (tf + K1) + board.inTitle[entry]!);
    if (board.scoreNow[entry] === 0) board.entriesNow[board.entriesNowCount++] = entry;
    if (score > board.scoreNow[entry]!) board.scoreNow[entry] = score;
    if (covers > board.coversNow[entry]!) board.coversNow[entry] = covers;
  };
  readBody(segment, term, bodies);
  let current = -1;
  let sum = 0;
  for (let at = 0; at < bodies.count; at++) {
    const passage = bodies.places[at]!;
    const entry = segment.entryOf[passage]!;
    if (entry !== current) {
      if (current >= 0) finish(current, sum);
      current = entry;
      sum = 0;
    }
    const count = bodies.counts[at]!;
    const tf = (count & ~DEFINED) + (count & DEFINED ? DEFINITION : 0);
    sum += tf;
    const norm = 1 - B_PASSAGE + (B_PASSAGE * segment.passageWords[passage]!) / Math.max(1, meanPassage);
    const score = (factor * tf) / (tf + K1 * norm);
    if (board.passageNow[passage] === 0) board.passagesNow[board.passagesNowCount++] = passage;
    if (score > board.passageNow[passage]!) board.passageNow[passage] = score;
    if (covers > board.passageCoversNow[passage]!) board.passageCoversNow[passage] = covers;
  }
  if (current >= 0) finish(current, sum);
  for (let at = 0; at < headings.count; at++) {
    const entry = headings.places[at]!;
    if (board.inTitle[entry]! > 0) finish(entry, 0);
    if (covers > board.titleCoversNow[entry]!) board.titleCoversNow[entry] = covers;
    board.inTitle[entry] = 0;
  }
}

/** Adds the scores of the current concept. `cover`: its weight in the coverage, for the word itself. */
function settle(
  { entryOf }: SearchSegment,
  board: Board,
  { weight, cover, bit }: { readonly weight: number; readonly cover: number; readonly bit: number },
): void {
  for (let at = 0; at < board.entriesNowCount; at++) {
    const entry = board.entriesNow[at]!;
    if (board.scores[entry] === 0) board.seen[board.seenCount++] = entry;
    board.scores[entry]! += weight * board.scoreNow[entry]!;
    board.covered[entry]! += cover * board.coversNow[entry]!;
    board.found[entry]! |= bit;
    if (board.coversNow[entry] === 1) board.whole[entry]! |= bit;
    // Words of the title need not be in a passage: they count once.
    board.coveredByTitle[entry]! += cover * board.titleCoversNow[entry]!;
    board.scoreNow[entry] = 0;
    board.coversNow[entry] = 0;
  }
  for (let at = 0; at < board.passagesNowCount; at++) {
    const passage = board.passagesNow[at]!;
    board.passageScores[passage]! += weight * board.passageNow[passage]!;
    const byTitle = board.titleCoversNow[entryOf[passage]!]!;
    board.coveredByPassage[passage]! += cover * Math.max(0, board.passageCoversNow[passage]! - byTitle);
    board.passageNow[passage] = 0;
    board.passageCoversNow[passage] = 0;
  }
  for (let at = 0; at < board.entriesNowCount; at++) board.titleCoversNow[board.entriesNow[at]!] = 0;
  board.entriesNowCount = 0;
  board.passagesNowCount = 0;
}

/** R3 */
const coveredTogether = (segment: SearchSegment, { coveredByTitle, coveredByPassage }: Board, entry: number): number =>
  coveredByTitle[entry]! + bestOf(segment, entry, coveredByPassage);

function bestOf({ firstPassage }: SearchSegment, entry: number, ofPassages: Float64Array): number {
  let best = 0;
  const end = firstPassage[entry + 1]!;
  for (let passage = firstPassage[entry]!; passage < end; passage++) {
    if (ofPassages[passage]! > best) best = ofPassages[passage]!;
  }
  return best;
}

function passagesOf(segment: SearchSegment, { passageScores }: Board, entry: number): readonly HitPassage[] {
  const passages: HitPassage[] = [];
  for (let at = segment.firstPassage[entry]!; at < segment.firstPassage[entry + 1]!; at++) {
    if (passageScores[at] === 0) continue;
    const fromLine = segment.fromLines[at]!;
    passages.push({ fromLine, toLine: fromLine + segment.lineCounts[at]! - 1, score: passageScores[at]! });
  }
  return passages.sort((a, b) => b.score - a.score || a.fromLine - b.fromLine).slice(0, PASSAGES_SHOWN);
}

function recencyOf(time: number, recency: SearchQuery["recency"]): number {
  if (!recency) return 1;
  const age = Math.max(0, recency.now - time);
  return 1 + recency.weight * 2 ** (-age / recency.halfLife);
}

interface Found {
  readonly at: number;
  readonly entry: number;
  readonly score: number;
  readonly coverage: number;
  readonly time: number;
}

interface Keyed {
  readonly found: Found;
  readonly key: string;
}

/** The best few, in order, which is quicker than a heap for a few tens. */
function createBest(limit: number) {
  const kept: Keyed[] = [];
  return {
    offer(found: Found, key: (found: Found) => string) {
      const last = kept.at(-1);
      if (limit <= 0 || (kept.length === limit && last && found.score < last.found.score)) return;
      const offered = { found, key: key(found) };
      let place = kept.length;
      while (place > 0 && comesBefore(offered, kept[place - 1]!)) place--;
      kept.splice(place, 0, offered);
      if (kept.length > limit) kept.pop();
    },
    all: () => kept.map(({ found }) => found),
  };
}

/** R7 */
function comesBefore(a: Keyed, b: Keyed): boolean {
  if (a.found.score !== b.found.score) return a.found.score > b.found.score;
  if (a.found.time !== b.found.time) return a.found.time > b.found.time;
  return a.key < b.key;
}
