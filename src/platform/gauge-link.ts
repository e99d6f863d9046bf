/** The Gauge in its worker: started late, killable, replaced (see worker-link.ts). */
import type { Gauge } from "../core/gauge.js";
import { scriptUrl } from "./script-url.js";
import { linkWorker } from "./worker-link.js";
import gaugeUrl from "../../workers/gauge.worker.ts?worker&url";

export function linkGauge(): Gauge {
  const link = linkWorker<Gauge>("gauge", () => new Worker(scriptUrl(gaugeUrl), { type: "module", name: "gauge" }));
  return {
    weigh: (contents) => link.call((gauge) => gauge.weigh(contents) as Promise<Awaited<ReturnType<Gauge["weigh"]>>>),
  };
}
