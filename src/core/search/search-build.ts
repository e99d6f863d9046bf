/**
 * Makes a segment of new entries: splits their texts into passages, counts words, sorts. Entries can be searched once
 * they are in a segment, so search-index.ts seals it before it answers.
 * R1 A passage ends with a line: at 1,200 characters or 40 lines, or at an empty line once it has 600 characters. A
 *    quotation of that size fits a card, and words that close belong together.
 * R2 A line of more than 2,400 characters is cut into several passages of the same line.
 * R3 A word counts at most 127 times in a passage.
 * R4 The name of `remove/index.js` is its folder's, since "index" says nothing.
 */
import { nameOf } from "../files/path.js";
import type { SearchEntry, SearchGroup } from "./search.js";
import {
  createLineRuns,
  definitionStyle,
  kindOfRun,
  MOST_RUNS,
  scanDefinitions,
  type DefinitionStyle,
} from "./search-definitions.js";
import { createRunTable } from "./search-tokens.js";
import { DEFINED, type SearchSegment } from "./search-segment.js";
import { createSegmentWriter, sortTerms, type EntryRow, type PassageRow } from "./search-segment-writer.js";
import { passesOn, FILE_CLASSES, fileClassOf } from "./search-file-class.js";
import { scanRuns, wordsOfRun } from "./search-words.js";

export const SEARCH_GROUPS: readonly SearchGroup[] = ["file", "session", "memory", "output"];

const PASSAGE_CHARACTERS = 1_200;
const PASSAGE_LINES = 40;
const SOFT_END = 600;
const LONG_LINE = 2_400;
const MOST = 127;
const NONE = 0xffff_ffff;

export function createSegmentBuilder() {
  const rows: EntryRow[] = [];
  const termIds = new Map<string, number>();
  const runs = createRunTable();
  const runTerms: (readonly number[])[] = [];
  const runNeighbours: (readonly string[])[] = [];
  const runKinds: number[] = [];
  const line = createLineRuns();
  const lineRuns = new Uint32Array(MOST_RUNS);
  let terms = createTermTable(1024);
  let places = new Uint32Array(4096); // of each posting: its passage …
  let counts = new Uint8Array(4096);
  let owners = new Uint32Array(4096); // … and its term
  let postings = 0;
  const titles: { readonly term: number; readonly entry: number; readonly inName: boolean }[] = [];
  let passage = 0; // of the whole segment
  let wordsHere = 0;

  const idOf = (text: string): number => {
    const known = termIds.get(text);
    if (known !== undefined) return known;
    const id = termIds.size;
    termIds.set(text, id);
    if (id >= terms.size) terms = grownTable(terms);
    return id;
  };

  const numberOf = (text: string, from: number, to: number): number => {
    const run = runs.numberOf(text, from, to);
    if (run < runTerms.length) return run;
    const written = runs.textOf(run);
    const { pieces, whole, neighbours = [] } = wordsOfRun(written);
    runNeighbours.push(neighbours);
    runTerms.push([...new Set(whole === undefined ? pieces : [...pieces, whole])].map(idOf));
    runKinds.push(kindOfRun(written));
    return run;
  };

  const see = (term: number) => {
    if (terms.lastEntry[term] === rows.length) return;
    terms.lastEntry[term] = rows.length;
    terms.entries[term]!++;
  };

  const countTerm = (id: number) => {
    if (terms.lastPassage[id] === passage) {
      const slot = terms.slot[id]!;
      if ((counts[slot]! & MOST) < MOST) counts[slot]!++; // R3
      return;
    }
    if (postings === places.length) growPostings();
    see(id);
    terms.lastPassage[id] = passage;
    terms.slot[id] = postings;
    places[postings] = passage;
    counts[postings] = 1;
    owners[postings++] = id;
  };

  /** Marks a word of the line as defined. Must come after the line was counted, in the same passage. */
  const define = (at: number) => {
    const run = lineRuns[at]!;
    for (const id of runTerms[run]!) counts[terms.slot[id]!]! |= DEFINED;
    for (const neighbours of runNeighbours[run]!) countTerm(idOf(neighbours));
  };

  function countLine(text: string, from: number, to: number): void {
    line.count = 0;
    scanRuns(text, from, to, (start, end) => {
      const run = numberOf(text, start, end);
      wordsHere++;
      for (const id of runTerms[run]!) countTerm(id);
      if (line.count < MOST_RUNS) {
        line.starts[line.count] = start;
        line.ends[line.count] = end;
        line.kinds[line.count] = runKinds[run]!;
        lineRuns[line.count] = run;
      }
      line.count++;
    });
  }

  function growPostings() {
    places = grown(places);
    counts = grown(counts);
    owners = grown(owners);
  }

  function addBody(text: string, style: DefinitionStyle | undefined): { passages: PassageRow[]; words: number } {
    const passages: PassageRow[] = [];
    let words = 0;
    let number = 1;
    let firstLine = 1;
    let startedAt = 0;
    const end = (nextLine: number, at: number) => {
      if (wordsHere > 0) {
        passages.push({ fromLine: firstLine, lines: Math.max(1, nextLine - firstLine), words: wordsHere });
        passage++;
      }
      words += wordsHere;
      wordsHere = 0;
      firstLine = nextLine;
      startedAt = at;
    };
    for (let at = 0; at < text.length; number++) {
      const found = text.indexOf("\n", at);
      const lineEnd = found < 0 ? text.length : found;
      if (lineEnd - at > LONG_LINE) {
        end(number, at);
        for (let piece = at; piece < lineEnd;) {
          const pieceEnd = cutAt(text, piece + PASSAGE_CHARACTERS, lineEnd);
          countLine(text, piece, pieceEnd);
          end(number, pieceEnd); // R2
          piece = pieceEnd;
        }
        firstLine = number + 1;
      } else {
        if (lineEnd === at && at - startedAt >= SOFT_END) end(number, at);
        countLine(text, at, lineEnd);
        if (style) scanDefinitions(text, at, lineEnd, line, style, define);
        if (lineEnd - startedAt >= PASSAGE_CHARACTERS || number - firstLine + 1 >= PASSAGE_LINES)
          end(number + 1, lineEnd);
      }
      at = lineEnd + 1;
    }
    end(number, text.length);
    return { passages, words };
  }

  /** Adds the words of a title; a path has a name, without extension, and folders. Gives the number of words in the name. */
  function addTitle(title: string, isPath: boolean): number {
    const { from, to } = isPath ? nameIn(title) : { from: 0, to: title.length };
    const inName = new Set<number>();
    const above = new Set<number>();
    let words = 0;
    scanRuns(title, 0, title.length, (start, end) => {
      const isName = start >= from && start < to;
      // A run may cross the name's end, as in "notes-2.5.md": then its words belong to the name.
      const run = numberOf(title, start, end);
      const ids = runTerms[run]!;
      for (const id of ids) (isName ? inName : above).add(id);
      if (!isName) return;
      for (const neighbours of runNeighbours[run]!) inName.add(idOf(neighbours));
      words += Math.max(1, ids.length - 1);
    });
    for (const id of above) if (!inName.has(id)) titles.push({ term: id, entry: rows.length, inName: false });
    for (const id of inName) titles.push({ term: id, entry: rows.length, inName: true });
    for (const id of above) see(id);
    for (const id of inName) see(id);
    return Math.min(255, words);
  }

  return {
    add({ key, group, title = "", text, time, size = 0 }: SearchEntry): void {
      const isFile = group === "file";
      const nameWords = addTitle(title, isFile);
      const style = isFile ? definitionStyle(key) : group === "memory" ? "headings" : undefined;
      const { passages, words } = addBody(text, style);
      const fileClass = FILE_CLASSES.indexOf(isFile && passesOn(text) ? "barrel" : fileClassOf(group, key));
      rows.push({ key, group: SEARCH_GROUPS.indexOf(group), fileClass, nameWords, time, size, words, passages });
    },
    seal(): SearchSegment {
      const sorted = sortTerms([...termIds.keys()]);
      const body = grouped(termIds.size, postings, (at) => owners[at]!);
      const title = grouped(termIds.size, titles.length, (at) => titles[at]!.term);
      const writer = createSegmentWriter();
      for (const text of sorted) {
        const term = termIds.get(text)!;
        writer.startTerm(text);
        for (let at = body.starts[term]!; at < body.starts[term + 1]!; at++) {
          const posting = body.order[at]!;
          writer.body(places[posting]!, counts[posting]!);
        }
        for (let at = title.starts[term]!; at < title.starts[term + 1]!; at++) {
          const { entry, inName } = titles[title.order[at]!]!;
          writer.title(entry, inName);
        }
        writer.endTerm(terms.entries[term]!);
      }
      return writer.finish(rows);
    },
  };
}

function nameIn(path: string): { readonly from: number; readonly to: number } {
  const from = path.length - nameOf(path).length;
  const dot = path.indexOf(".", from + 1);
  const to = dot < 0 ? path.length : dot;
  if (!NAMELESS.test(path.slice(from, to)) || from === 0) return { from, to };
  return { from: from - 1 - nameOf(path.slice(0, from - 1)).length, to }; // R4
}

const NAMELESS = /^(?:index|main|mod|__init__|init)$/i;

/** The end of a piece of a long line: not inside a run if a place without letters is near, never inside a pair of surrogates. */
function cutAt(text: string, wanted: number, end: number): number {
  if (wanted >= end) return end;
  for (let at = wanted; at > wanted - 100; at--) {
    if (/[\s,;(){}]/.test(text[at]!)) return at;
  }
  const unit = text.charCodeAt(wanted);
  return unit >= 0xdc00 && unit < 0xe000 ? wanted - 1 : wanted;
}

/** Counting sort: the numbers of the items in order of their group, and where each group starts. */
function grouped(groups: number, items: number, groupOf: (item: number) => number) {
  const starts = new Uint32Array(groups + 1);
  for (let item = 0; item < items; item++) starts[groupOf(item) + 1]!++;
  for (let group = 0; group < groups; group++) starts[group + 1]! += starts[group]!;
  const next = starts.slice();
  const order = new Uint32Array(items);
  for (let item = 0; item < items; item++) order[next[groupOf(item)]!++] = item;
  return { starts, order };
}

/** The state of each term: the entry and passage it was last seen in, its posting there, and its number of entries. */
const createTermTable = (size: number) => ({
  size,
  lastEntry: new Uint32Array(size).fill(NONE),
  lastPassage: new Uint32Array(size).fill(NONE),
  slot: new Uint32Array(size),
  entries: new Uint32Array(size),
});

function grownTable(table: ReturnType<typeof createTermTable>): ReturnType<typeof createTermTable> {
  const larger = createTermTable(table.size * 2);
  larger.lastEntry.set(table.lastEntry);
  larger.lastPassage.set(table.lastPassage);
  larger.slot.set(table.slot);
  larger.entries.set(table.entries);
  return larger;
}

function grown<T extends Uint32Array | Uint8Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}
