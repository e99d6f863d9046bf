/** The Gauge and the Condenser in their worker: started late, killable, replaced (see worker-link.ts). */
import type { Condenser } from "../core/condenser.js";
import type { Gauge } from "../core/gauge.js";
import { scriptUrl } from "./script-url.js";
import { linkWorker } from "./worker-link.js";
import gaugeUrl from "../../workers/gauge.worker.ts?worker&url";

type Measuring = Gauge & Condenser;

export function linkGauge(): Measuring {
  const link = linkWorker<Measuring>("gauge", () => new Worker(scriptUrl(gaugeUrl), { type: "module", name: "gauge" }));
  /** A worker that died is replaced by the next call, and reads what it needs from the store: so one call more is enough. */
  const call = <K extends keyof Measuring>(method: K, ...args: Parameters<Measuring[K]>): ReturnType<Measuring[K]> => {
    const ask = () => link.call((gauge) => (gauge[method] as (...given: unknown[]) => Promise<unknown>)(...args));
    return ask().catch((error: Error) => {
      if (error.name !== "InvalidStateError") throw error;
      return ask();
    }) as ReturnType<Measuring[K]>;
  };
  return {
    weigh: (contents) => call("weigh", contents),
    weighFrame: (frame) => call("weighFrame", frame),
    add: (session, items) => call("add", session, items),
    measure: (session) => call("measure", session),
    split: (session, fraction) => call("split", session, fraction),
    toMask: (session, budget) => call("toMask", session, budget),
    overBudget: (session, keep) => call("overBudget", session, keep),
    find: (session, record) => call("find", session, record),
    map: (session, asked) => call("map", session, asked),
    forget: (session) => call("forget", session),
    prepare: (session, options) => call("prepare", session, options),
    transcript: (session, room) => call("transcript", session, room),
    check: (session, said) => call("check", session, said),
    rate: (session, text) => call("rate", session, text),
    prefetch: (session, asked) => call("prefetch", session, asked),
    release: (session) => call("release", session),
  };
}
