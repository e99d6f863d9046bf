/** A thread that fetches the vocabulary as the product does, counts what it is sent, and says how long both took. */
import { openTokenizer } from "../../src/core/tokens/tokenizer.js";
import { loadVocabulary } from "../../src/platform/measure/vocabulary.js";

export interface Counted {
  /** Milliseconds from being asked to being able to count. */
  readonly ready: number;
  readonly counts: readonly number[];
  /** Milliseconds of each pass over all documents. */
  readonly passes: readonly number[];
}

/** What goes wrong while waiting reaches the page's `onerror` only if it is thrown. */
self.onunhandledrejection = ({ reason }) => {
  throw reason;
};

self.onmessage = async ({ data }: MessageEvent<{ documents: readonly string[]; passes: number }>) => {
  const asked = performance.now();
  const tokenizer = openTokenizer(await loadVocabulary());
  const ready = performance.now() - asked;
  let counts: readonly number[] = [];
  const passes = Array.from({ length: data.passes }, () => {
    const start = performance.now();
    counts = data.documents.map((document) => tokenizer.count(document));
    return performance.now() - start;
  });
  self.postMessage({ ready, counts, passes } satisfies Counted, {});
};
