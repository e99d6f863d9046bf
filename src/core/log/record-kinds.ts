/**
 * The kinds of records in one table: the records each refers to, whether it can be undone, which of its texts is weighed, and how the
 * screen uses it. Forks, weights, the context and the Turns read this table, so a kind that is forgotten somewhere does not compile.
 */
import type { RecordId, TurnId } from "../ids.js";
import type { LogRecord, RecordBody } from "./log.js";

type RecordKind = RecordBody["kind"];
type BodyOf<Kind extends RecordKind> = Extract<RecordBody, { readonly kind: Kind }>;

interface CommonFacts {
  /** About the Session as a whole, such as its title: a fork has records of its own for that. */
  readonly isOfSession?: true;
  /** Changes how Turns before it are shown: kept while older pages of the Log are read. */
  readonly changesTurns: boolean;
}

type Renew<Value, Renewed = Value> = (value: Value, idOf: IdChange) => Renewed;
/** The new id of a record for its old one. */
type IdChange = (id: RecordId) => RecordId;

/** Facts of the kinds that name other records. */
interface RefFacts<Body> {
  /** Each field that names records, with the function that renews their ids. */
  readonly refs: { readonly [Field in RefField<Body>]: Renew<Exclude<Body[Field], undefined>> };
}

type RefField<Body> = {
  [Field in keyof Body]-?: true extends HoldsRecordId<Exclude<Body[Field], undefined>> ? Field : never;
}[keyof Body];
/** `true` for the id of a record, and for a list or an object that has one. */
type HoldsRecordId<T> =
  Same<T, RecordId> extends true
    ? true
    : T extends readonly (infer Item)[]
      ? HoldsRecordId<Item>
      : T extends object
        ? { [Key in keyof T]-?: Same<Exclude<T[Key], undefined>, RecordId> }[keyof T]
        : false;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Facts of the kinds that name a Turn. */
interface TurnFacts {
  /** Whether the record is shown in that Turn. */
  readonly isInTurn: boolean;
}

/** Facts of the kinds that decide what the context is. */
interface ContextFacts<Body> {
  /** Whether it changes the context, and can be undone (L2). */
  readonly isEffect: boolean;
  /** Fields that decide about the context and its weight. They are stored apart as well, to be read without the texts. */
  readonly trace: readonly (keyof Body)[];
}

/** Facts of the kinds that have a weight. */
interface WeightFacts {
  /** The text that the weight is of: `content`, each of `contents`, or a preview that stands for a result or for words of another record. */
  readonly weighs: "content" | "contents" | "result preview" | "words preview";
}

interface NoContext {
  readonly isEffect: false;
  readonly trace?: undefined;
}

type KindFacts<Body> = CommonFacts &
  ([RefField<Body>] extends [never] ? unknown : RefFacts<Body>) &
  (Body extends { readonly turn?: TurnId } ? TurnFacts : unknown) &
  (Body extends { readonly weight?: unknown } ? ContextFacts<Body> & WeightFacts : ContextFacts<Body> | NoContext);

const one = (id: RecordId, idOf: IdChange) => idOf(id);
const each = (ids: readonly RecordId[], idOf: IdChange) => ids.map(idOf);

const KINDS = {
  "session-created": {
    refs: { forkOf: (origin) => origin }, // of another Session
    isOfSession: true,
    isEffect: false,
    trace: [],
    changesTurns: false,
  },
  "session-changed": { isOfSession: true, isEffect: false, changesTurns: false },
  content: { isEffect: false, trace: ["discarded", "weight"], weighs: "content", isInTurn: true, changesTurns: false },
  output: { isEffect: false, isInTurn: false, changesTurns: false },
  note: { refs: { masks: each }, isEffect: false, isInTurn: true, changesTurns: true },
  environment: { isEffect: true, trace: ["weight"], weighs: "content", changesTurns: false },
  aside: { isEffect: false, isInTurn: false, changesTurns: false },
  "turn-ended": { isEffect: false, isInTurn: true, changesTurns: false },
  asked: { isEffect: false, isInTurn: true, changesTurns: false },
  answered: { isEffect: false, isInTurn: true, changesTurns: false },
  edit: { isEffect: false, isInTurn: false, changesTurns: false },
  "edit-settled": { refs: { edit: one }, isEffect: false, isInTurn: false, changesTurns: true },
  snapshot: {
    refs: {
      from: one,
      through: one,
      along: each,
      edits: one,
      shortened: (results, idOf) => results.map((result) => ({ ...result, record: idOf(result.record) })),
      sources: (records, idOf) =>
        Object.fromEntries(Object.entries(records).map(([label, record]) => [label, idOf(record)])),
    },
    isEffect: true,
    trace: ["from", "through", "edits", "weight"],
    weighs: "contents",
    isInTurn: true,
    changesTurns: true,
  },
  mask: {
    refs: { record: one },
    isEffect: true,
    trace: ["record", "part", "cut", "weight"],
    weighs: "result preview",
    changesTurns: false,
  },
  fold: {
    refs: { record: one },
    isEffect: true,
    trace: ["record", "weight"],
    weighs: "words preview",
    changesTurns: false,
  },
  pin: { refs: { record: one }, isEffect: true, trace: ["record"], changesTurns: true },
  removal: { refs: { records: each }, isEffect: true, trace: ["records"], changesTurns: true },
  recalled: {
    refs: { for: one, records: each },
    isEffect: true,
    trace: ["for", "weight"],
    weighs: "content",
    isInTurn: false,
    changesTurns: false,
  },
  rewind: { refs: { to: one }, isEffect: true, trace: ["to"], changesTurns: true },
  undo: { refs: { of: one }, isEffect: true, trace: ["of"], changesTurns: true },
} as const satisfies { readonly [Kind in RecordKind]: KindFacts<BodyOf<Kind>> };

type Kinds = typeof KINDS;
type KindWith<Facts> = { [Kind in RecordKind]: Kinds[Kind] extends Facts ? Kind : never }[RecordKind];
type OfKind<R, Kind> = Extract<R, { readonly kind: Kind }>;

type AnyFacts = CommonFacts &
  Partial<TurnFacts & ContextFacts<Record<string, unknown>> & WeightFacts> & {
    readonly refs?: Readonly<Record<string, Renew<never, unknown>>>;
  };
const FACTS: Readonly<Partial<Record<RecordKind, AnyFacts>>> = KINDS;
/** Facts of a kind that only a later version has, read in a tab that was not reloaded since: it does nothing. */
const UNKNOWN: AnyFacts = { isEffect: false, changesTurns: false };
const factsOf = ({ kind }: { readonly kind: RecordKind }): AnyFacts => FACTS[kind] ?? UNKNOWN;

/** The part of a record that decides about the context, without texts. A whole record is a Trace, too. */
export type Trace = TraceOf<RecordKind>;
/** The trace of a record that bears on the context. */
export type WeightTrace = TraceOf<TracedKind>;

type TracedKind = KindWith<{ readonly trace: readonly unknown[] }>;
type TraceOf<Kind extends RecordKind> = Kind extends TracedKind
  ? { readonly id: RecordId; readonly kind: Kind } & Pick<
      BodyOf<Kind>,
      Kinds[Kind]["trace"][number] & keyof BodyOf<Kind>
    >
  : { readonly id: RecordId; readonly kind: Kind };

/** Nothing for records that do not bear on the context. */
export function weightTraceOf(record: LogRecord): WeightTrace | undefined {
  const { trace } = factsOf(record);
  if (!trace) return undefined;
  const { id, kind } = record;
  const kept = Object.entries(record).filter(([field, value]) => trace.includes(field) && value !== undefined);
  return { id, kind, ...Object.fromEntries(kept) } as WeightTrace;
}

export const isEffect = <R extends Trace>(record: R): record is OfKind<R, KindWith<{ readonly isEffect: true }>> =>
  factsOf(record).isEffect === true;

type Weighs = WeightFacts["weighs"];

/** Whether the record's weight is that of `what`. */
export const weighs = <R extends Trace, W extends Weighs>(
  record: R,
  what: W,
): record is OfKind<R, KindWith<{ readonly weighs: W }>> => factsOf(record).weighs === what;

/** The kinds of records whose Contents are in the context. */
export type ContextKind = KindWith<{ readonly weighs: "content" | "contents" }>;

export const hasWeight = <R extends Trace>(record: R): record is OfKind<R, KindWith<WeightFacts>> =>
  factsOf(record).weighs !== undefined;

/** A record that is shown in the Turn it names. */
export type TurnRecord = OfKind<LogRecord, KindWith<{ readonly isInTurn: true }>> & { readonly turn: TurnId };

export const isOfTurn = (record: LogRecord): record is TurnRecord =>
  factsOf(record).isInTurn === true &&
  "turn" in record &&
  record.turn !== undefined &&
  !(record.kind === "content" && record.discarded);

export const changesTurns = (record: LogRecord): boolean => factsOf(record).changesTurns;

export type SessionRecord = OfKind<LogRecord, KindWith<{ readonly isOfSession: true }>>;

export const isOfSession = (record: LogRecord): record is SessionRecord => factsOf(record).isOfSession === true;

/** The record with other ids in the place of those it names. */
export function withRefs<R extends LogRecord>(record: R, idOf: IdChange): R {
  const { refs = {} } = factsOf(record);
  const renewed = Object.entries(record).map(([field, value]) => {
    const renew = value === undefined ? undefined : refs[field];
    return [field, renew ? renew(value as never, idOf) : value] as const;
  });
  return Object.fromEntries(renewed) as R;
}
