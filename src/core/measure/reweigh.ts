/**
 * Weights that are missing, made from the records themselves: a crash wrote them, or nobody could weigh when they were written. What was
 * made is remembered; the Log is never written anew for it.
 * R1 What was never weighed is weighed by whoever counts now.
 * R2 What was an estimate is weighed again once the tokenizer is there, but not what has media: they are never more than an estimate.
 * R3 What can't be read stays as it is.
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

/** Gives the traces of a Session back with what can be weighed of what was missing. */
type WeighAgain = (session: SessionId, traces: readonly WeightTrace[]) => Promise<readonly WeightTrace[]>;

/** A weight takes some hundred bytes. A Session that was estimated from end to end fits. */
const REMEMBERED = 20_000;
/** Records whose texts are in memory at once. */
const AT_ONCE = 100;

export function createWeighAgain({ counter, whole }: WeighingParts): WeighAgain {
  const made = createBoundedCache<WeightTrace>(REMEMBERED);
  return async (session, stored) => {
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

/** Whether the tokenizer would make it better. */
export const isRough = (trace: WeightTrace): boolean =>
  weightsIn(trace).some((weight) => !weight || isEstimate(weight));

export const isUnweighed = (trace: WeightTrace): boolean => weightsIn(trace).some((weight) => !weight);

/** One that the tokenizer could have made. */
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
