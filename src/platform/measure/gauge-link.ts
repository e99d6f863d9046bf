/** The Gauge and the SnapshotMaker in the gauge worker, which is started at the first call (see worker-link.ts). */
import type { SnapshotMaker } from "../../core/compression/snapshot-maker.js";
import type { Gauge } from "../../core/measure/gauge.js";
import { scriptUrl } from "../threads/script-url.js";
import { linkWorker } from "../threads/worker-link.js";
import gaugeUrl from "../../../workers/gauge.worker.ts?worker&url";

type Measuring = Gauge & SnapshotMaker;

/** Calls that may keep the worker busy for seconds: while one is under way, those behind it may take as long. */
const SLOW: ReadonlySet<keyof Measuring> = new Set(["prepare", "transcript", "check", "rate"]);
/** Milliseconds, some fifty times what any other call takes in a long Session: after it the worker is taken for dead. */
const SOON = 5_000;

export function linkGauge(): Measuring {
  const link = linkWorker<Measuring>("gauge", () => new Worker(scriptUrl(gaugeUrl), { type: "module", name: "gauge" }));
  let slow = 0;
  /** Calls again once after a failure: the worker is replaced by that call, and reads what it needs from the store. */
  const call = <K extends keyof Measuring>(method: K, ...args: Parameters<Measuring[K]>): ReturnType<Measuring[K]> => {
    const isSlow = SLOW.has(method);
    const ask = async () => {
      const patience = isSlow || slow > 0 || !link.hasAnswered ? undefined : SOON;
      if (isSlow) slow++;
      try {
        return await link.call(
          (gauge) => (gauge[method] as (...given: unknown[]) => Promise<unknown>)(...args),
          patience,
        );
      } finally {
        if (isSlow) slow--;
      }
    };
    return ask().catch((error: Error) => {
      if (error.name !== "InvalidStateError" && error.name !== "TimeoutError") throw error;
      return ask();
    }) as ReturnType<Measuring[K]>;
  };
  return {
    weigh: (contents) => call("weigh", contents),
    weighFrame: (frame) => call("weighFrame", frame),
    add: (session, items) => call("add", session, items),
    recall: (session, found) => call("recall", session, found),
    measure: (session) => call("measure", session),
    toMask: (session, budget) => call("toMask", session, budget),
    overBudget: (session, keep) => call("overBudget", session, keep),
    find: (session, record) => call("find", session, record),
    map: (session, asked) => call("map", session, asked),
    forget: (session) => call("forget", session),
    prepare: (session, options) => call("prepare", session, options),
    transcript: (session, room, as) => call("transcript", session, room, as),
    check: (session, said, as) => call("check", session, said, as),
    rate: (session, text) => call("rate", session, text),
    prefetch: (session, asked) => call("prefetch", session, asked),
    release: (session) => call("release", session),
  };
}
