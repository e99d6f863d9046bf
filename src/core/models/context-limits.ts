/**
 * The tokens that a request to a Model may hold (T1): known, set by the user, or learnt from a server that refused one. How
 * servers word a refusal is read in read-overflow.ts.
 * R1 What a server said of this model at this endpoint is true. The user may set less; and more, if it was not set yet when the
 *    server said so: a local server may have been started again with a larger window. If not, it will say so again.
 * R2 Else what the user set; else what is known of the model; else 1,048,576.
 */
import { AUTO, providers } from "./providers.js";

const DEFAULT_LIMIT = 1_048_576;

/** What servers taught: plain data, newest last, at most one for a model at an endpoint. */
export type LearntLimits = readonly LearntLimit[];

interface LearntLimit {
  readonly model: string;
  readonly endpoint: string;
  readonly limit: number;
  /** What the user had set when the server said so; none in what was stored by earlier versions. */
  readonly set?: number;
}

interface LimitSources {
  /** The user's own, by model. */
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

/** Adds what a refusal teaches; the same list if it teaches nothing new. */
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

/** Without what a larger request disproves, which was counted and answered; the same list if nothing does. */
export function unlearnLimit(
  learnt: LearntLimits,
  answered: { readonly model: string; readonly endpoint: string; readonly counted: number },
): LearntLimits {
  const { endpoint, counted } = answered;
  const model = bareName(answered.model);
  const left = learnt.filter((known) => known.model !== model || known.endpoint !== endpoint || known.limit >= counted);
  return left.length === learnt.length ? learnt : left;
}

/** The user has changed a limit: none that was set counts as set before what a server said. */
export const forgetSet = (learnt: LearntLimits): LearntLimits =>
  learnt.map(({ model, endpoint, limit }) => ({ model, endpoint, limit }));

const KNOWN = providers.flatMap(({ limits = [] }) => limits);

/** More than any user has models and endpoints. */
const MOST_LEARNT = 100;

/** Smaller or larger numbers are misread: no window is below 256 tokens or over a hundred million. */
export const isLimit = (tokens: number): boolean => tokens >= 256 && tokens <= 100_000_000;

/** `models/gemini-2.5-pro` and `publishers/google/models/gemini-2.5-pro` are one and the same. */
const bareName = (model: string): string => model.slice(model.lastIndexOf("/") + 1);

/** The user's own limits: one for each model, by its name. `*` is for those not named; a number alone, as first versions had it, for all. */
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
