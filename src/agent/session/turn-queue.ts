/**
 * What goes on in an open Session: things begin one after the other, and at most one Turn runs. Whoever stops the Session waits
 * for what is just beginning, so that no Turn runs in one that has been let go.
 */
import type { TurnId } from "../../core/ids.js";

export interface SessionWork {
  /** The Turn that runs. */
  readonly running: string | undefined;
  /** `work` is done after all that began before it; its failure is told to who began it. */
  begin(work: () => Promise<void>): Promise<void>;
  /** Has a Turn run; `work` tells whether it ended well. Must be called from what has begun. */
  run(turn: TurnId, work: (signal: AbortSignal) => Promise<boolean>): void;
  /** Stops what runs and waits until it has been put down as stopped. */
  stop(): Promise<void>;
  /** Whether a Turn runs, or will in a moment. */
  isWorking(): Promise<boolean>;
  /** Reads what was there before the Turn that runs; anew, if another has begun meanwhile. */
  readBefore<T>(read: (running: string | undefined) => Promise<T>): Promise<T>;
}

interface Running {
  readonly turn: TurnId;
  /** An id before every record of the Turn. */
  readonly from: string;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

interface WorkParts {
  readonly nextId: () => string;
  /** Throws where nothing may begin. */
  readonly mustBeFree: () => void;
  /** The Turn broke down. */
  readonly failed: (turn: TurnId, error: Error) => Promise<void>;
  readonly ended: (isDone: boolean) => void;
}

export function createSessionWork({ nextId, mustBeFree, failed, ended: over }: WorkParts): SessionWork {
  let beginning: Promise<void> = Promise.resolve();
  let isBeginning = false;
  let running: Running | undefined;
  let from = "";

  return {
    get running() {
      return running?.turn;
    },
    begin(work) {
      const begun = beginning.then(() => {
        mustBeFree();
        isBeginning = true;
        from = nextId();
        return work();
      });
      beginning = begun
        .catch(() => undefined) // its failure is told to who began it
        .finally(() => (isBeginning = false));
      return begun;
    },
    run(turn, work) {
      const stop = new AbortController();
      let isDone = false;
      const ended = work(stop.signal)
        .then((done) => void (isDone = done))
        .catch((error: Error) => failed(turn, error))
        .finally(() => {
          running = undefined;
          over(isDone);
        });
      running = { turn, from, stop, ended };
    },
    async stop() {
      await beginning;
      running?.stop.abort();
      await running?.ended;
    },
    async isWorking() {
      await beginning;
      return running !== undefined;
    },
    async readBefore(read) {
      for (;;) {
        await beginning;
        const before = running?.from;
        const found = await read(before);
        if (!isBeginning && running?.from === before) return found;
      }
    },
  };
}
