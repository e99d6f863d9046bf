/**
 * Text loops (D2): a stream of text that says the same thing again and again. They are found in one pass, with a constant amount of work
 * a character (D5) and 220 kB, however long the stream and however it is cut into chunks.
 *
 * R1 A window is 50 characters. At each character the window that ends there is looked up among the earlier ones.
 * R2 A loop is a window's tenth occurrence, if the last ten lie at most 250 characters apart on average …
 * R3 … and the nine texts from one occurrence to the next are at most five different ones: a list of distinct items that begin alike is no
 *    loop.
 * R4 Markup resets, code is not searched: see loop-markup.ts.
 * R5 Windows with the same hash are compared by their characters.
 * R6 Nearly all text is new, and that is seen without R1. A window that was there before has 32 characters, an anchor, that began at a
 *    multiple of 16 then. Only anchors are stored, and looked up at each character; where one is found again, the windows since then are
 *    entered, each once, and R1 begins.
 *
 * Gemini CLI searches the last 5,000 characters. By R2 ten occurrences lie within 9 × 250 + 50, so older text decides nothing and is not kept.
 */
import {
  createMarkupReader,
  FORGET,
  FORGET_LINES_BEFORE,
  KEEP,
  KEEP_LINE,
  SKIP,
  type MarkupReader,
} from "./loop-markup.js";

export interface TextLoop {
  readonly kind: "text";
  /** The text that is repeated: the whole sentence, or the window if the text between varies. */
  readonly text: string;
  readonly times: number;
  /** How many characters of the stream had been read when it was found. */
  readonly at: number;
}

interface TextLoopDetector {
  /** Takes the next chunk of the stream. Once a loop is found the answer stays, until reset. */
  push(chunk: string): TextLoop | undefined;
  /** Begins a new stream: at each prompt and after each call of a Tool. */
  reset(): void;
}

const NEWLINE = 10;
const BACKTICK = 96;
const WINDOW = 50;
const TIMES = 10;
const APART = 250;
const PERIODS = 5;
const SPAN = APART * (TIMES - 1);

/** A power of two above SPAN + WINDOW, so that a place in the ring is a mask away. */
const RING = 4_096;
const MASK = RING - 1;
/**
 * With 2,250 windows alive in 32,768 buckets 93 % have theirs to themselves. Half as many took 15 % longer, twice as many
 * 8 % less, for 128 kB more.
 */
const BUCKET_BITS = 15;
/** The chance of this many in one bucket is below 1e-20; the bound makes the work constant for any text. */
const PROBES = 16;
/** R6: 19 of 50 characters may begin an anchor, so at least one of them does at a multiple of 16. */
const ANCHOR = 32;
const STEP_BITS = 4;
const STEP_MASK = (1 << STEP_BITS) - 1;
/** 140 anchors are alive at a time; 32 kB of buckets stay in the processor's first cache. */
const ANCHOR_BITS = 13;
/** A window that was there before ends at most this far behind the first anchor in it that is found again. */
const BEHIND_ANCHOR = WINDOW - ANCHOR;
/** Odd, and with bits all over: a polynomial hash modulo 2³². */
const BASE = 0x2c1b3c6d;
const POWERS = powersOf(BASE, SPAN);
const WINDOW_POWER = POWERS[WINDOW]!;
/** Characters 1,024 apart share a number; an anchor that is taken for another costs a comparison, no more. */
const NOISE_MASK = 1_023;
const NOISE = noise(NOISE_MASK + 1);
/** Positions are 32-bit, good for 2³¹ characters without a reset; the first reset past this starts them anew. */
const FAR_ALONG = 2 ** 30;

export function createTextLoopDetector(markup: MarkupReader = createMarkupReader()): TextLoopDetector {
  // A position counts what was kept; each has its place in the rings at position & MASK.
  const codes = new Uint16Array(RING);
  /** Hash of all before the position, from `summed` backwards as far as windows are kept. */
  const sums = new Int32Array(RING);
  /** The occurrence before this one, of the window that starts there; one older than SPAN does not count. */
  const before = new Int32Array(RING);
  /** Its occurrences up to this one, at most TIMES; only where there is one before. */
  const counts = new Uint8Array(RING);
  // Each bucket lists different windows by their last occurrence, newest first: a search ends at the first that is too old, none is removed.
  const newest = new Int32Array(1 << BUCKET_BITS);
  const older = new Int32Array(RING);
  // Anchors likewise, by where they start; the hash of each stands beside it.
  const newestAnchor = new Int32Array(1 << ANCHOR_BITS);
  const olderAnchor = new Int32Array(RING >> STEP_BITS);
  const anchorHash = new Int32Array(RING >> STEP_BITS);

  let position = RING; // so that 0 is too old from the start
  let floor = position; // no window starts before it
  let entered = position; // windows that start before it are in their buckets, those from it on wait
  let summed = position;
  let trail = 0; // hash of the last 32 characters: each shift moves the one before them out at the top
  let foundAgain = 0; // where the last anchor that was met again ends
  let lineStart = position;
  let read = 0;
  let isPlain = false; // up to the next newline or backtick
  let found: TextLoop | undefined;

  return {
    push(chunk) {
      let index = 0;
      while (!found) {
        if (isPlain && position - foundAgain >= BEHIND_ANCHOR) index = takeNewWords(chunk, index);
        if (index === chunk.length) break;
        const isTenth = take(chunk.charCodeAt(index++));
        if (isTenth) found = loopAt(position - WINDOW, read + index);
      }
      read += index;
      return found;
    },
    reset() {
      markup.reset();
      if (position > FAR_ALONG) {
        newest.fill(0);
        newestAnchor.fill(0);
        before.fill(0);
        position = summed = entered = RING;
        foundAgain = 0;
      }
      // Nothing is emptied otherwise: what starts before the floor is as good as gone.
      floor = position;
      lineStart = position;
      isPlain = false;
      read = 0;
      found = undefined;
    },
  };

  /**
   * Takes plain characters as long as no anchor is found again, which is nearly always, and returns where it stopped: take() must go on
   * from there. This is 10 times as fast as take() for each.
   */
  function takeNewWords(chunk: string, from: number): number {
    // Under names of its own: reading them from the closure each time took 14 % longer.
    const [ring, heads] = [codes, newestAnchor];
    const oldest = Math.max(floor, position - ANCHOR - SPAN);
    let index = from;
    let end = position;
    let hash = trail;
    for (; index < chunk.length; index++) {
      const code = chunk.charCodeAt(index);
      if (code === NEWLINE || code === BACKTICK) break;
      const next = withNext(hash, code);
      const head = heads[next >>> (32 - ANCHOR_BITS)]!;
      if (head >= oldest && isAnchorAgain(head, end + 1 - ANCHOR, next)) break;
      hash = next;
      ring[end & MASK] = code;
      end++;
      if ((end & STEP_MASK) === 0) enterAnchor(end - ANCHOR, hash);
    }
    position = end;
    trail = hash;
    return index;
  }

  /** Takes any character; answers whether it ends a loop. */
  function take(code: number): boolean {
    const sign = isPlain && code !== NEWLINE && code !== BACKTICK ? KEEP_LINE : markup.read(code);
    isPlain = sign === KEEP_LINE;
    if (sign === FORGET_LINES_BEFORE) floor = Math.max(floor, lineStart);
    const isKept = sign !== FORGET && sign !== SKIP;
    const isTenth = isKept && keep(code);
    if (sign === FORGET) floor = position;
    if (code === NEWLINE) lineStart = position;
    return isTenth && (sign === KEEP || sign === KEEP_LINE);
  }

  /** Keeps a character; answers whether it ends a loop. */
  function keep(code: number): boolean {
    trail = withNext(trail, code);
    codes[position & MASK] = code;
    position++;
    const anchor = position - ANCHOR;
    if (isAnchorAgain(newestAnchor[trail >>> (32 - ANCHOR_BITS)]!, anchor, trail)) foundAgain = position;
    if ((position & STEP_MASK) === 0) enterAnchor(anchor, trail);
    const start = position - WINDOW;
    if (start < floor || position - foundAgain > BEHIND_ANCHOR) return false;
    const hash = enterWindows(start);
    return isAgain(start, hash) && counts[start & MASK] === TIMES && isClose(start) && hasFewPeriods(start);
  }

  /** Whether the anchor that starts there is among those of its bucket, of which `head` is the newest. */
  function isAnchorAgain(head: number, start: number, hash: number): boolean {
    const oldest = Math.max(floor, start - SPAN);
    for (let at = head, probes = 0; at >= oldest && probes < PROBES; probes++) {
      const place = (at & MASK) >> STEP_BITS;
      if (anchorHash[place] === hash) return true;
      at = olderAnchor[place]!;
    }
    return false;
  }

  function enterAnchor(start: number, hash: number): void {
    const place = (start & MASK) >> STEP_BITS;
    const bucket = hash >>> (32 - ANCHOR_BITS);
    anchorHash[place] = hash;
    olderAnchor[place] = newestAnchor[bucket]!;
    newestAnchor[bucket] = start;
  }

  /** Enters windows that are not entered yet and not too old, up to the one that starts at `last`; returns the hash of that one. */
  function enterWindows(last: number): number {
    const oldest = Math.max(floor, last - SPAN);
    for (let at = Math.max(summed, oldest); at < last + WINDOW; at++)
      sums[(at + 1) & MASK] = (Math.imul(sums[at & MASK]!, BASE) + codes[at & MASK]! + 1) | 0;
    summed = last + WINDOW;
    let hash = 0;
    for (let start = Math.max(entered, oldest); start <= last; start++) {
      hash = hashOf(start, start + WINDOW, WINDOW_POWER);
      const bucket = hash >>> (32 - BUCKET_BITS); // the high bits: every character has a part in them
      older[start & MASK] = newest[bucket]!;
      newest[bucket] = start;
    }
    entered = last + 1;
    return hash;
  }

  /** Looks for an earlier occurrence in the bucket of the window, and takes its place there. */
  function isAgain(start: number, hash: number): boolean {
    const oldest = Math.max(floor, start - SPAN);
    let nearer = start;
    for (let probes = 0; probes < PROBES; probes++) {
      const last = older[nearer & MASK]!;
      if (last < oldest) return false;
      if (hashOf(last, last + WINDOW, WINDOW_POWER) === hash && isSameWindow(last, start)) {
        older[nearer & MASK] = older[last & MASK]!;
        const isThird = before[last & MASK]! >= last - SPAN;
        counts[start & MASK] = isThird ? Math.min(counts[last & MASK]! + 1, TIMES) : 2;
        before[start & MASK] = last;
        return true;
      }
      nearer = last;
    }
    return false;
  }

  /** R5. If the windows one character earlier were the same, only the last character is in question. */
  function isSameWindow(one: number, other: number): boolean {
    const isNext = before[(other - 1) & MASK] === one - 1;
    for (let at = isNext ? WINDOW - 1 : 0; at < WINDOW; at++)
      if (codes[(one + at) & MASK] !== codes[(other + at) & MASK]) return false;
    return true;
  }

  /** R2. Counts are kept over resets, so each occurrence is checked against the floor as well. */
  function isClose(start: number): boolean {
    const oldest = Math.max(floor, start - SPAN);
    let at = start;
    for (let steps = 1; steps < TIMES; steps++) {
      at = before[at & MASK]!;
      if (at < oldest) return false;
    }
    return true;
  }

  /** R3, by hash first: the texts themselves are read last. */
  function hasFewPeriods(start: number): boolean {
    const seen: number[] = [];
    for (let to = start, steps = 1; steps < TIMES; steps++) {
      const from = before[to & MASK]!;
      const hash = hashOf(from, to, POWERS[to - from]!);
      if (!seen.includes(hash)) seen.push(hash);
      if (seen.length > PERIODS) return false;
      to = from;
    }
    return new Set(periodsBefore(start)).size <= PERIODS;
  }

  function loopAt(start: number, at: number): TextLoop {
    const periods = periodsBefore(start);
    const period = periods[0]!;
    if (new Set(periods).size > 1) return { kind: "text", text: textOf(start, start + WINDOW), times: TIMES, at };
    const times = Math.floor(WINDOW / period.length) + TIMES - 1;
    return { kind: "text", text: period, times: Math.max(times, TIMES), at };
  }

  /** The texts between the last ten occurrences, newest first. */
  function periodsBefore(start: number): string[] {
    const periods: string[] = [];
    for (let to = start; periods.length < TIMES - 1;) {
      const from = before[to & MASK]!;
      periods.push(textOf(from, to));
      to = from;
    }
    return periods;
  }

  function textOf(from: number, to: number): string {
    let text = "";
    for (let at = from; at < to; at++) text += String.fromCharCode(codes[at & MASK]!);
    return text;
  }

  /** Hash of a stretch, from the sums at its ends. */
  function hashOf(from: number, to: number, power: number): number {
    return (sums[to & MASK]! - Math.imul(sums[from & MASK]!, power)) | 0;
  }
}

/** The hash of an anchor with one more character, which 32 shifts later has no part in it any more. */
const withNext = (hash: number, code: number): number => ((hash << 1) + NOISE[code & NOISE_MASK]!) | 0;

/** Numbers without a pattern: with multiples of one, "ac" and "ba" would be the same. */
function noise(count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let at = 0, state = BASE; at < count; at++) {
    state = Math.imul(state ^ (state >>> 15), BASE) + 0x6d2b79f5;
    numbers[at] = state ^ (state >>> 13);
  }
  return numbers;
}

function powersOf(base: number, highest: number): Int32Array {
  const powers = new Int32Array(highest + 1);
  powers[0] = 1;
  for (let exponent = 1; exponent <= highest; exponent++) powers[exponent] = Math.imul(powers[exponent - 1]!, base);
  return powers;
}
