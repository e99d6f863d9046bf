/** The counter of tokens in the gauge worker: the tokenizer, once its vocabulary is loaded; a trained estimate until then (T2, T3). */
import { estimateTokens } from "../../core/tokens/estimator.js";
import { openTokenizer } from "../../core/tokens/tokenizer.js";
import type { TextCounter } from "../../core/tokens/content-weight.js";
import { loadVocabulary } from "./vocabulary.js";

/** Milliseconds to wait for the vocabulary, which is ready within 200 where it is in the cache. */
const PATIENCE = 400;
/** Milliseconds until it is fetched again after a failure (offline, before it was ever cached). */
const AGAIN = 60_000;

const estimating: TextCounter = { exact: false, count: estimateTokens };

export function createCounter(): () => Promise<TextCounter> {
  let loading: Promise<TextCounter> | undefined;
  let failedAt = -Infinity;

  const load = async (): Promise<TextCounter> => {
    const tokenizer = openTokenizer(await loadVocabulary());
    return { exact: true, count: (text) => tokenizer.count(text) };
  };

  return () => {
    if (!loading && performance.now() - failedAt > AGAIN) {
      loading = load();
      loading.catch((error: Error) => {
        loading = undefined;
        failedAt = performance.now();
        console.warn(`Tokens are estimated for now: ${error.message}`);
      });
    }
    if (!loading) return Promise.resolve(estimating);
    const patience = new Promise<TextCounter>((resolve) => setTimeout(() => resolve(estimating), PATIENCE));
    return Promise.race([loading, patience]).catch(() => estimating); // warned of above
  };
}
