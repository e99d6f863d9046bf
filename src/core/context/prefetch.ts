/**
 * Prefetching: a few records that left the context are recalled for a user's question before a Model is asked (C11).
 * R1 At most four are recalled, none that the context has in full, and only those with enough words of the question.
 * R2 Together they keep to a budget: 1,200 tokens, or a fiftieth of a small window.
 * R3 Results of Tools are marked as not the user's words (A4).
 */
import { contextOf, project } from "./context.js";
import type { WeightTrace } from "../log/record-kinds.js";
import { wordsOf } from "../text/words.js";
import type { LogRecord } from "../log/log.js";
import { excerptOf, findByWords, labelled, plainText, type Labelled } from "./recalled.js";
import type { RecordId } from "../ids.js";

export interface PrefetchAsked {
  readonly words: string;
  /** Records that the search index found, the best first; none where there is no index. */
  readonly ids?: readonly RecordId[];
  /** Tokens of all excerpts together. */
  readonly budget: number;
}

export interface Prefetched {
  readonly record: RecordId;
  readonly from: "user" | "model" | "tool" | "app";
  readonly text: string;
}

const MOST = 4;
const BUDGET = 1_200;
const SHARE = 0.02;
/** The share of the question's words that a record must have where there is no index. */
const ENOUGH = 0.5;
/** Characters of a token, on the safe side. */
const CHARACTERS = 3;
const LEAST = 160;

/** R2 */
export const prefetchBudget = (limit: number): number => Math.min(BUDGET, Math.floor(SHARE * limit));

/** The best records that the index found and that left the context, with their labels; traces are enough, so no text is read. */
export function goneAmong(traces: readonly WeightTrace[], ids: readonly RecordId[]): ReadonlyMap<RecordId, number> {
  const there = new Set(
    project(traces).flatMap(({ source, masks, fold }) => (masks.length > 0 || fold ? [] : [source.id])),
  );
  const labels = new Map<RecordId, number>();
  let label = 0;
  for (const trace of traces) {
    if (trace.kind !== "content") continue;
    label++;
    if (!trace.discarded && !there.has(trace.id)) labels.set(trace.id, label);
  }
  const found = ids.flatMap((id) => (labels.has(id) ? [[id, labels.get(id)!] as const] : []));
  return new Map(found.slice(0, MOST));
}

/** The best of all records that left the context, where there is no index. */
export function goneByWords(records: readonly LogRecord[], words: string): readonly Labelled[] {
  const there = new Set(contextOf(records).flatMap(({ record, shortened }) => (shortened ? [] : [record])));
  return bestByWords(
    labelled(records).filter(({ record }) => !there.has(record.id)),
    words,
  ).slice(0, MOST);
}

/** R2 */
export function prefetchFrom(
  found: readonly Labelled[],
  { words, budget }: Omit<PrefetchAsked, "ids">,
): readonly Prefetched[] {
  const each = Math.floor((budget * CHARACTERS) / Math.max(1, found.length));
  if (each < LEAST) return [];
  return found.map((one) => ({ record: one.record.id, from: one.record.from, text: excerptOf(one, words, each) }));
}

function bestByWords(gone: readonly Labelled[], words: string): readonly Labelled[] {
  const wanted = new Set(wordsOf(words));
  if (wanted.size < 2) return []; // "Go on." asks for nothing
  return findByWords(gone, words, MOST).filter(({ record }) => {
    const has = new Set(wordsOf(plainText(record)));
    return [...wanted].filter((word) => has.has(word)).length >= ENOUGH * wanted.size;
  });
}
