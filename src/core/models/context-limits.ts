/**
 * The tokens that a request to a Model may hold (T1): known, set by the user, or learnt from a server that refused one. How
 * servers word a refusal is read in read-overflow.ts.
 * R1 A limit that a server named, for this model at this endpoint, is true. The user may set less; and more, if it was not set yet when the
 *    server said so: a local server may have been started again with a larger window. If not, it will say so again.
 * R2 Else the user's own limit counts; else the one known of the model; else 1,048,576.
 */
import { AUTO, providers } from "./providers.js";

const DEFAULT_LIMIT = 1_048_576;

/** Limits that servers named: plain data, newest last, at most one for a model at an endpoint. */
export type LearntLimits = readonly LearntLimit[];

interface LearntLimit {
  readonly model: string;
  readonly endpoint: string;
  readonly limit: number;
  /** The user's own limit when the server named its; none in data stored by earlier versions. */
  readonly set?: number;
}

interface LimitSources {
  /** The user's own limits, by model. */
  readonly overrides?: Readonly<Record<string, number | undefined>>;
  readonly endpoint?: string;
  readonly learnt?: LearntLimits;
}

export function tokenLimit(model: string, { overrides = {}, endpoint = "", learnt = [] }: LimitSources = {}): number {
  const name = bareName(model);
  const set = [model, name].filter((key) => Object.hasOwn(overrides, key)).map((key) => overrides[key])[0];
  const override = set !== undefined && set > 0 ? Math.floor(set) : undefined;
  const told = learnt.findLast((known) => known.model === name && known.endpoint === endpoint);
  if (told && (override === undefined || override === told.set)) return Math.min(told.limit, override ?? told.limit);
  return override ?? KNOWN.find(([start]) => name === start || name.startsWith(`${start}-`))?.[1] ?? DEFAULT_LIMIT;
}

/** The list with the limit that a refusal names; the same list if that is nothing new. */
export function learnLimit(
  learnt: LearntLimits,
  refused: { readonly model: string; readonly endpoint: string; readonly limit?: number; readonly set?: number },
): LearntLimits {
  const model = bareName(refused.model);
  const { endpoint, limit = 0, set } = refused;
  const isSame = (known: LearntLimit) => known.model === model && known.endpoint === endpoint;
  const isKnown = learnt.some((known) => isSame(known) && known.limit === limit && known.set === set);
  if (!isLimit(limit) || isKnown) return learnt;
  const next = { model, endpoint, limit, ...(set !== undefined && { set }) };
  return [...learnt.filter((known) => !isSame(known)), next].slice(-MOST_LEARNT);
}

/** The list without limits that are disproved by a larger request, counted and answered; the same list if none is. */
export function unlearnLimit(
  learnt: LearntLimits,
  answered: { readonly model: string; readonly endpoint: string; readonly counted: number },
): LearntLimits {
  const { endpoint, counted } = answered;
  const model = bareName(answered.model);
  const left = learnt.filter((known) => known.model !== model || known.endpoint !== endpoint || known.limit >= counted);
  return left.length === learnt.length ? learnt : left;
}

/** The list once the user has changed a limit: from now on the user's counts against what servers named before (R1). */
export const forgetSet = (learnt: LearntLimits): LearntLimits =>
  learnt.map(({ model, endpoint, limit }) => ({ model, endpoint, limit }));

const KNOWN = providers.flatMap(({ limits = [] }) => limits);

/** The longest list: more than any user has models and endpoints. */
const MOST_LEARNT = 100;

/** Whether a number can be a limit. Others are misread: no window is below 256 tokens or over a hundred million. */
export const isLimit = (tokens: number): boolean => tokens >= 256 && tokens <= 100_000_000;

/** The last part of a name: `models/gemini-2.5-pro` and `publishers/google/models/gemini-2.5-pro` are one model. */
const bareName = (model: string): string => model.slice(model.lastIndexOf("/") + 1);

/** The user's own limits: one for each model, by its name. `*` is for those not named; a number alone, as first versions had it, for all. */
export type ModelLimits = number | Readonly<Record<string, number>>;

const ALL = "*";

export const byModel = (limits: ModelLimits): Readonly<Record<string, number>> =>
  typeof limits === "number" ? (limits > 0 ? { [ALL]: limits } : {}) : limits;

/** The user's limit for a model, or 0. A limit set for `auto` holds for whichever model is chosen then. */
export function limitFor(limits: ModelLimits, model: string, chosen = model): number {
  const all = byModel(limits);
  const name = [model, ...(chosen === AUTO ? [AUTO] : []), ALL].find((each) => Object.hasOwn(all, each));
  return name === undefined ? 0 : all[name]!;
}

/** The limits with another one for a model; undefined takes out the one that holds for it. Undefined if none is left. */
export function withLimit(limits: ModelLimits = 0, model: string, limit: unknown): ModelLimits | undefined {
  const all = byModel(limits);
  const out = Object.hasOwn(all, model) ? model : ALL;
  const left =
    limit === undefined
      ? Object.entries(all).filter(([name]) => name !== out)
      : Object.entries({ ...all, [model]: limit });
  return left.length > 0 ? (Object.fromEntries(left) as ModelLimits) : undefined;
}
