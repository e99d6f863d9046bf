/** The calibration of each model at each endpoint: the overhead that its server adds (T4), and its real limits (T1), as far as learnt. */
import { predict, UNCALIBRATED, type Calibration, type Measured } from "../../core/measure/calibration.js";
import type { AddressKey } from "../../core/models/providers.js";
import type { AgentError } from "../../core/errors.js";
import { tokenLimit, type LearntLimits } from "../../core/models/context-limits.js";
import { providerOf } from "../../core/models/model-names.js";
import type { Settings } from "../../core/settings/settings.js";
import type { LogStore } from "../../core/log/store.js";

export interface ModelCalibration {
  /** Reads what is stored. */
  load(): Promise<void>;
  predict(model: string, measured: Measured): number;
  /** To be called when the server has counted a request that was measured here. */
  learnCount(model: string, measured: Measured, counted: number): Promise<void>;
  /** The tokens that a server adds, in the order of core/measure/calibration.ts. */
  overheads(model: string): readonly number[];
  limitOf(model: string): number;
  /** To be called when the server has refused a request as too long: learns its limit and its count, where it names them. */
  learnRefusal(model: string, measured: Measured, error: AgentError): Promise<void>;
  /** To be called when the user has changed a limit: it counts even against what a server said before. */
  limitSet(): Promise<void>;
}

interface CalibrationParts {
  readonly log: Pick<LogStore, "get" | "put">;
  readonly endpoint: (model: string) => string;
  /** The user's own limit for a model; 0 for none. */
  readonly override: (model: string) => number;
  /** Lets no other tab learn at the same time. */
  readonly alone?: (name: string, work: () => Promise<void>) => Promise<void>;
}

/** The stored lessons. */
export interface Taught {
  readonly calibrations: Readonly<Record<string, Calibration>>;
  readonly limits: LearntLimits;
}

/** A model at an endpoint, and the limit that the user has set for it. */
export interface ModelPlace {
  readonly model: string;
  readonly endpoint: string;
  readonly set?: number;
}

export const calibrationKey = ({ model, endpoint }: ModelPlace): string => `${model} ${endpoint}`;

export function createModelCalibration(parts: CalibrationParts): ModelCalibration {
  const { log, endpoint, override, alone = (_, work) => work() } = parts;
  let taught: Taught = { calibrations: {}, limits: [] };

  const placeOf = (model: string): ModelPlace => {
    const set = override(model);
    return { model, endpoint: endpoint(model), ...(set > 0 && { set }) };
  };
  const calibrationOf = (model: string) => taught.calibrations[calibrationKey(placeOf(model))] ?? UNCALIBRATED;

  async function read(): Promise<Taught> {
    const [calibrations = {}, limits = []] = await Promise.all([
      log.get("settings", "calibrations"),
      log.get("settings", "limits"),
    ]);
    return { calibrations, limits } as Taught;
  }

  /** Adds a lesson to those stored by now: another tab may have learnt meanwhile. */
  const learn = (take: (lessons: typeof import("./learn-limits.js"), before: Taught) => Taught): Promise<void> =>
    alone("measures", async () => {
      const [lessons, before] = await Promise.all([import("./learn-limits.js"), read()]);
      taught = take(lessons, before);
      for (const key of ["calibrations", "limits"] as const)
        if (taught[key] !== before[key]) await log.put({ collection: "settings", key, value: taught[key] });
    });

  return {
    async load() {
      taught = await read();
    },
    predict: (model, measured) => predict(calibrationOf(model), measured),
    overheads: (model) => calibrationOf(model).overheads,
    limitOf(model) {
      const { endpoint: at, set } = placeOf(model);
      return tokenLimit(model, { overrides: { [model]: set }, endpoint: at, learnt: taught.limits });
    },
    learnCount: (model, measured, counted) =>
      learn(({ takeCount }, before) => takeCount(before, placeOf(model), measured, counted)),
    learnRefusal: (model, measured, error) =>
      learn(({ takeRefusal }, before) => takeRefusal(before, placeOf(model), measured, error)),
    limitSet: () => learn(({ takeSetting }, before) => takeSetting(before)),
  };
}

/** The address of a model's provider; empty where it has none. */
export function endpointOf(model: string, chosen: Pick<Settings, AddressKey>): string {
  const { address } = providerOf(model);
  return address ? chosen[address.key] : "";
}
