/** Gauge: who measures. It remembers weights, not texts; it may be killed at any time and made anew. */
import type { Content } from "./content.js";
import { estimateContent } from "./tokens.js";

export interface Gauge {
  /** Post what is new, never what is known. Answers in the order given. */
  weigh(contents: readonly Content[]): Promise<readonly Weight[]>;
}

export interface Weight {
  readonly tokens: number;
  readonly exact: boolean;
}

export const createGauge = (): Gauge => ({
  weigh: (contents) => Promise.resolve(contents.map((content) => ({ tokens: estimateContent(content), exact: false }))),
});
