/** What has been learnt about counting, for each model at each endpoint: the server's overhead (T4) and its real limits (T1). */
import { calibrate, predict, UNCALIBRATED, type Calibration, type Measured } from "../core/calibration.js";
import type { AgentError } from "../core/errors.js";
import { learnLimit, tokenLimit, type LearntLimits } from "../core/limits.js";
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
  /** The server has refused a request and named its limit; true if that is news. */
  learnLimit(model: string, error: AgentError): Promise<boolean>;
}

export interface MeasuresParts {
  readonly log: LogStore;
  readonly endpoint: () => string;
  /** The user's own limit for whatever model is asked; 0 for none. */
  readonly override: () => number;
}

/** Models whose calibration is kept (T6). */
const KEPT = 20;

export function createMeasures({ log, endpoint, override }: MeasuresParts): Measures {
  let calibrations: Readonly<Record<string, Calibration>> = {};
  let learnt: LearntLimits = [];
  const keyOf = (model: string) => `${model} ${endpoint()}`;
  return {
    async load() {
      calibrations = ((await log.get("settings", "calibrations")) ?? {}) as typeof calibrations;
      learnt = ((await log.get("settings", "limits")) ?? []) as LearntLimits;
    },
    predict: (model, measured) => predict(calibrations[keyOf(model)] ?? UNCALIBRATED, measured),
    async learnCount(model, measured, counted) {
      const key = keyOf(model);
      const { [key]: before = UNCALIBRATED, ...others } = calibrations;
      const kept = Object.entries(others).slice(-(KEPT - 1));
      calibrations = { ...Object.fromEntries(kept), [key]: calibrate(before, measured, counted) };
      await log.put({ collection: "settings", key: "calibrations", value: calibrations });
    },
    overheads: (model) => (calibrations[keyOf(model)] ?? UNCALIBRATED).overheads,
    limitOf(model) {
      const overrides = override() > 0 ? { [model]: override() } : {};
      return tokenLimit(model, { overrides, endpoint: endpoint(), learnt });
    },
    async learnLimit(model, { details }) {
      const next = learnLimit(learnt, { model, endpoint: endpoint(), limit: details?.limit });
      if (next === learnt) return false;
      learnt = next;
      await log.put({ collection: "settings", key: "limits", value: learnt });
      return true;
    },
  };
}
