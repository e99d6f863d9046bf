/**
 * Workers for what may hang: each call has one for itself, which is killed when the call takes too long or is stopped. One
 * that has answered waits for the next call, or is ended, if nothing of a run may meet the next one.
 */
import { proxy, type Remote } from "comlink";
import { isNamed } from "../../core/errors.js";
import type { TellProgress } from "../../core/files/file-search.js";
import { linkWorker, type WorkerLink } from "../threads/worker-link.js";

interface ThreadOptions {
  readonly spawn: () => Worker;
  readonly isReused: boolean;
  /** What is said when it had to be killed. */
  readonly tookTooLong: (patience: number, progress: string, cause: unknown) => Error;
}

interface Threads<Api extends object> {
  use<R>(
    call: (api: Remote<Api>, tell: TellProgress) => Promise<R>,
    how: { readonly patience: number; readonly tell: TellProgress; readonly signal: AbortSignal },
  ): Promise<R>;
}

export function createThreads<Api extends object>(
  name: string,
  { spawn, isReused, tookTooLong }: ThreadOptions,
): Threads<Api> {
  const idle: WorkerLink<Api>[] = [];
  return {
    async use(call, { patience, tell, signal }) {
      signal.throwIfAborted();
      const link = idle.pop() ?? linkWorker<Api>(name, spawn);
      const stop = () => link.stop();
      signal.addEventListener("abort", stop, { once: true });
      let progress = "";
      const listener = proxy((words: string) => {
        progress = words;
        if (!signal.aborted) tell(words);
      });
      const ticking = tick(tell);
      try {
        return await link.call((api) => call(api, listener), patience);
      } catch (error) {
        signal.throwIfAborted();
        throw isNamed(error, "TimeoutError") ? tookTooLong(patience, progress, error) : error;
      } finally {
        clearInterval(ticking);
        signal.removeEventListener("abort", stop);
        if (isReused) idle.push(link);
        else link.stop();
      }
    },
  };
}

/** U4: a word every second, for what tells nothing itself. */
function tick(tell: TellProgress): ReturnType<typeof setInterval> {
  let seconds = 0;
  return setInterval(() => tell(`at work for ${++seconds} s`), 1_000);
}
