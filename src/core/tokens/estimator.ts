/**
 * The estimate of tokens before the exact tokenizer has loaded (T2): one pass over the text, two look-ups a character. The features are
 * defined in estimator-shape.ts, their weights were learnt (estimator-weights.ts).
 */
import { buildAutomaton, CLASS_GROUP, CLASSES, classTable, CHARACTER_GROUPS, ZERO } from "./estimator-shape.js";
import { FREQUENT, GROUP_PAIRS, PAIRS, STATES } from "./estimator-weights.js";

/** Weights are summed as whole numbers of 1/256 token: fast, and the same on every machine. */
const UNIT = 256;
/** Characters whose weights are summed in 32 bits: far below what overflows. */
const BLOCK = 1 << 16;
/** A group fits into 5 bits. Weights stand in the upper half of a number, a group or a state's row in the lower. */
const GROUP_BITS = 5;
const GROUP_MASK = (1 << GROUP_BITS) - 1;
const NEWLINE = 10;

/** From this many characters on, the halves of a block are walked side by side: each step waits for the one before. */
const HALVES_FROM = 1 << 10;
/** After this many characters it does not matter where a walk began (R3). */
const FORGOTTEN = 64;

interface Tables {
  /** By UTF-16 unit. */
  readonly classes: Uint8Array;
  /** By the class before (upper byte) and this one: the pair's weight, and this one's group. */
  readonly pairs: Int32Array;
  /** By the state's row and the group: the step's weight, and the row of the next state. */
  readonly steps: Int32Array;
  readonly start: number;
  readonly atEnd: Uint8Array;
}

let tables: Tables | undefined;

/** Tokens of the text as the Gemma tokenizer would count them, within a few per cent; always an estimate. */
export function estimateTokens(text: string): number {
  if (text === "") return 0;
  // All names in the loop are local: a bundler makes module constants into variables, which are read at every turn.
  const { classes, pairs, steps, start, atEnd } = (tables ??= buildTables());
  const groupMask = GROUP_MASK;
  const block = BLOCK;
  let total = 0;
  let state = start;
  let last = NEWLINE << 8;
  for (let from = 0; from < text.length; from += block) {
    const to = Math.min(text.length, from + block);
    const half = to - from < HALVES_FROM ? 0 : (to - from) >> 1;
    let other = to - half;
    let sum = 0;
    let at = from;
    if (half > 0) {
      let otherState = start;
      let otherLast = 0;
      for (let before = other - FORGOTTEN; before < other; before++) {
        const kind = classes[text.charCodeAt(before)]!;
        otherState = steps[otherState + (pairs[kind]! & groupMask)]! & 0xffff;
        otherLast = kind << 8;
      }
      // An odd block leaves one character between the halves.
      const middle = other;
      for (const stop = from + half; at < stop; at++, other++) {
        const kind = classes[text.charCodeAt(at)]!;
        const otherKind = classes[text.charCodeAt(other)]!;
        const pair = pairs[last | kind]!;
        const otherPair = pairs[otherLast | otherKind]!;
        const step = steps[state + (pair & groupMask)]!;
        const otherStep = steps[otherState + (otherPair & groupMask)]!;
        sum = (sum + ((pair + step) >> 16)) | 0;
        sum = (sum + ((otherPair + otherStep) >> 16)) | 0;
        state = step & 0xffff;
        otherState = otherStep & 0xffff;
        last = kind << 8;
        otherLast = otherKind << 8;
      }
      if (at < middle) {
        const pair = pairs[last | classes[text.charCodeAt(at)]!]!;
        sum = (sum + ((pair + steps[state + (pair & groupMask)]!) >> 16)) | 0;
      }
      at = to;
      state = otherState;
      last = otherLast;
    }
    for (; at < to; at++) {
      const kind = classes[text.charCodeAt(at)]!;
      const pair = pairs[last | kind]!;
      const step = steps[state + (pair & groupMask)]!;
      sum = (sum + ((pair + step) >> 16)) | 0;
      state = step & 0xffff;
      last = kind << 8;
    }
    total += sum;
  }
  total += UNIT * atEnd[state >> GROUP_BITS]!;
  return Math.max(1, Math.round(total / UNIT));
}

function buildTables(): Tables {
  const { states, start, next, exact, weight, atEnd } = buildAutomaton();
  const width = CHARACTER_GROUPS.length;
  const pairs = new Int32Array(CLASSES << 8);
  for (let one = 0; one < CLASSES; one++)
    for (let other = 0; other < CLASSES; other++) {
      const group = CLASS_GROUP[other]!;
      const fine = twoCharacters(GROUP_PAIRS, CLASS_GROUP[one]! * width + group);
      pairs[(one << 8) | other] = ((fine + PAIR_STEP * oneCharacter(PAIRS[one]!, other)) << 16) | group;
    }
  const steps = new Int32Array(states << GROUP_BITS);
  for (let state = 0; state < states; state++)
    for (let group = 0; group < width; group++) {
      const at = state * width + group;
      const learnt = weight[at]! < 0 ? 0 : twoCharacters(STATES, weight[at]!);
      steps[(state << GROUP_BITS) | group] = ((learnt + UNIT * exact[at]!) << 16) | (next[at]! << GROUP_BITS);
    }
  return { classes: classTable(FREQUENT), pairs, steps, start: start << GROUP_BITS, atEnd };
}

/** Pairs of classes are many and small, so they are kept coarsely: 1/16 token. */
const PAIR_STEP = UNIT / 16;
const LEVELS = 45;
const BASE = 2 * LEVELS + 1;

/** Weights that are missing at the end of a row are 0. */
const oneCharacter = (text: string, index: number): number =>
  index < text.length ? text.charCodeAt(index) - ZERO - LEVELS : 0;
const twoCharacters = (text: string, index: number): number =>
  (text.charCodeAt(2 * index) - ZERO - LEVELS) * BASE + text.charCodeAt(2 * index + 1) - ZERO - LEVELS;
