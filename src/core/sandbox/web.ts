/** Web: pages read and searched for a Model. Their text was written by strangers. */
import type { TellProgress } from "../files/file-search.js";
import type { Usage } from "../models/model.js";

export interface Web {
  /** Searches through the Model's own provider, in a separate request (C16). */
  search(query: string, listener: WebListener, signal: AbortSignal): Promise<WebAnswer>;
  /** Reads one page. `question`: what is wanted of it, for a page that only a Model can read. */
  read(address: string, question: string, listener: WebListener, signal: AbortSignal): Promise<WebAnswer>;
}

/** Receives the progress of a search, and the requests made for it. */
export interface WebListener {
  readonly progress: TellProgress;
  /** Called when a Model was asked on the way, and answered or failed: such requests are counted (C16). */
  readonly asked: (request: WebRequest) => Promise<void>;
}

export interface WebRequest {
  readonly model: string;
  readonly usage?: Usage;
  readonly ms: number;
  /** Why the request failed, as a sentence. */
  readonly failed?: string;
}

export interface WebAnswer {
  readonly text: string;
  readonly sources: readonly WebSource[];
  /** How the answer was found, as a sentence. */
  readonly how: string;
}

export interface WebSource {
  readonly address: string;
  readonly title: string;
}
