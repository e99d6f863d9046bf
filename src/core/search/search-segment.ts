/**
 * A segment: an immutable piece of the search index, as one run of bytes that is the same in memory and on disk, so that
 * opening it costs no parsing. Little endian, as every machine with a browser is; sections start at multiples of 8.
 *
 *   head       16 × u32: magic, entries, passages, terms, blocks, length of each byte section
 *   entries    time f64 · size, words, first passage, end of key u32 · group, class, words of name u8
 *   passages   first line u32 · lines, words u16
 *   blocks     where each 16th term starts in the dictionary, and its postings u32
 *   keys       UTF-8, end to end
 *   dictionary per term: letters shared with the one before u8 · rest's length u8 · rest · entries it is in, bytes of its
 *              body and title postings (varints). Sorted by bytes. 16 terms are a block, whose first shares nothing.
 *   postings   per term: body: varint (distance to the passage before × 4 + code), code 0: once, 1: twice, 2: a byte says how
 *              often, 3: the same, and the word is defined there; title: varint (distance to the entry before × 2 + in name)
 */
import { AgentError } from "../errors.js";
import { indexWords } from "./index-words.js";

export const SEGMENT_MAGIC = 0x31474553;
export const BLOCK_TERMS = 16;
/** A flag in a posting's count: the word is defined there, not merely used. */
export const DEFINED = 0x80;

export interface SearchSegment {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entries: number;
  readonly passages: number;
  readonly terms: number;
  readonly times: Float64Array;
  readonly sizes: Uint32Array;
  /** Words in the body of an entry. */
  readonly words: Uint32Array;
  /** The first passage of each entry, and the number of passages at the end. */
  readonly firstPassage: Uint32Array;
  readonly keyEnds: Uint32Array;
  readonly groups: Uint8Array;
  readonly fileClasses: Uint8Array;
  readonly nameWords: Uint8Array;
  readonly fromLines: Uint32Array;
  readonly lineCounts: Uint16Array;
  readonly passageWords: Uint16Array;
  /** The entry of each passage. */
  readonly entryOf: Uint32Array;
  readonly blocks: Uint32Array;
  readonly keys: Uint8Array;
  readonly dictionary: Uint8Array;
  readonly postings: Uint8Array;
}

/** The places of a term's postings. */
export interface Term {
  readonly entries: number;
  readonly bodyAt: number;
  readonly titleAt: number;
  readonly end: number;
}

const HEAD_WORDS = 16;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The sections of a segment in order, with their bytes: the only place that defines the layout. */
export function layOut(counts: {
  readonly entries: number;
  readonly passages: number;
  readonly blocks: number;
  readonly keys: number;
  readonly dictionary: number;
  readonly postings: number;
}) {
  let at = HEAD_WORDS * 4;
  const take = (bytes: number) => {
    const start = at;
    at += Math.ceil(bytes / 8) * 8;
    return start;
  };
  const { entries, passages } = counts;
  const places = {
    times: take(entries * 8),
    sizes: take(entries * 4),
    words: take(entries * 4),
    firstPassage: take((entries + 1) * 4),
    keyEnds: take(entries * 4),
    groups: take(entries),
    fileClasses: take(entries),
    nameWords: take(entries),
    fromLines: take(passages * 4),
    lineCounts: take(passages * 2),
    passageWords: take(passages * 2),
    blocks: take(counts.blocks * 8),
    keys: take(counts.keys),
    dictionary: take(counts.dictionary),
    postings: take(counts.postings),
  };
  return { ...places, end: at };
}

/** A segment over bytes that start at a multiple of 8 in their buffer. `DamagedDataError` if they are no segment. */
export function openSegment(bytes: Uint8Array<ArrayBuffer>): SearchSegment {
  const { buffer, byteOffset } = bytes;
  const damaged = () => new AgentError("DamagedDataError", indexWords.damagedSegment);
  if (bytes.length < HEAD_WORDS * 4) throw damaged();
  const head = new Uint32Array(buffer, byteOffset, HEAD_WORDS);
  const [magic, entries = 0, passages = 0, terms = 0, blocks = 0, keys = 0, dictionary = 0, postings = 0] = head;
  const places = layOut({ entries, passages, blocks, keys, dictionary, postings });
  if (magic !== SEGMENT_MAGIC || places.end !== bytes.length) throw damaged();
  const u32 = (place: number, count: number) => new Uint32Array(buffer, byteOffset + place, count);
  const u16 = (place: number, count: number) => new Uint16Array(buffer, byteOffset + place, count);
  const u8 = (place: number, count: number) => new Uint8Array(buffer, byteOffset + place, count);
  const firstPassage = u32(places.firstPassage, entries + 1);
  return {
    bytes,
    entries,
    passages,
    terms,
    times: new Float64Array(buffer, byteOffset + places.times, entries),
    sizes: u32(places.sizes, entries),
    words: u32(places.words, entries),
    firstPassage,
    keyEnds: u32(places.keyEnds, entries),
    groups: u8(places.groups, entries),
    fileClasses: u8(places.fileClasses, entries),
    nameWords: u8(places.nameWords, entries),
    fromLines: u32(places.fromLines, passages),
    lineCounts: u16(places.lineCounts, passages),
    passageWords: u16(places.passageWords, passages),
    entryOf: entriesOf(firstPassage, passages),
    blocks: u32(places.blocks, blocks * 2),
    keys: u8(places.keys, keys),
    dictionary: u8(places.dictionary, dictionary),
    postings: u8(places.postings, postings),
  };
}

function entriesOf(firstPassage: Uint32Array, passages: number): Uint32Array {
  const entryOf = new Uint32Array(passages);
  for (let entry = 0; entry + 1 < firstPassage.length; entry++) {
    entryOf.fill(entry, firstPassage[entry]!, firstPassage[entry + 1]!);
  }
  return entryOf;
}

export function keyOf(segment: SearchSegment, entry: number): string {
  const start = entry === 0 ? 0 : segment.keyEnds[entry - 1]!;
  return decoder.decode(segment.keys.subarray(start, segment.keyEnds[entry]!));
}

/** True if the key of an entry begins with these bytes of UTF-8; makes no string. */
export function keyBegins({ keys, keyEnds }: SearchSegment, entry: number, beginning: Uint8Array): boolean {
  const start = entry === 0 ? 0 : keyEnds[entry - 1]!;
  if (keyEnds[entry]! - start < beginning.length) return false;
  for (let at = 0; at < beginning.length; at++) if (keys[start + at] !== beginning[at]) return false;
  return true;
}

export function findTerm(segment: SearchSegment, text: string): Term | undefined {
  const wanted = encoder.encode(text);
  for (const { bytes, length, term } of termsFrom(segment, wanted)) {
    const order = compareBytes(bytes, length, wanted);
    if (order >= 0) return order === 0 ? term() : undefined;
  }
  return undefined;
}

/** The terms with this beginning. */
export function* termsWithPrefix(segment: SearchSegment, prefix: string): Generator<string> {
  const wanted = encoder.encode(prefix);
  for (const { bytes, length } of termsFrom(segment, wanted)) {
    if (startsWith(bytes, length, wanted)) yield decoder.decode(bytes.subarray(0, length));
    else if (compareBytes(bytes, length, wanted) > 0) return;
  }
}

/** Every term, in order of their bytes. */
export const allTerms = (segment: SearchSegment): Generator<Cursor> => termsFrom(segment, new Uint8Array());

export interface Cursor {
  /** The letters of the term are the first `length` of these; they change with the next step. */
  readonly bytes: Uint8Array;
  length: number;
  term(): Term;
}

/** Walks the dictionary from the block that the wanted term would be in. */
function* termsFrom(segment: SearchSegment, wanted: Uint8Array): Generator<Cursor> {
  const { dictionary, blocks, terms } = segment;
  const firstBlock = findBlock(segment, wanted);
  if (firstBlock < 0) return;
  const bytes = new Uint8Array(256);
  const reader = { at: blocks[firstBlock * 2]! };
  let postingsAt = blocks[firstBlock * 2 + 1]!;
  let current: Term = { entries: 0, bodyAt: 0, titleAt: 0, end: 0 };
  const cursor: Cursor = { bytes, length: 0, term: () => current };
  for (let index = firstBlock * BLOCK_TERMS; index < terms; index++) {
    const shared = dictionary[reader.at]!;
    const rest = dictionary[reader.at + 1]!;
    bytes.set(dictionary.subarray(reader.at + 2, reader.at + 2 + rest), shared);
    reader.at += 2 + rest;
    cursor.length = shared + rest;
    const entries = readVarint(dictionary, reader);
    const titleAt = postingsAt + readVarint(dictionary, reader);
    const end = titleAt + readVarint(dictionary, reader);
    current = { entries, bodyAt: postingsAt, titleAt, end };
    postingsAt = end;
    yield cursor;
  }
}

/** The last block whose first term is not past the wanted one; the first block if all are; -1 if there is none. */
function findBlock({ dictionary, blocks }: SearchSegment, wanted: Uint8Array): number {
  let low = 0;
  let high = blocks.length / 2 - 1;
  if (high < 0) return -1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const at = blocks[middle * 2]!;
    const length = dictionary[at + 1]!;
    if (compareBytes(dictionary.subarray(at + 2, at + 2 + length), length, wanted) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function compareBytes(bytes: Uint8Array, length: number, wanted: Uint8Array): number {
  const shorter = Math.min(length, wanted.length);
  for (let at = 0; at < shorter; at++) {
    const difference = bytes[at]! - wanted[at]!;
    if (difference !== 0) return difference;
  }
  return length - wanted.length;
}

function startsWith(bytes: Uint8Array, length: number, prefix: Uint8Array): boolean {
  if (length < prefix.length) return false;
  return prefix.every((byte, at) => bytes[at] === byte);
}

function readVarint(bytes: Uint8Array, reader: { at: number }): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[reader.at++]!;
    value |= (byte & 127) << shift;
    if (!(byte >= 128)) return value >>> 0;
  }
}

/** Postings read from a segment: the first `count` of each array. The next reading uses the arrays again. */
interface Postings {
  count: number;
  /** Passages, or entries for a title. */
  places: Uint32Array;
  /** The count of the word there, with `DEFINED`; for a title 1 if it is in the name, else 0. */
  counts: Uint8Array;
}

export const createPostings = (): Postings => ({
  count: 0,
  places: new Uint32Array(1024),
  counts: new Uint8Array(1024),
});

export function readBody({ postings }: SearchSegment, { bodyAt, titleAt }: Term, into: Postings): void {
  makeRoom(into, titleAt - bodyAt);
  const { places, counts } = into;
  let at = bodyAt;
  let place = 0;
  let count = 0;
  while (at < titleAt) {
    let byte = postings[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = postings[at++]!;
      value |= (byte & 127) << shift;
    }
    place += value >>> 2;
    const code = value & 3;
    places[count] = place;
    counts[count++] = code < 2 ? code + 1 : postings[at++]! | (code === 3 ? DEFINED : 0);
  }
  into.count = count;
}

export function readTitle({ postings }: SearchSegment, { titleAt, end }: Term, into: Postings): void {
  makeRoom(into, end - titleAt);
  const reader = { at: titleAt };
  let place = 0;
  let count = 0;
  while (reader.at < end) {
    const value = readVarint(postings, reader);
    place += value >>> 1;
    into.places[count] = place;
    into.counts[count++] = value & 1;
  }
  into.count = count;
}

/** Room for `needed` bytes of postings, each of which takes a byte at least. */
function makeRoom(postings: Postings, needed: number): void {
  if (needed <= postings.places.length) return;
  postings.places = new Uint32Array(needed * 2);
  postings.counts = new Uint8Array(needed * 2);
}
