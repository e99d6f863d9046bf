/**
 * The budget of a context: arithmetic over the ledger's figures, in tokens, that says when it is too full.
 * R1 (O1) Pending Contents overflow if they exceed 0.95 of the room that the limit leaves beside the rest and the answer.
 * R2 (C1) A context is compressed at the threshold, and not again until it has grown by a tenth of the limit since.
 */
import { DEFAULT_THRESHOLD, type Threshold } from "../settings/settings.js";

export interface Room {
  readonly limit: number;
  /** The next request without pending Contents. */
  readonly rest: number;
  /** Tokens set aside for the answer. */
  readonly reserve: number;
}

/** The figures of a `context-will-overflow` event. */
export interface Overflow {
  readonly estimated: number;
  readonly remaining: number;
}

/** Calibration is good for 2 % (T4); the rest is for tokens that a server may add. */
const SAFE = 0.95;
const REGROWTH = 0.1;
/** Gemini takes 8,192 tokens of answer unless a request says otherwise; a small window cannot set aside more than an eighth. */
const ANSWER = 8_192;
const ANSWER_SHARE = 0.125;

/** Tokens to set aside for an answer; `asked` is the limit in the request, if it has one. */
export const reserveFor = (limit: number, asked: number = ANSWER): number =>
  Math.min(asked, Math.floor(limit * ANSWER_SHARE));

/** Below zero in a context that is over-full already. */
export const remainingIn = ({ limit, rest, reserve }: Room): number => limit - rest - reserve;

/** The most that may be pending: tool results are cut to it (X3). Never below zero. */
export const roomIn = (room: Room): number => Math.max(0, Math.floor(SAFE * remainingIn(room)));

/** The overflow (R1), if there is one. */
export function findOverflow(pending: number, room: Room): Overflow | undefined {
  const remaining = remainingIn(room);
  return pending > SAFE * remaining ? { estimated: pending, remaining } : undefined;
}

/** Tokens that must leave the rest so that pending Contents fit; 0 if they do. */
export const excessIn = (pending: number, room: Room): number =>
  Math.max(0, Math.ceil(pending / SAFE - remainingIn(room)));

interface Fullness {
  /** The ledger's next request, pending Contents included. */
  readonly used: number;
  readonly limit: number;
  /** Its size right after the last compression. */
  readonly afterLast?: number;
}

export const isCompressionDue = ({ used, ...fullness }: Fullness, threshold: Threshold = DEFAULT_THRESHOLD): boolean =>
  used >= (compressionDueAt(fullness, threshold) ?? Infinity);

/** The tokens at which a context is compressed (R2); none where it never is. */
export function compressionDueAt(
  { limit, afterLast = -Infinity }: Omit<Fullness, "used">,
  threshold: Threshold = DEFAULT_THRESHOLD,
): number | undefined {
  if (threshold === "off") return undefined;
  const fraction = threshold === "ask" ? DEFAULT_THRESHOLD : threshold;
  return Math.max(fraction * limit, afterLast + REGROWTH * limit);
}
