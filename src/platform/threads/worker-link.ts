/**
 * A worker that may be killed: started at the first call, replaced after it has died or been stopped. A call that takes
 * longer than its time kills the worker; every call under way then fails with the same error.
 */
import { wrap, type Remote } from "comlink";
import { AgentError } from "../../core/errors.js";
import { workerWords } from "./worker-words.js";

export interface WorkerLink<Api extends object> {
  /** Calls the worker. `TimeoutError` after `timeout` ms, never if that is `Infinity`; `AbortError` when `stop()` ended it. */
  call<T>(use: (api: Remote<Api>) => Promise<T>, timeout?: number): Promise<T>;
  /** True once the worker that runs now has answered: one that is still being loaded may take longer. */
  readonly hasAnswered: boolean;
  /** Ends the worker and every call under way. The next call starts a fresh one. */
  stop(): void;
}

/** Milliseconds, far longer than a call takes: a context of 1 M tokens is counted in 0.1 s (decisions/33). */
const PATIENCE = 30_000;

export function linkWorker<Api extends object>(name: string, spawn: () => Worker): WorkerLink<Api> {
  let running:
    | {
        readonly worker: Worker;
        readonly api: Remote<Api>;
        readonly failures: Set<(error: Error) => void>;
        hasAnswered: boolean;
      }
    | undefined;

  const end = (error: Error) => {
    const ended = running;
    running = undefined;
    ended?.worker.terminate();
    for (const fail of ended?.failures ?? []) fail(error);
  };

  const start = () => {
    const worker = spawn();
    worker.onerror = (event) => {
      event.preventDefault();
      end(new AgentError("InvalidStateError", workerWords.failed(name, event.message)));
    };
    worker.onmessageerror = () => end(new AgentError("InvalidStateError", workerWords.unreadable(name)));
    return { worker, api: wrap<Api>(worker), failures: new Set<(error: Error) => void>(), hasAnswered: false };
  };

  return {
    call(use, timeout = PATIENCE) {
      const asked = (running ??= start());
      const { api, failures } = asked;
      return new Promise((resolve, reject) => {
        const giveUp = () => end(new AgentError("TimeoutError", workerWords.noAnswer(name, timeout / 1000)));
        const timer = timeout === Infinity ? undefined : setTimeout(giveUp, timeout);
        const settle =
          <V>(then: (value: V) => void) =>
          (value: V) => {
            clearTimeout(timer);
            failures.delete(fail);
            then(value);
          };
        const fail = settle(reject);
        failures.add(fail);
        const answer = settle(resolve);
        use(api).then((value) => {
          asked.hasAnswered = true;
          answer(value);
        }, fail);
      });
    },
    get hasAnswered() {
      return running?.hasAnswered ?? false;
    },
    stop: () => end(new AgentError("AbortError", workerWords.stopped(name))),
  };
}
