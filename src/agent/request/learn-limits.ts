/** The lessons that servers give about limits and counting (T1, T4). Loaded with the first one. */
import { calibrate, recalibrate } from "../../core/measure/calibrate.js";
import { UNCALIBRATED, type Calibration, type Measured } from "../../core/measure/calibration.js";
import type { AgentError } from "../../core/errors.js";
import { forgetSet, learnLimit, tokenLimit, unlearnLimit } from "../../core/models/context-limits.js";
import { calibrationKey, type ModelPlace, type Taught } from "./model-calibration.js";

/** Models whose calibration is kept (T6). */
const KEPT = 20;

export function takeCount(taught: Taught, at: ModelPlace, measured: Measured, counted: number): Taught {
  const { limits, ...others } = withCalibration(taught, at, (before) => calibrate(before, measured, counted));
  return { ...others, limits: unlearnLimit(limits, { ...at, counted }) };
}

export function takeRefusal(
  taught: Taught,
  at: ModelPlace,
  measured: Measured,
  { details: { limit, sent = 0 } = { kind: "overflow" } }: AgentError,
): Taught {
  const limits = learnLimit(taught.limits, { ...at, limit });
  const next = { ...taught, limits };
  const most = tokenLimit(at.model, { overrides: { [at.model]: at.set }, endpoint: at.endpoint, learnt: limits });
  // A count below the limit is no reason to refuse: then the server counted something else.
  return sent > most ? withCalibration(next, at, (before) => recalibrate(before, measured, sent)) : next;
}

/** The lessons once the user has changed a limit. */
export const takeSetting = (taught: Taught): Taught =>
  taught.limits.some(({ set }) => set !== undefined) ? { ...taught, limits: forgetSet(taught.limits) } : taught;

function withCalibration(
  { limits, calibrations }: Taught,
  at: ModelPlace,
  next: (before: Calibration) => Calibration,
): Taught {
  const key = calibrationKey(at);
  const { [key]: before = UNCALIBRATED, ...others } = calibrations;
  const kept = Object.entries(others).slice(-(KEPT - 1));
  return { limits, calibrations: { ...Object.fromEntries(kept), [key]: next(before) } };
}
