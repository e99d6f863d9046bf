/** The clock and timers of the Agent, handed in so that tests can stop them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something later; the function given back cancels it. */
  after(ms: number, run: () => void): () => void;
}
