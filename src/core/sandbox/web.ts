/** Web: pages read and searched for a Model. What comes back was written by strangers. */
import type { TellProgress } from "../files/file-search.js";
import type { Usage } from "../models/model.js";

export interface Web {
  /** Through the search of the Model's own house, in a request of its own (C16). */
  search(query: string, witness: WebWitness, signal: AbortSignal): Promise<WebAnswer>;
  /** One page. `question`: what is wanted of it, where it can't be had as it is. */
  read(address: string, question: string, witness: WebWitness, signal: AbortSignal): Promise<WebAnswer>;
}

/** Hears what is being done. */
export interface WebWitness {
  readonly progress: TellProgress;
  /** A Model was asked on the way, and answered or failed: to be counted (C16). */
  readonly asked: (request: WebRequest) => Promise<void>;
}

export interface WebRequest {
  readonly model: string;
  readonly usage?: Usage;
  readonly ms: number;
  /** Why it came to nothing, as a sentence. */
  readonly failed?: string;
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
