/** The Models that can't be asked now, and until when (R1, R4). Forgotten with the tab: it is cheap to find out again. */
import type { Clock } from "../../core/clock.js";
import type { ModelFailure } from "../../core/errors.js";

export interface Availability {
  isAvailable(model: string): boolean;
  note(model: string, failure: ModelFailure): void;
  /** Forgets all failures: the user gave another key or address, or chose a Model anew. */
  forget(): void;
}

/** Milliseconds after which an overloaded Model is tried again, as in Gemini CLI. */
const OVERLOADED = 30_000;
/** Milliseconds after which a used-up quota is tried again: a daily one comes back with the next day somewhere on earth. */
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
