/** The user's own limits (T1): one for each model, by its name. `*` is for those not named; a number alone, as first versions had it, for all. */
import { AUTO } from "../models/providers.js";

export type ModelLimits = number | Readonly<Record<string, number>>;

const ALL = "*";

export const byModel = (limits: ModelLimits): Readonly<Record<string, number>> =>
  typeof limits === "number" ? (limits > 0 ? { [ALL]: limits } : {}) : limits;

/** 0 for none. What is set while the choice is left to us holds for whichever model that comes to. */
export function limitFor(limits: ModelLimits, model: string, chosen = model): number {
  const all = byModel(limits);
  const name = [model, ...(chosen === AUTO ? [AUTO] : []), ALL].find((each) => Object.hasOwn(all, each));
  return name === undefined ? 0 : all[name]!;
}

/** With another limit for a model; undefined takes out what holds for it. Undefined if nothing is left. */
export function withLimit(limits: ModelLimits = 0, model: string, limit: unknown): ModelLimits | undefined {
  const all = byModel(limits);
  const out = Object.hasOwn(all, model) ? model : ALL;
  const left =
    limit === undefined
      ? Object.entries(all).filter(([name]) => name !== out)
      : Object.entries({ ...all, [model]: limit });
  return left.length > 0 ? (Object.fromEntries(left) as ModelLimits) : undefined;
}
