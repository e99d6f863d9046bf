/** Web: pages read and searched for a Model. What comes back was written by strangers. */
import type { TellProgress } from "./file-search.js";

export interface Web {
  /** Through the search of the Model's own house, in a request of its own (C16). */
  search(query: string, tell: TellProgress, signal: AbortSignal): Promise<WebAnswer>;
  /** One page. `question`: what is wanted of it, where it can't be had as it is. */
  read(address: string, question: string, tell: TellProgress, signal: AbortSignal): Promise<WebAnswer>;
}

export interface WebAnswer {
  readonly text: string;
  readonly sources: readonly WebSource[];
  /** How it was come by, as a sentence. */
  readonly how: string;
}

export interface WebSource {
  readonly address: string;
  readonly title: string;
}
