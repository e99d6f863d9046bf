/**
 * What is found again for a user's question before a Model is asked (C11): a few records that left the context, in a block of its own.
 * R1 At most four, none that stands in the context as it was said, and only those in which enough of the question is found again.
 * R2 The block keeps to its budget, whatever was found: 1,200 tokens, or a fiftieth of a small window.
 * R3 What Tools gave back stands as strangers' words (A4).
 */
import { contextOf, project } from "./context.js";
import type { WeightTrace } from "../log/record-kinds.js";
import { wordsOf } from "../text/words.js";
import type { LogRecord } from "../log/log.js";
import { excerptOf, findByWords, labelled, plainText, type Labelled } from "./recalled.js";
import type { RecordId } from "../ids.js";

export interface PrefetchAsked {
  readonly words: string;
  /** Found by the search index, the best first; nothing where there is no index to ask. */
  readonly ids?: readonly RecordId[];
  /** Tokens of the block. */
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
/** Of the question's own words, in a record that no index vouches for. */
const ENOUGH = 0.5;
/** Characters of a token, on the safe side. */
const CHARACTERS = 3;
const LEAST = 160;

/** R2 */
export const prefetchBudget = (limit: number): number => Math.min(BUDGET, Math.floor(SHARE * limit));

/** Where an index has been asked: the best of what it found that has left the context, and their labels. What stays need not be read. */
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

/** Where there is none: the best of all that was said. */
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
  return found.map((one) => ({
    record: one.record.id,
    from: one.record.from,
    text: excerptOf(one, words, each),
  }));
}

function bestByWords(gone: readonly Labelled[], words: string): readonly Labelled[] {
  const wanted = new Set(wordsOf(words));
  if (wanted.size < 2) return []; // "Go on." asks for nothing
  return findByWords(gone, words, MOST).filter(({ record }) => {
    const has = new Set(wordsOf(plainText(record)));
    return [...wanted].filter((word) => has.has(word)).length >= ENOUGH * wanted.size;
  });
}
