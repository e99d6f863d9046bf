/** The Gauge in its worker: started late, killable, replaced (see worker-link.ts). */
import type { Gauge } from "../core/gauge.js";
import { scriptUrl } from "./script-url.js";
import { linkWorker } from "./worker-link.js";
import gaugeUrl from "../../workers/gauge.worker.ts?worker&url";

export function linkGauge(): Gauge {
  const link = linkWorker<Gauge>("gauge", () => new Worker(scriptUrl(gaugeUrl), { type: "module", name: "gauge" }));
  /** A worker that died is replaced by the next call, and reads what it needs from the store: so one call more is enough. */
  const call = <K extends keyof Gauge>(method: K, ...args: Parameters<Gauge[K]>): ReturnType<Gauge[K]> => {
    const ask = () => link.call((gauge) => (gauge[method] as (...given: unknown[]) => Promise<unknown>)(...args));
    return ask().catch((error: Error) => {
      if (error.name !== "InvalidStateError") throw error;
      return ask();
    }) as ReturnType<Gauge[K]>;
  };
  return {
    weigh: (contents) => call("weigh", contents),
    weighFrame: (frame) => call("weighFrame", frame),
    add: (session, items) => call("add", session, items),
    measure: (session) => call("measure", session),
    split: (session, fraction) => call("split", session, fraction),
    toMask: (session, budget) => call("toMask", session, budget),
    forget: (session) => call("forget", session),
  };
}
