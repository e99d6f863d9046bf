/** What has been learnt about counting, for each model at each endpoint: the server's overhead (T4) and its real limits (T1). */
import { calibrate, predict, recalibrate, UNCALIBRATED, type Calibration, type Measured } from "../core/calibration.js";
import type { AgentError } from "../core/errors.js";
import { forgetSet, learnLimit, tokenLimit, unlearnLimit, type LearntLimits } from "../core/limits.js";
import type { Settings } from "../core/settings.js";
import type { LogStore } from "../core/store.js";

export interface Measures {
  /** Reads what earlier visits have learnt. */
  load(): Promise<void>;
  predict(model: string, measured: Measured): number;
  /** The server has counted a request that we had measured. */
  learnCount(model: string, measured: Measured, counted: number): Promise<void>;
  /** What a server adds, in the order of core/calibration.ts. */
  overheads(model: string): readonly number[];
  limitOf(model: string): number;
  /** The server has refused a request as too long: its limit is learnt, and what it counted, where it names them. */
  learnRefusal(model: string, measured: Measured, error: AgentError): Promise<void>;
  /** The user has changed a limit: it counts even against what a server said before. */
  limitSet(): Promise<void>;
}

export interface MeasuresParts {
  readonly log: LogStore;
  /** Where a model is asked. */
  readonly endpoint: (model: string) => string;
  /** The user's own limit for a model; 0 for none. */
  readonly override: (model: string) => number;
}

/** Models whose calibration is kept (T6). */
const KEPT = 20;

export function createMeasures({ log, endpoint, override }: MeasuresParts): Measures {
  let calibrations: Readonly<Record<string, Calibration>> = {};
  let learnt: LearntLimits = [];
  const keyOf = (model: string) => `${model} ${endpoint(model)}`;
  const setFor = (model: string) => (override(model) > 0 ? override(model) : undefined);
  const limitOf = (model: string) =>
    tokenLimit(model, { overrides: { [model]: setFor(model) }, endpoint: endpoint(model), learnt });

  async function keepLimits(next: LearntLimits): Promise<void> {
    if (next === learnt) return;
    learnt = next;
    await log.put({ collection: "settings", key: "limits", value: learnt });
  }

  async function learn(model: string, next: (before: Calibration) => Calibration): Promise<void> {
    const key = keyOf(model);
    const { [key]: before = UNCALIBRATED, ...others } = calibrations;
    const kept = Object.entries(others).slice(-(KEPT - 1));
    calibrations = { ...Object.fromEntries(kept), [key]: next(before) };
    await log.put({ collection: "settings", key: "calibrations", value: calibrations });
  }

  async function learnNamed(model: string, { details }: AgentError): Promise<void> {
    const refused = { model, endpoint: endpoint(model), limit: details?.limit, set: setFor(model) };
    await keepLimits(learnLimit(learnt, refused));
  }

  return {
    async load() {
      calibrations = ((await log.get("settings", "calibrations")) ?? {}) as typeof calibrations;
      learnt = ((await log.get("settings", "limits")) ?? []) as LearntLimits;
    },
    predict: (model, measured) => predict(calibrations[keyOf(model)] ?? UNCALIBRATED, measured),
    async learnCount(model, measured, counted) {
      await learn(model, (before) => calibrate(before, measured, counted));
      await keepLimits(unlearnLimit(learnt, { model, endpoint: endpoint(model), counted }));
    },
    overheads: (model) => (calibrations[keyOf(model)] ?? UNCALIBRATED).overheads,
    limitOf,
    limitSet: () => keepLimits(learnt.some(({ set }) => set !== undefined) ? forgetSet(learnt) : learnt),
    async learnRefusal(model, measured, error) {
      await learnNamed(model, error);
      const { sent = 0 } = error.details ?? {};
      // What is not over the limit is no reason to refuse, so it was something else that was counted.
      if (sent > limitOf(model)) await learn(model, (before) => recalibrate(before, measured, sent));
    },
  };
}

/** Models of the page itself: a model file, the browser's own, the librarian. */
const HERE = /^(?:file\/|browser$|librarian$)/;

/** Where a model is asked: those of a local server there, those of the page nowhere, all others where Gemini is. */
export function endpointOf(model: string, chosen: Pick<Settings, "model.baseUrl" | "model.localServer">): string {
  if (model.startsWith("local/")) return chosen["model.localServer"];
  return HERE.test(model) ? "" : chosen["model.baseUrl"];
}
