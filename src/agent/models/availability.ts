/** Which Models can't be asked now, and until when (R1, R4). Forgotten with the tab: it is cheap to find out again. */
import type { Clock } from "../../core/clock.js";
import type { ModelFailure } from "../../core/errors.js";

export interface Availability {
  isAvailable(model: string): boolean;
  note(model: string, failure: ModelFailure): void;
  /** The key, the server or the user's mind is another: what was found out before says nothing of it. */
  forget(): void;
}

/** An overloaded Model is tried again after this long, as in Gemini CLI. */
const OVERLOADED = 30_000;
/** A daily quota comes back with the next day somewhere on earth; trying once an hour finds out. */
const USED_UP = 3_600_000;

export function createAvailability(clock: Clock): Availability {
  const until = new Map<string, number>();
  return {
    isAvailable: (model) => (until.get(model) ?? 0) <= clock.now(),
    note(model, { kind, retryAfter = 0 }) {
      const pause = kind === "quota" || kind === "no-model" ? USED_UP : OVERLOADED;
      until.set(model, clock.now() + Math.max(pause, retryAfter));
    },
    forget: () => until.clear(),
  };
}
