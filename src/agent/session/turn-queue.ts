/**
 * The queue of an open Session: actions begin one after the other, and at most one Turn runs. `stop` waits for an action that is just
 * beginning, so that no Turn runs in a Session that has been let go.
 */
import type { TurnId } from "../../core/ids.js";

export interface TurnQueue {
  /** The Turn that runs. */
  readonly running: string | undefined;
  /** Does `work` after all that began before it. A failure of `work` rejects here, and does not stop what begins after it. */
  begin(work: () => Promise<void>): Promise<void>;
  /** Runs a Turn; `work` resolves with true if the Turn ended well. Must be called from within `begin`. */
  run(turn: TurnId, work: (signal: AbortSignal) => Promise<boolean>): void;
  /** Stops the Turn that runs, and resolves when the Log says that it was stopped. */
  stop(): Promise<void>;
  /** Resolves with true if a Turn runs, or will in a moment. */
  isWorking(): Promise<boolean>;
  /** Reads the records from before the Turn that runs; again, if another Turn has begun meanwhile. */
  readBefore<T>(read: (running: string | undefined) => Promise<T>): Promise<T>;
}

interface Running {
  readonly turn: TurnId;
  /** An id before every record of the Turn. */
  readonly from: string;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

interface TurnQueueOptions {
  readonly nextId: () => string;
  /** Throws where nothing may begin. */
  readonly mustBeFree: () => void;
  /** Called where the work of a Turn rejects. */
  readonly failed: (turn: TurnId, error: Error) => Promise<void>;
  readonly ended: (isDone: boolean) => void;
}

export function createTurnQueue({ nextId, mustBeFree, failed, ended: over }: TurnQueueOptions): TurnQueue {
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
        .catch(() => undefined) // the caller has the failure
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
