/**
 * What is found again for a user's question before a Model is asked (C11): a few records that left the context, in a block of its own.
 * R1 At most four, none that stands in the context as it was said, and only those in which enough of the question is found again.
 * R2 The block keeps to its budget, whatever was found: 1,200 tokens, or a fiftieth of a small window.
 * R3 What Tools gave back stands as strangers' words (A4).
 */
import { contextOf } from "./context.js";
import { wordsOf } from "./extract/words.js";
import type { LogRecord } from "./log.js";
import { excerptOf, findByWords, labelled, plainText, type Labelled } from "./recalled.js";

export interface PrefetchAsked {
  readonly words: string;
  /** Found by the search index, the best first; none where there is no index. */
  readonly ids?: readonly string[];
  /** Tokens of the block. */
  readonly budget: number;
}

export interface Prefetched {
  readonly record: string;
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

export function prefetchFrom(
  records: readonly LogRecord[],
  { words, ids = [], budget }: PrefetchAsked,
): readonly Prefetched[] {
  const there = new Set(contextOf(records).flatMap(({ record, shortened }) => (shortened ? [] : [record])));
  const gone = labelled(records).filter(({ record }) => !there.has(record.id));
  const byId = new Map(gone.map((each) => [each.record.id, each]));
  const hits = ids.flatMap((id) => byId.get(id) ?? []);
  const found = (hits.length > 0 ? hits : bestByWords(gone, words)).slice(0, MOST);
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
