/**
 * The tokens of a text that is still coming in. What can't change any more is counted once and let go; only the short
 * rest is counted again.
 */
import type { Tokenizer } from "./tokenizer.js";

export class StreamingCount {
  readonly #tokenizer: Tokenizer;
  #settled = 0;
  #rest = "";
  #tried = 0;

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  push(delta: string): void {
    this.#rest += delta;
    // Each try goes through the whole rest. Waiting until it has grown by half keeps the sum of all tries in proportion
    // to the text, even where nothing settles: one character over and over.
    if (this.#rest.length < this.#tried * 1.5 + SHORT) return;
    const { tokens, length } = this.#tokenizer.countSettled(this.#rest);
    this.#settled += tokens;
    this.#rest = this.#rest.slice(length);
    this.#tried = this.#rest.length;
  }

  /** Exact for the text so far, as if nothing came after it. */
  get total(): number {
    return this.#settled + this.#tokenizer.count(this.#rest);
  }
}

/** Less than this is not worth a try: the last 32 units never settle. */
const SHORT = 128;
