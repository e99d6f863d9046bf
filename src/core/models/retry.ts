/**
 * Retries: whether a request that failed is made again, and when (R4 of routing; the figures are Gemini CLI's). The Agent waits.
 * R1 A failure that waiting does not change is not tried again: a bad key, a refused request, a model that isn't there, a window
 *    that is too small, a quota that is used up for the day or was never there.
 * R2 A server's own delay is kept where it is longer than R3's, and up to a fifth more; one of over five minutes counts as
 *    used up. A quota for each minute without a delay asks for one minute.
 * R3 Otherwise 5 s, doubled each time, at most 30 s, give or take 30 %: so that many tabs don't come back at once.
 * R4 A server that broke, was silent or could not be reached: at most 10 attempts. A model that is overloaded: at most 3,
 *    then another one may be better (R1 of routing).
 */
import type { ModelFailure } from "../errors.js";

interface Retry {
  /** Milliseconds to wait. */
  readonly delay: number;
  /** The attempt that comes then, and how many there will be. */
  readonly attempt: number;
  readonly of: number;
}

const FIRST = 5_000;
const LONGEST = 30_000;
const MINUTE = 60_000;
const TOO_LONG = 300_000;
const ATTEMPTS = 10;
const ATTEMPTS_WHEN_FULL = 3;

/** `attempt`: the one that failed, from 1. `chance`: from 0 to 1, given by the caller. */
export function retryAfter(failure: ModelFailure, attempt: number, chance: number): Retry | undefined {
  const of = failure.kind === "capacity" ? ATTEMPTS_WHEN_FULL : ATTEMPTS;
  if (!passes(failure) || attempt >= of) return undefined;
  const own = Math.min(LONGEST, FIRST * 2 ** (attempt - 1));
  const asked = failure.retryAfter ?? (failure.quota === "minute" ? MINUTE : undefined);
  const delay = asked === undefined ? own * (0.7 + 0.6 * chance) : Math.max(own, asked) * (1 + 0.2 * chance);
  return { delay: Math.round(delay), attempt: attempt + 1, of };
}

function passes({ kind, quota, retryAfter: asked = 0 }: ModelFailure): boolean {
  if (asked > TOO_LONG || quota === "day" || quota === "none") return false;
  return kind === "rate" || kind === "capacity" || kind === "server" || kind === "unreachable" || kind === "silent";
}

/** Whether another model may do what this one can't now: its quota is used up, it is overloaded, or it isn't there. */
export const wantsAnother = ({ kind }: ModelFailure): boolean =>
  kind === "quota" || kind === "capacity" || kind === "rate" || kind === "no-model" || kind === "server";
