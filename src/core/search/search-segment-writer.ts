/** Writes a segment (search-segment.ts): terms in order of their bytes, each with its postings in order of place. */
import { BLOCK_TERMS, DEFINED, layOut, openSegment, SEGMENT_MAGIC, type SearchSegment } from "./search-segment.js";

/** An entry beside its words. */
export interface EntryRow {
  readonly key: string;
  readonly group: number;
  readonly fileClass: number;
  readonly nameWords: number;
  readonly time: number;
  readonly size: number;
  readonly words: number;
  readonly passages: readonly PassageRow[];
}

export interface PassageRow {
  readonly fromLine: number;
  readonly lines: number;
  readonly words: number;
}

interface SegmentWriter {
  startTerm(term: string | Uint8Array): void;
  body(passage: number, count: number): void;
  title(entry: number, inName: boolean): void;
  /** `entries`: the number of entries with the term. A term with none is dropped. */
  endTerm(entries: number): void;
  finish(rows: readonly EntryRow[]): SearchSegment;
}

const encoder = new TextEncoder();
const U16 = 0xffff;

export function createSegmentWriter(): SegmentWriter {
  const dictionary = createBytes();
  const postings = createBytes();
  const titles = createBytes();
  const blocks: number[] = [];
  let terms = 0;
  let before: Uint8Array = new Uint8Array();
  let current: Uint8Array = before;
  let startedAt = 0;
  let lastPassage = 0;
  let lastEntry = 0;

  return {
    startTerm(term) {
      current = typeof term === "string" ? encoded(term) : term.slice();
      startedAt = postings.length;
      titles.length = 0;
      lastPassage = 0;
      lastEntry = 0;
    },
    body(passage, count) {
      const times = count & ~DEFINED;
      const code = count & DEFINED ? 3 : times < 3 ? times - 1 : 2;
      postings.varint((passage - lastPassage) * 4 + code);
      if (code >= 2) postings.byte(times);
      lastPassage = passage;
    },
    title(entry, inName) {
      titles.varint((entry - lastEntry) * 2 + (inName ? 1 : 0));
      lastEntry = entry;
    },
    endTerm(entries) {
      if (entries === 0) return;
      const isFirst = terms % BLOCK_TERMS === 0;
      if (isFirst) blocks.push(dictionary.length, startedAt);
      const shared = isFirst ? 0 : sharedLength(before, current);
      dictionary.byte(shared);
      dictionary.byte(current.length - shared);
      dictionary.append(current.subarray(shared));
      dictionary.varint(entries);
      dictionary.varint(postings.length - startedAt);
      dictionary.varint(titles.length);
      postings.append(titles.bytes.subarray(0, titles.length));
      before = current;
      terms++;
    },
    finish(rows) {
      const keys = rows.map(({ key }) => encoder.encode(key));
      const passages = rows.flatMap(({ passages }) => passages);
      const counts = {
        entries: rows.length,
        passages: passages.length,
        blocks: blocks.length / 2,
        keys: keys.reduce((sum, key) => sum + key.length, 0),
        dictionary: dictionary.length,
        postings: postings.length,
      };
      const places = layOut(counts);
      const bytes = new Uint8Array(places.end);
      const head = [SEGMENT_MAGIC, counts.entries, counts.passages, terms, counts.blocks];
      new Uint32Array(bytes.buffer).set([...head, counts.keys, counts.dictionary, counts.postings]);
      const segment = openSegment(bytes); // its arrays are views of the bytes, still all zero
      let keyEnd = 0;
      let passageEnd = 0;
      for (const [at, row] of rows.entries()) {
        segment.keys.set(keys[at]!, keyEnd);
        segment.keyEnds[at] = keyEnd += keys[at]!.length;
        segment.times[at] = row.time;
        segment.sizes[at] = row.size;
        segment.words[at] = row.words;
        segment.groups[at] = row.group;
        segment.fileClasses[at] = row.fileClass;
        segment.nameWords[at] = row.nameWords;
        segment.firstPassage[at] = passageEnd;
        passageEnd += row.passages.length;
      }
      segment.firstPassage[rows.length] = passageEnd;
      for (const [at, passage] of passages.entries()) {
        segment.fromLines[at] = passage.fromLine;
        segment.lineCounts[at] = Math.min(passage.lines, U16);
        segment.passageWords[at] = Math.min(passage.words, U16);
      }
      segment.blocks.set(blocks);
      segment.dictionary.set(dictionary.bytes.subarray(0, dictionary.length));
      segment.postings.set(postings.bytes.subarray(0, postings.length));
      return openSegment(bytes);
    },
  };
}

/** Most terms are ASCII and short, for which the encoder's call costs more than its work. */
function encoded(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length);
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    if (unit > 127) return encoder.encode(term);
    bytes[at] = unit;
  }
  return bytes;
}

function sharedLength(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length);
  let shared = 0;
  while (shared < most && one[shared] === other[shared]) shared++;
  return shared;
}

function createBytes() {
  return {
    bytes: new Uint8Array(4096),
    length: 0,
    room(more: number) {
      if (this.length + more <= this.bytes.length) return;
      const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    },
    byte(value: number) {
      this.room(1);
      this.bytes[this.length++] = value;
    },
    varint(value: number) {
      this.room(5);
      let rest = value;
      while (rest >= 128) {
        this.bytes[this.length++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      this.bytes[this.length++] = rest;
    },
    append(more: Uint8Array) {
      this.room(more.length);
      this.bytes.set(more, this.length);
      this.length += more.length;
    },
  };
}

/** Terms in the order of their bytes, which is that of code points; that of UTF-16 differs for surrogates. */
export function sortTerms(terms: readonly string[]): string[] {
  return terms.some((term) => SURROGATE.test(term)) ? terms.toSorted(compareTerms) : terms.toSorted();
}

const SURROGATE = /[\ud800-\udfff]/;

function compareTerms(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most; at++) {
    const a = one.charCodeAt(at);
    const b = other.charCodeAt(at);
    if (a === b) continue;
    const isSurrogateA = a >= 0xd800 && a < 0xe000;
    const isSurrogateB = b >= 0xd800 && b < 0xe000;
    return isSurrogateA === isSurrogateB ? a - b : isSurrogateA ? 1 : -1;
  }
  return one.length - other.length;
}
