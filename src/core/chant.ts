/**
 * Chants (D2): a stream of text that goes on saying the same thing. One pass, a constant amount of work a character
 * (D5) and about 100 kB, however long the stream and however it is cut into chunks.
 *
 * R1 A window is 50 characters. At each character the window that ends there is looked up among the earlier ones.
 * R2 A chant is a window's tenth occurrence, if the last ten lie at most 250 characters apart on average …
 * R3 … and the nine texts from one occurrence to the next are at most five different ones: a list of distinct items that
 *    begin alike is none.
 * R4 Markup resets, code is not searched: see markup-reset.ts.
 * R5 What is alike by hash is compared for real.
 *
 * Gemini CLI searches the last 5,000 characters. By R2 ten occurrences lie within 9 × 250 + 50, so what is older than
 * that decides nothing and is not kept.
 */
import { createMarkupReader, FORGET, FORGET_LINES_BEFORE, KEEP, SKIP, type MarkupReader } from "./markup-reset.js";

export interface Chant {
  readonly kind: "chant";
  /** What is said again and again: the whole sentence, or the window if what stands between varies. */
  readonly text: string;
  readonly times: number;
  /** How many characters of the stream had been read when it was found. */
  readonly at: number;
}

export interface ChantDetector {
  /** Takes what the stream brought. Once a chant is found the answer stays, until reset. */
  push(chunk: string): Chant | undefined;
  /** A new stream: at each prompt and after each call of a Tool. */
  reset(): void;
}

const WINDOW = 50;
const TIMES = 10;
const APART = 250;
const PERIODS = 5;
const SPAN = APART * (TIMES - 1);

/** A power of two above SPAN + WINDOW, so that a place in the ring is a mask away. */
const RING = 4_096;
const MASK = RING - 1;
/** With 2,250 windows alive in 8,192 buckets nearly every one has its bucket to itself. */
const BUCKET_BITS = 13;
/** The chance of so many in one bucket is below 1e-20; the bound makes the work constant for any text. */
const PROBES = 16;
/** Odd, and with bits all over: a polynomial hash modulo 2³². */
const BASE = 0x2c1b3c6d;
const POWERS = powersOf(BASE, SPAN);
const WINDOW_POWER = POWERS[WINDOW]!;
/** Positions are 32-bit; past this the tables are emptied at the next chance. */
const FAR_ALONG = 2 ** 30;

export function createChantDetector(markup: MarkupReader = createMarkupReader()): ChantDetector {
  // All by position & MASK. A position counts what was kept, from 1 on; 0 is none.
  const codes = new Uint16Array(RING);
  const sums = new Int32Array(RING); // hash of all that was kept before the position
  const hashes = new Int32Array(RING); // of the window that starts there
  const before = new Int32Array(RING); // the same window's occurrence before this one
  const counts = new Uint8Array(RING); // occurrences up to this one, at most TIMES
  // Each bucket is a list of different windows by their last occurrence, newest first, so it may be left at the first
  // one that is too old: nothing ever has to be taken out.
  const newest = new Int32Array(1 << BUCKET_BITS);
  const older = new Int32Array(RING);

  let position = 1;
  let floor = 1; // no window starts before it
  let lineStart = 1;
  let read = 0;
  let found: Chant | undefined;

  return {
    push(chunk) {
      for (let index = 0; index < chunk.length && !found; index++) {
        const code = chunk.charCodeAt(index);
        const sign = markup.read(code);
        read++;
        if (sign === KEEP) {
          keep(code);
          if (position - floor >= WINDOW && isTenth(position - WINDOW)) found = chantAt(position - WINDOW);
        } else if (sign !== SKIP) takeSign(sign, code);
        if (code === 10) lineStart = position;
      }
      return found;
    },
    reset() {
      markup.reset();
      forget();
      read = 0;
      found = undefined;
    },
  };

  function takeSign(sign: number, code: number): void {
    if (sign === FORGET) return forget();
    if (sign === FORGET_LINES_BEFORE) floor = Math.max(floor, lineStart);
    keep(code);
    // Held back, not left out: the window is entered, so that later ones find it.
    if (position - floor >= WINDOW) isTenth(position - WINDOW);
  }

  function keep(code: number): void {
    const sum = Math.imul(sums[position & MASK]!, BASE) + code + 1;
    codes[position & MASK] = code;
    position++;
    sums[position & MASK] = sum;
  }

  /** Must cost the same however much is forgotten: a list of short items resets every few characters. */
  function forget(): void {
    if (position > FAR_ALONG) {
      newest.fill(0);
      before.fill(0);
      position = 1;
    }
    floor = position;
    lineStart = position;
  }

  /** Enters the window into its bucket and says whether it makes a chant. */
  function isTenth(start: number): boolean {
    const hash = hashOf(start, start + WINDOW, WINDOW_POWER);
    const bucket = hash >>> (32 - BUCKET_BITS); // the high bits, which every character has a part in
    const oldest = Math.max(floor, start - SPAN);
    const head = newest[bucket]!;
    let last = head;
    let nearer = 0;
    for (let probes = 0; last >= oldest; probes++) {
      if (probes === PROBES) last = 0;
      else if (hashes[last & MASK] === hash && isSameWindow(last, start)) break;
      else {
        nearer = last;
        last = older[last & MASK]!;
      }
    }
    const again = last >= oldest;
    if (again && nearer > 0) older[nearer & MASK] = older[last & MASK]!;
    older[start & MASK] = again && nearer === 0 ? older[last & MASK]! : head;
    newest[bucket] = start;
    hashes[start & MASK] = hash;
    before[start & MASK] = again ? last : 0;
    const count = again ? Math.min(counts[last & MASK]! + 1, TIMES) : 1;
    counts[start & MASK] = count;
    return count === TIMES && isClose(start) && hasFewPeriods(start);
  }

  /** R5. If the windows one character earlier were the same, only the last character is in question. */
  function isSameWindow(one: number, other: number): boolean {
    if (before[(other - 1) & MASK] === one - 1 && one > 1)
      return codes[(one + WINDOW - 1) & MASK] === codes[(other + WINDOW - 1) & MASK];
    for (let at = 0; at < WINDOW; at++) if (codes[(one + at) & MASK] !== codes[(other + at) & MASK]) return false;
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

  /** R3, by hash first: the texts themselves are read only when all else says that it is a chant. */
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

  function chantAt(start: number): Chant {
    const periods = periodsBefore(start);
    const period = periods[0]!;
    if (new Set(periods).size > 1)
      return { kind: "chant", text: textOf(start, start + WINDOW), times: TIMES, at: read };
    const times = Math.floor(WINDOW / period.length) + TIMES - 1;
    return { kind: "chant", text: period, times: Math.max(times, TIMES), at: read };
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

function powersOf(base: number, highest: number): Int32Array {
  const powers = new Int32Array(highest + 1);
  powers[0] = 1;
  for (let exponent = 1; exponent <= highest; exponent++) powers[exponent] = Math.imul(powers[exponent - 1]!, base);
  return powers;
}
