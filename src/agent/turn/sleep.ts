/** Waiting that a signal ends early, with `AbortError`: between retries, mostly. */
import type { Clock } from "../../core/clock.js";
import { AgentError } from "../../core/errors.js";
import { turnWords } from "./turn-words.js";

export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(new AgentError("AbortError", turnWords.waitCalledOff));
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
