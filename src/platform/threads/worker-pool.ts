/**
 * Workers for calls that may hang: each call has a worker for itself, which is killed when the call takes too long or is
 * stopped. A worker that has answered waits for the next call, or is ended where nothing of one run may meet the next.
 *
 *   call ──► idle worker, or a new one ──► answer ──► idle, or ended
 *                                     └──► stopped or out of time ──► killed; the next call starts a new one
 */
import { proxy, type Remote } from "comlink";
import { isNamed } from "../../core/errors.js";
import type { TellProgress } from "../../core/files/file-search.js";
import { linkWorker, type WorkerLink } from "./worker-link.js";

interface PoolOptions {
  readonly spawn: () => Worker;
  readonly isReused: boolean;
  /** The error of a call that took longer than its patience; that of the link unless given. */
  readonly tookTooLong?: (patience: number, progress: string, cause: unknown) => Error;
  /** Workers at a time; further calls wait for their turn. */
  readonly most?: number;
  /** Reports the seconds as progress (U4), for workers that report nothing themselves. */
  readonly countsSeconds?: boolean;
}

interface CallOptions {
  readonly patience: number;
  readonly signal: AbortSignal;
  readonly tell?: TellProgress;
}

interface WorkerPool<Api extends object> {
  use<R>(call: (api: Remote<Api>, tell: TellProgress) => Promise<R>, options: CallOptions): Promise<R>;
}

export function createWorkerPool<Api extends object>(
  name: string,
  { spawn, isReused, tookTooLong, most = Infinity, countsSeconds = false }: PoolOptions,
): WorkerPool<Api> {
  const idle: WorkerLink<Api>[] = [];
  const waiting: ((link: WorkerLink<Api>) => void)[] = [];
  let made = 0;

  async function take(signal: AbortSignal): Promise<WorkerLink<Api>> {
    const free = idle.pop();
    if (free) return free;
    if (made < most) {
      made++;
      return linkWorker<Api>(name, spawn);
    }
    return new Promise((resolve, reject) => {
      const give = (link: WorkerLink<Api>) => {
        signal.removeEventListener("abort", leave);
        resolve(link);
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(give), 1);
        reject(signal.reason);
      };
      waiting.push(give);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  return {
    async use(call, { patience, signal, tell = () => undefined }) {
      signal.throwIfAborted();
      const link = await take(signal);
      const stop = () => link.stop();
      signal.addEventListener("abort", stop, { once: true });
      let progress = "";
      const listener = proxy((words: string) => {
        progress = words;
        if (!signal.aborted) tell(words);
      });
      let seconds = 0;
      const ticking = countsSeconds ? setInterval(() => tell(`at work for ${++seconds} s`), 1_000) : undefined;
      try {
        signal.throwIfAborted(); // the call may have been stopped while it waited for its turn
        return await link.call((api) => call(api, listener), patience);
      } catch (error) {
        signal.throwIfAborted();
        throw tookTooLong && isNamed(error, "TimeoutError") ? tookTooLong(patience, progress, error) : error;
      } finally {
        clearInterval(ticking);
        signal.removeEventListener("abort", stop);
        if (!isReused) link.stop();
        const next = waiting.shift();
        if (next) next(link);
        else idle.push(link);
      }
    },
  };
}
