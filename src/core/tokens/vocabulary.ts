/**
 * The vocabulary: the pieces of the Gemma tokenizer, read from the packed binary of `src/build/vocabulary.ts` into typed arrays. It answers
 * whether a span is a piece, whether two characters stand side by side in a piece, and whether a text is a symbol.
 *
 * A piece's index is its rank: characters first, then merged pieces in the order in which merging makes them, then symbols (tags such as
 * `<h1>`), which are matched in the text before any merging. A space is stored as a space, where the original has U+2581.
 *
 * The packed binary, little endian: magic; counts of characters, merged pieces and unreachable ones; bytes of symbols and of characters
 * (five uint32); ranks of the unreachable pieces (uint32 each); symbols, joined by newlines, and characters, both UTF-8; then the two parts
 * of each merged piece, as six planes of bytes (left low, middle, high, right low, middle, high). Parts always come before the whole, so
 * text, hash and neighbours of a piece follow from theirs in constant time: 236,249 pieces are ready in some 40 ms
 * (`npm run bench -- opening`).
 */
import { AgentError } from "../errors.js";
import { damagedVocabulary } from "./token-words.js";
import { NONE, ShortPieces } from "./short-piece-table.js";

/** "PLV1". */
const MAGIC = 0x31564c50;

/** The kind of a UTF-16 unit. Units that may merge with others are `ORDINARY`. */
export const ORDINARY = 0;
export const SPACE = 1;
/** U+2581, which the vocabulary writes for a space; in a text it is nearly, not quite, the same (R4). */
export const BLOCK = 2;
export const NEWLINE = 3;
export const TAB = 4;
export const DIGIT = 5;
/** A unit in no piece: it counts as its UTF-8 bytes. */
export const UNKNOWN = 6;
/** The first half of a character beyond U+FFFF. */
export const HIGH = 7;
/** `<` and `[`: ordinary, but a symbol may start here. */
export const OPENER = 8;

/** Whether two ASCII units may stand side by side in a piece. */
export const NEVER = 0;
export const ALWAYS = 1;
/** In some longer piece, but no piece of their own: their neighbours decide. */
const PERHAPS = 2;
/** The second is an opener. */
export const OPENS = 3;
/** `>` and a space: they meet in the one piece with an inner space, `> </`. */
export const INNER_SPACE = 4;

/** Polynomial hash: any odd multiplier with well spread bits will do. */
const BASE = 0x2f0b4a27;
/** For 148,519 pieces of more than four units and some 6,300 symbols: 6 of 10 slots are taken. */
const TABLE_BITS = 18;
const TABLE_MASK = (1 << TABLE_BITS) - 1;
/** 18 bits of a slot are the index (262,144 > 261,800), the other 14 a part of the hash. */
const INDEX_MASK = (1 << 18) - 1;
/** 1.5 million units in all; that leaves 5 bits for a length. */
const OFFSET_BITS = 26;
const OFFSET_MASK = (1 << OFFSET_BITS) - 1;

/** Pieces of up to this many units are looked up by their units. */
export const FEW = 4;

const SPACE_UNIT = 0x20;
const BLOCK_UNIT = 0x2581;

export const addUnit = (hash: number, unit: number): number => (Math.imul(hash, BASE) + unit) | 0;

const mix = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return once ^ (once >>> 15);
};

const markOf = (mixed: number): number => (mixed >>> 24) | 1;

export const neighbours = (left: number, right: number): number =>
  (Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) >>> 11;

export class Vocabulary {
  /** The merged pieces that their own characters do not merge to, such as `▁YYYY`. They still count on the way to others. */
  readonly unreachable: ReadonlySet<number>;
  /** Class of each UTF-16 unit. */
  readonly kinds = new Uint8Array(0x10000);
  /** For two ASCII units, `left << 7 | right`. */
  readonly joins = new Uint8Array(1 << 14);
  /** A bit for every three ASCII units that stand side by side in a piece. */
  readonly triples = new Uint32Array(1 << 16);
  /** A bit for every hash of two units that stand side by side in a piece. */
  readonly pairs = new Uint32Array(1 << 16);
  /** Powers of the hash's base, up to the longest piece. */
  readonly powers: Int32Array;
  readonly longest: number;
  readonly longestSymbol: number;

  readonly #firstSymbol: number;
  readonly #units: Uint16Array;
  /** A byte of the hash in each slot, 0 for a free one: most look-ups end here, in 0.25 MB instead of 2. */
  readonly #marks = new Uint8Array(1 << TABLE_BITS);
  /** Two numbers a slot: part of the hash above the index; the length above where the units begin. */
  readonly #table = new Int32Array(2 << TABLE_BITS);
  readonly #short = new ShortPieces();
  /** A bit for every known character beyond U+FFFF. */
  readonly #astral = new Uint32Array(0x100000 >> 5);

  constructor(packed: Uint8Array) {
    const { characters, symbols, unreachable, planes } = unpack(packed);
    const firstMerged = characters.length;
    const count = planes.length / 6;
    this.#firstSymbol = firstMerged + count;
    this.unreachable = new Set(unreachable);

    const total = this.#firstSymbol + symbols.length;
    const offsets = new Int32Array(total + 1);
    const hashes = new Int32Array(this.#firstSymbol);
    let longest = 0;
    for (let index = 0; index < firstMerged; index++) offsets[index + 1] = offsets[index]! + characters[index]!.length;
    for (let index = firstMerged; index < this.#firstSymbol; index++) {
      const left = partOf(planes, count, index - firstMerged);
      const right = partOf(planes, count, index - firstMerged + 3 * count);
      const length = offsets[left + 1]! - offsets[left]! + offsets[right + 1]! - offsets[right]!;
      offsets[index + 1] = offsets[index]! + length;
      if (length > longest) longest = length;
    }
    for (const [index, symbol] of symbols.entries()) {
      offsets[this.#firstSymbol + index + 1] = offsets[this.#firstSymbol + index]! + symbol.length;
    }
    this.longest = longest;
    this.longestSymbol = symbols.reduce((most, symbol) => Math.max(most, symbol.length), 0);
    this.powers = new Int32Array(longest + 1);
    this.powers[0] = 1;
    for (let power = 1; power <= longest; power++) this.powers[power] = Math.imul(this.powers[power - 1]!, BASE);

    this.#units = new Uint16Array(offsets[total]!);
    this.#readCharacters(characters, offsets, hashes);
    this.#merge(firstMerged, planes, offsets, hashes);
    this.#readSymbols(symbols, offsets);
  }

  /** Bytes of all typed arrays. */
  get bytes(): number {
    const { kinds, joins, triples, pairs, powers } = this;
    const all = [kinds, joins, triples, pairs, powers, this.#units, this.#marks, this.#table, this.#astral];
    return all.reduce((sum, array) => sum + array.byteLength, this.#short.bytes);
  }

  /** Rank of two units as one piece, or `NONE`. */
  rankOfTwo(left: number, right: number): number {
    return this.#short.rankOfTwo(left, right);
  }

  /** Rank of three or four units as one piece, or `NONE`. */
  rankOfFew(units: Uint16Array, at: number, length: number): number {
    return this.#short.rankOfFew(units, at, length);
  }

  /** Rank of five units or more, or of a symbol, of the given polynomial hash; or `NONE`. */
  rankOfMany(units: Uint16Array, at: number, length: number, hash: number): number {
    const marks = this.#marks;
    const mixed = mix(hash);
    const mark = markOf(mixed);
    for (let slot = mixed & TABLE_MASK; ; slot = (slot + 1) & TABLE_MASK) {
      const found = marks[slot]!;
      if (found === 0) return NONE;
      if (found !== mark) continue;
      const entry = this.#table[2 * slot]!;
      if ((entry ^ mixed) >>> 18 === 0 && this.#equals(this.#table[2 * slot + 1]!, units, at, length)) {
        return entry & INDEX_MASK;
      }
    }
  }

  isKnownAstral(high: number, low: number): boolean {
    const at = ((high & 0x3ff) << 10) | (low & 0x3ff);
    return ((this.#astral[at >> 5]! >>> (at & 31)) & 1) === 1;
  }

  /** Length of the symbol that starts at `units[at]` and ends before `end`; 0 if there is none. */
  symbolAt(units: Uint16Array, at: number, end: number): number {
    // Every symbol closes with the bracket it opened, and holds none inside: `pack` makes sure of it.
    const close = units[at] === 0x3c ? 0x3e : 0x5d;
    const last = Math.min(end, at + this.longestSymbol);
    let hash = units[at]!;
    for (let next = at + 1; next < last; next++) {
      const unit = units[next]!;
      hash = addUnit(hash, unit);
      if (unit === close) {
        const index = this.rankOfMany(units, at, next + 1 - at, hash);
        return index !== NONE && index >= this.#firstSymbol ? next + 1 - at : 0;
      }
      // Symbols are letters, digits, `_` and `/`: leave as soon as this is none.
      if (unit < 0x2f || unit > 0x7a) return 0;
    }
    return 0;
  }

  #equals(place: number, units: Uint16Array, at: number, length: number): boolean {
    if (place >>> OFFSET_BITS !== length) return false;
    const pieces = this.#units;
    const from = place & OFFSET_MASK;
    for (let step = 0; step < length; step++) if (pieces[from + step] !== units[at + step]) return false;
    return true;
  }

  #insert(index: number, hash: number, offset: number, length: number): void {
    const table = this.#table;
    const mixed = mix(hash);
    let slot = mixed & TABLE_MASK;
    while (this.#marks[slot] !== 0) slot = (slot + 1) & TABLE_MASK;
    this.#marks[slot] = markOf(mixed);
    table[2 * slot] = (mixed & ~INDEX_MASK) | index;
    table[2 * slot + 1] = (length << OFFSET_BITS) | offset;
  }

  #readCharacters(characters: readonly string[], offsets: Int32Array, hashes: Int32Array): void {
    const { kinds } = this;
    kinds.fill(UNKNOWN);
    kinds.fill(HIGH, 0xd800, 0xdc00);
    for (const [index, character] of characters.entries()) {
      const high = character.charCodeAt(0);
      const at = offsets[index]!;
      this.#units[at] = high;
      hashes[index] = high;
      if (character.length === 1) {
        kinds[high] = ORDINARY;
        continue;
      }
      const low = character.charCodeAt(1);
      this.#units[at + 1] = low;
      hashes[index] = addUnit(high, low);
      const bit = ((high & 0x3ff) << 10) | (low & 0x3ff);
      this.#astral[bit >> 5]! |= 1 << (bit & 31);
    }
    kinds[SPACE_UNIT] = SPACE;
    kinds[BLOCK_UNIT] = BLOCK;
    kinds[0x0a] = NEWLINE;
    kinds[0x09] = TAB;
    kinds.fill(DIGIT, 0x30, 0x3a);
    kinds[0x3c] = kinds[0x5b] = OPENER;
  }

  #merge(firstMerged: number, planes: Uint8Array, offsets: Int32Array, hashes: Int32Array): void {
    const { joins, triples, pairs, powers } = this;
    const units = this.#units;
    const count = planes.length / 6;
    for (let index = firstMerged; index < this.#firstSymbol; index++) {
      const left = partOf(planes, count, index - firstMerged);
      const right = partOf(planes, count, index - firstMerged + 3 * count);
      const leftLength = offsets[left + 1]! - offsets[left]!;
      const rightLength = offsets[right + 1]! - offsets[right]!;
      const at = offsets[index]!;
      const seam = at + leftLength;
      for (let step = 0; step < leftLength; step++) units[at + step] = units[offsets[left]! + step]!;
      for (let step = 0; step < rightLength; step++) units[seam + step] = units[offsets[right]! + step]!;
      const hash = (hashes[index] = (Math.imul(hashes[left]!, powers[rightLength]!) + hashes[right]!) | 0);
      const length = leftLength + rightLength;
      if (length > FEW) this.#insert(index, hash, at, length);
      else this.#short.insert(units, at, length, index);

      // Neighbours inside the parts are known already; only those at the seam are new.
      const before = units[seam - 1]!;
      const after = units[seam]!;
      const pair = neighbours(before, after);
      pairs[pair >>> 5]! |= 1 << (pair & 31);
      if (before > 127 || after > 127) continue;
      const both = (before << 7) | after;
      if (length === 2) joins[both] = ALWAYS;
      else if (joins[both] === NEVER) joins[both] = PERHAPS;
      if (leftLength > 1 && units[seam - 2]! < 128) setTriple(triples, units[seam - 2]!, before, after);
      if (rightLength > 1 && units[seam + 1]! < 128) setTriple(triples, before, after, units[seam + 1]!);
    }
    for (let left = 0; left < 128; left++) {
      for (const opener of [0x3c, 0x5b]) {
        if (joins[(left << 7) | opener] !== NEVER) joins[(left << 7) | opener] = OPENS;
      }
    }
    joins[(0x3e << 7) | SPACE_UNIT] = INNER_SPACE;
  }

  #readSymbols(symbols: readonly string[], offsets: Int32Array): void {
    for (const [step, symbol] of symbols.entries()) {
      const index = this.#firstSymbol + step;
      let hash = 0;
      for (let at = 0; at < symbol.length; at++) {
        hash = addUnit(hash, symbol.charCodeAt(at));
        this.#units[offsets[index]! + at] = symbol.charCodeAt(at);
      }
      this.#insert(index, hash, offsets[index]!, symbol.length);
    }
  }
}

export const hasTriple = (triples: Uint32Array, first: number, second: number, third: number): boolean =>
  ((triples[(first << 9) | (second << 2) | (third >> 5)]! >>> (third & 31)) & 1) === 1;

function setTriple(triples: Uint32Array, first: number, second: number, third: number): void {
  triples[(first << 9) | (second << 2) | (third >> 5)]! |= 1 << (third & 31);
}

/** A part's rank, from three planes of `count` bytes each. */
const partOf = (planes: Uint8Array, count: number, at: number): number =>
  planes[at]! | (planes[at + count]! << 8) | (planes[at + 2 * count]! << 16);

function unpack(packed: Uint8Array) {
  const damaged = () => new AgentError("DamagedDataError", damagedVocabulary);
  if (packed.length < 24) throw damaged();
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const field = (index: number) => view.getUint32(index * 4, true);
  if (field(0) !== MAGIC) throw damaged();
  const count = field(2);
  const symbolsAt = 24 + field(3) * 4;
  const charactersAt = symbolsAt + field(4);
  const planesAt = charactersAt + field(5);
  if (planesAt + count * 6 !== packed.length) throw damaged();

  const decoder = new TextDecoder();
  const symbols = decoder.decode(packed.subarray(symbolsAt, charactersAt)).split("\n");
  const characters = [...decoder.decode(packed.subarray(charactersAt, planesAt))];
  if (characters.length !== field(1)) throw damaged();
  const planes = packed.subarray(planesAt);
  const unreachable = Array.from({ length: field(3) }, (_, index) => field(6 + index));
  return { characters, symbols, unreachable, planes };
}
