/**
 * The exact tokenizer counts over a packed vocabulary (T3): as many tokens as the reference tokenizer makes of a text, to the token. It
 * never says which tokens: a budget needs only the count.
 *
 * A text is cut into segments that no piece crosses; each is then one piece, or is in the cache, or is merged (bpe-merge.ts). The cuts:
 * R1 Newlines and tabs are in no piece but their own runs, which go in blocks of 31.
 * R2 A run of n = 31 k + r spaces is k pieces, and one more for r ≥ 2; with r = 1 the last space begins the next segment.
 * R3 A space is in the middle of one piece only, `> </`.
 * R4 U+2581 is a space, except that two or more of it are blocks of their own, apart from the spaces beside them.
 * R5 An ASCII digit is always a piece alone.
 * R6 Symbols (`<h1>`, `<bos>`, `<unused7>`, `[multimodal]`) are found first, and one token each.
 * R7 A character of no piece is as many tokens as it has bytes in UTF-8.
 * R8 Two characters that stand side by side in no piece are cut; ASCII ones also if they are no piece of their own and stand side by side
 *    in no piece with the character before or after them.
 * R9 A lone surrogate counts as U+FFFD, which is what a server is sent.
 */
import { Merging } from "./bpe-merge.js";
import { SegmentCache, hashOfUnits } from "./count-cache.js";
import { NONE } from "./short-piece-table.js";
import {
  ALWAYS,
  BLOCK,
  DIGIT,
  FEW,
  HIGH,
  INNER_SPACE,
  NEVER,
  NEWLINE,
  OPENER,
  OPENS,
  ORDINARY,
  SPACE,
  TAB,
  UNKNOWN,
  Vocabulary,
  addUnit,
  hasTriple,
  neighbours,
} from "./vocabulary.js";

export interface Tokenizer {
  count(text: string): number;
  /** Bytes of the typed arrays that are kept between calls. */
  readonly bytes: number;
}

/** The longest run that is a piece. */
const RUN = 31;
/** Units read at a time: they stay in the processor's first cache. */
const WINDOW = 8192;
/** For fewer units a loop is faster than a call of the encoder. */
const WORTHWHILE = 256;
/** Longest segments of the three caches (places of 16, 32 and 64 bytes). In mixed text 3 of 4 have up to 6 units, less than 1 % over 24. */
const SHORT = 6;
const MIDDLE = 14;
const LONG = 30;
/** No decision looks further ahead than a space, a tag's opener and the longest symbol (18 units). */
const AHEAD = 32;

export function openTokenizer(packed: Uint8Array): Tokenizer {
  const counter = new Counter(new Vocabulary(packed));
  return {
    count: (text) => counter.run(text),
    get bytes() {
      return counter.bytes;
    },
  };
}

class Counter {
  readonly #vocabulary: Vocabulary;
  readonly #merging: Merging;
  readonly #short = new SegmentCache(SHORT, 1 << 16);
  readonly #middle = new SegmentCache(MIDDLE, 1 << 16);
  readonly #long = new SegmentCache(LONG, 1 << 13);
  #units = new Uint16Array(WINDOW);
  #view = new DataView(this.#units.buffer);
  readonly #encoder = new TextEncoder();
  readonly #bytes = new Uint8Array(WINDOW);
  /** Whether the text has been ASCII so far. */
  #isAscii = true;
  #tokens = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#merging = new Merging(vocabulary);
  }

  get bytes(): number {
    return (
      this.#vocabulary.bytes +
      this.#merging.bytes +
      this.#short.bytes +
      this.#middle.bytes +
      this.#long.bytes +
      this.#units.byteLength +
      this.#bytes.byteLength
    );
  }

  /** Counts the text window by window; units after the last sure cut are carried to the start of the next window. */
  run(text: string): number {
    this.#tokens = 0;
    let read = 0;
    let carried = 0;
    this.#isAscii = true;
    for (;;) {
      const filled = this.#fill(carried, text, read);
      read += filled - carried;
      const isLast = read === text.length;
      const done = this.#scan(filled, isLast);
      carried = filled - done;
      if (isLast) {
        if (this.#units.length > WINDOW) this.#use(new Uint16Array(WINDOW));
        return this.#tokens;
      }
      if (done > 0) this.#units.copyWithin(0, done, filled);
      else {
        // A segment longer than the window.
        const grown = new Uint16Array(this.#units.length * 2);
        grown.set(this.#units);
        this.#use(grown);
      }
    }
  }

  /** Fills the window behind `at` with the text from `from` on; answers how far. */
  #fill(at: number, text: string, from: number): number {
    const units = this.#units;
    const end = Math.min(units.length, at + text.length - from);
    while (this.#isAscii && end - at >= WORTHWHILE) {
      const copied = this.#copyAscii(at, text, from, end - at);
      this.#isAscii = copied > 0;
      at += copied;
      from += copied;
    }
    return at + copyUnits(units, at, text, from, end - at);
  }

  /** Reads ASCII by the platform's encoder, which is faster than a loop; 0 if the text is not ASCII. */
  #copyAscii(at: number, text: string, from: number, count: number): number {
    const bytes = this.#bytes;
    const wanted = Math.min(count, bytes.length);
    const { read, written } = this.#encoder.encodeInto(text.substring(from, from + wanted), bytes);
    if (read !== wanted || written !== wanted) return 0;
    this.#units.set(wanted === bytes.length ? bytes : bytes.subarray(0, wanted), at);
    return wanted;
  }

  #use(units: Uint16Array<ArrayBuffer>): void {
    this.#units = units;
    this.#view = new DataView(units.buffer);
  }

  /** Counts `units[0, end)`; answers where it stopped: at the end if it `isFinal`, else at the last sure cut. */
  #scan(end: number, isFinal: boolean): number {
    const units = this.#units;
    const vocabulary = this.#vocabulary;
    const { kinds, joins, triples, pairs } = vocabulary;
    const limit = isFinal ? end : end - AHEAD;
    let tokens = 0;
    let at = 0;

    while (at < limit) {
      const unit = units[at]!;
      const kind = kinds[unit]!;
      let next = at + 1;
      let previous = unit;

      if (kind === SPACE && next < end && !isSpace(units[next]!)) {
        // R2 One space, the commonest of all: the segment begins with it.
      } else if (kind !== ORDINARY) {
        if (kind === SPACE || kind === BLOCK) {
          // R2, R4
          const isBlocks = kind === BLOCK && next < end && units[next] === unit;
          next = isBlocks ? endOfRun(units, at, end) : endOfSpaces(units, at, end);
          if (next === end && !isFinal) {
            const sure = Math.floor((next - at - 1) / RUN);
            this.#tokens += tokens + sure;
            return at + sure * RUN;
          }
          const length = next - at;
          const rest = length % RUN;
          tokens += (length - rest) / RUN;
          if (rest !== 1) {
            if (rest > 1) tokens++;
            at = next;
            continue;
          }
          at = next - 1;
          previous = units[at] = SPACE_UNIT;
          if (isBlocks && next < end && isSpace(units[next]!)) continue;
        } else if (kind === NEWLINE || kind === TAB) {
          // R1
          next = endOfRun(units, at, end);
          if (next === end && !isFinal) {
            const sure = Math.floor((next - at) / RUN);
            this.#tokens += tokens + sure;
            return at + sure * RUN;
          }
          tokens += Math.ceil((next - at) / RUN);
          at = next;
          continue;
        } else if (kind === DIGIT) {
          // R5
          tokens++;
          at = next;
          continue;
        } else if (kind === UNKNOWN) {
          // R7
          tokens += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
          at = next;
          continue;
        } else if (kind === HIGH) {
          const low = units[next]!;
          next++;
          if (!vocabulary.isKnownAstral(unit, low)) {
            tokens += 4;
            at = next;
            continue;
          }
          previous = low;
        } else if (kind === OPENER) {
          // R6
          const length = vocabulary.symbolAt(units, at, end);
          if (length > 0) {
            tokens++;
            at += length;
            continue;
          }
        }
      }

      // A segment begins at `at`. R8
      while (next < limit) {
        const unit = units[next]!;
        if ((previous | unit) < 128) {
          const join = joins[(previous << 7) | unit]!;
          if (join !== ALWAYS) {
            if (join === NEVER) break;
            if (join === OPENS) {
              if (vocabulary.symbolAt(units, next, end) > 0) break;
            } else if (join === INNER_SPACE) {
              if (!this.#isInnerSpace(next, end)) break;
            } else if (
              !(next - at > 1 && (units[next - 2]! > 127 || hasTriple(triples, units[next - 2]!, previous, unit))) &&
              !(next + 1 < end && (units[next + 1]! > 127 || hasTriple(triples, previous, unit, units[next + 1]!)))
            ) {
              break;
            }
          }
        } else {
          const kind = kinds[unit]!;
          if (kind === BLOCK) {
            if (previous !== 0x3e || !this.#isInnerSpace(next, end)) break;
            units[next] = SPACE_UNIT;
            continue;
          }
          if (kind !== ORDINARY) {
            if (kind === OPENER ? vocabulary.symbolAt(units, next, end) > 0 : kind !== HIGH) break;
            if (kind === HIGH && !vocabulary.isKnownAstral(unit, units[next + 1]!)) break;
          }
          const pair = neighbours(previous, unit);
          if (((pairs[pair >>> 5]! >>> (pair & 31)) & 1) === 0) break;
          if (kind === HIGH) {
            previous = units[next + 1]!;
            next += 2;
            continue;
          }
        }
        previous = unit;
        next++;
      }
      if (next >= limit && !isFinal) break;
      const length = next - at;
      tokens += length === 1 ? 1 : this.#segment(at, length);
      at = next;
    }
    this.#tokens += tokens;
    return at;
  }

  /** Whether the space at `units[at]`, after a `>`, is inside of a possible `> </`. R3 */
  #isInnerSpace(at: number, end: number): boolean {
    const units = this.#units;
    return (
      at + 2 < end &&
      units[at + 1] === 0x3c &&
      units[at + 2] === 0x2f &&
      this.#vocabulary.symbolAt(units, at + 1, end) === 0
    );
  }

  #segment(at: number, length: number): number {
    if (length > LONG) return this.#merging.count(this.#units, at, length);
    const cache = length <= SHORT ? this.#short : length <= MIDDLE ? this.#middle : this.#long;
    const hash = hashOfUnits(this.#view, at, length);
    const known = cache.find(this.#view, at, length, hash);
    if (known > 0) return known;
    const count = this.#isPiece(at, length) ? 1 : this.#merging.count(this.#units, at, length);
    cache.put(this.#view, at, length, hash, count);
    return count;
  }

  #isPiece(at: number, length: number): boolean {
    const vocabulary = this.#vocabulary;
    if (length > vocabulary.longest) return false;
    const rank = this.#rank(at, length);
    return rank !== NONE && !vocabulary.unreachable.has(rank);
  }

  #rank(at: number, length: number): number {
    const units = this.#units;
    if (length === 2) return this.#vocabulary.rankOfTwo(units[at]!, units[at + 1]!);
    if (length <= FEW) return this.#vocabulary.rankOfFew(units, at, length);
    let hash = 0;
    for (let step = at; step < at + length; step++) hash = addUnit(hash, units[step]!);
    return this.#vocabulary.rankOfMany(units, at, length, hash);
  }
}

const SPACE_UNIT = 0x20;
const BLOCK_UNIT = 0x2581;
const isSpace = (unit: number) => unit === SPACE_UNIT || unit === BLOCK_UNIT;

function endOfRun(units: Uint16Array, at: number, end: number): number {
  let next = at + 1;
  while (next < end && units[next] === units[at]) next++;
  return next;
}

/** The end of a run of spaces, single blocks among them, but not two blocks side by side (R4). */
function endOfSpaces(units: Uint16Array, at: number, end: number): number {
  let next = at + 1;
  while (next < end && isSpace(units[next]!)) {
    if (units[next] === BLOCK_UNIT && next + 1 < end && units[next + 1] === BLOCK_UNIT) break;
    next++;
  }
  return next;
}

/** Copies up to `count` units of the text, lone surrogates made whole (R9); never half a pair. Answers how many. */
function copyUnits(units: Uint16Array, at: number, text: string, from: number, count: number): number {
  for (let step = 0; step < count; step++) {
    const unit = text.charCodeAt(from + step);
    units[at + step] = unit;
    if ((unit & 0xf800) !== 0xd800) continue;
    if (unit < 0xdc00 && (text.charCodeAt(from + step + 1) & 0xfc00) === 0xdc00) {
      if (step + 1 === count) return step;
      step++;
      units[at + step] = text.charCodeAt(from + step);
    } else units[at + step] = 0xfffd;
  }
  return count;
}
