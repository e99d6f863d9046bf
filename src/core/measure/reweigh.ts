/**
 * Reweighing: weights that are missing or estimated are made from the records, where these were written after a crash or without a
 * tokenizer. New weights are cached; the Log is never written anew for them.
 * R1 A record without a weight is weighed by the counter there is.
 * R2 An estimate is weighed again once the tokenizer has loaded, but not one of media, which are never more than estimated.
 * R3 A record that can't be read keeps its weight.
 */
import { createBoundedCache } from "../bounded-cache.js";
import type { Content } from "../content.js";
import { foldedContent, maskedContent } from "../context/context.js";
import type { LogRecord } from "../log/log.js";
import { hasWeight, weighs, type WeightTrace } from "../log/record-kinds.js";
import { weighContent, type TextCounter, type Weighed } from "../tokens/content-weight.js";
import type { RecordId, SessionId } from "../ids.js";

interface WeighingParts {
  readonly counter: () => Promise<TextCounter>;
  /** These records of a Session, whole. */
  readonly whole: (session: SessionId, records: readonly RecordId[]) => Promise<readonly LogRecord[]>;
}

/** A weight takes some hundred bytes. A Session that was estimated from end to end fits. */
const REMEMBERED = 20_000;
/** Records whose texts are in memory at once. */
const AT_ONCE = 100;

/** Makes a function that returns the traces of a Session with new weights where they can be made. */
export function createWeighAgain({ counter, whole }: WeighingParts) {
  const made = createBoundedCache<WeightTrace>(REMEMBERED);
  return async (session: SessionId, stored: readonly WeightTrace[]): Promise<readonly WeightTrace[]> => {
    const keyOf = ({ id }: WeightTrace) => `${session} ${id}`;
    const traces = made.size === 0 ? stored : stored.map((trace) => made.get(keyOf(trace)) ?? trace);
    const rough = traces.filter(isRough);
    if (rough.length === 0) return traces;
    const by = await counter();
    const wanted = by.exact ? rough : rough.filter(isUnweighed); // R2
    const better = new Map<RecordId, WeightTrace>();
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const some = wanted.slice(at, at + AT_ONCE);
      const ids = [...new Set(some.flatMap(recordsFor))];
      const records = new Map((await whole(session, ids)).map((record) => [record.id, record]));
      for (const trace of some) {
        const weighed = weighedBy(by, trace, records);
        better.set(trace.id, weighed);
        made.set(keyOf(trace), weighed);
      }
    }
    return traces.map((trace) => better.get(trace.id) ?? trace);
  };
}

/** Whether the tokenizer would improve its weight. */
export const isRough = (trace: WeightTrace): boolean =>
  weightsIn(trace).some((weight) => !weight || isEstimate(weight));

export const isUnweighed = (trace: WeightTrace): boolean => weightsIn(trace).some((weight) => !weight);

/** Whether the weight is an estimate that the tokenizer would replace. */
export const isEstimate = ({ exact, media, tokens }: Weighed): boolean => !exact && media === 0 && tokens > 0;

const UNWEIGHED: readonly undefined[] = [undefined];
const NONE: readonly Weighed[] = [];

function weightsIn(trace: WeightTrace): readonly (Weighed | undefined)[] {
  if (!hasWeight(trace) || (trace.kind === "content" && trace.discarded)) return NONE;
  return weighs(trace, "contents") ? (trace.weight ?? UNWEIGHED) : [trace.weight];
}

/** A preview is weighed as it stands in its record. */
const recordsFor = (trace: WeightTrace): readonly RecordId[] =>
  isPreview(trace) ? [trace.id, trace.record] : [trace.id];

const isPreview = (trace: WeightTrace) => weighs(trace, "result preview") || weighs(trace, "words preview");

function weighedBy(counter: TextCounter, trace: WeightTrace, records: ReadonlyMap<RecordId, LogRecord>): WeightTrace {
  const record = records.get(trace.id);
  if (!record || !hasWeight(trace)) return trace; // R3
  const weigh = (content: Content) => weighContent(content, counter);
  if (weighs(trace, "contents"))
    return weighs(record, "contents") ? { ...trace, weight: record.contents.map(weigh) } : trace;
  if (weighs(trace, "content")) return weighs(record, "content") ? { ...trace, weight: weigh(record.content) } : trace;
  const on = records.get(trace.record);
  if (on?.kind !== "content") return trace; // R3
  const { content } = on;
  if (weighs(trace, "result preview")) {
    if (!weighs(record, "result preview")) return trace;
    const part = maskedContent(content, [record]).parts[record.part];
    return part ? { ...trace, weight: weigh({ role: "user", parts: [part] }) } : trace;
  }
  if (!weighs(record, "words preview")) return trace;
  const words = { ...content, parts: content.parts.filter(({ functionResponse }) => !functionResponse) };
  return { ...trace, weight: weigh(foldedContent(words, record.preview)) };
}
