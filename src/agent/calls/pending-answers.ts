/** Calls that wait for the user: for an approval, or for answers to their questions. A stop ends every wait. */
import type { CallId } from "../../core/ids.js";
import { AgentError } from "../../core/errors.js";
import { callWords } from "./call-words.js";

export interface PendingAnswers<T> {
  /** Resolves with the user's answer; rejects with `AbortError` when the Turn is stopped. */
  wait(callId: CallId, signal: AbortSignal): Promise<T>;
  /** `NotFoundError` if nothing waits under this id: it was answered before, stopped, or is asked in another tab. */
  answer(callId: CallId, said: T): void;
}

export function createPendingAnswers<T>(): PendingAnswers<T> {
  const open = new Map<string, (said: T) => void>();
  return {
    wait(callId, signal) {
      return new Promise<T>((resolve, reject) => {
        const stop = () => {
          open.delete(callId);
          reject(new AgentError("AbortError", callWords.questionTakenBack));
        };
        if (signal.aborted) return stop();
        signal.addEventListener("abort", stop, { once: true });
        open.set(callId, (said) => {
          signal.removeEventListener("abort", stop);
          open.delete(callId);
          resolve(said);
        });
      });
    },
    answer(callId, said) {
      const answer = open.get(callId);
      if (!answer) throw new AgentError("NotFoundError", callWords.nobodyWaits);
      answer(said);
    },
  };
}
