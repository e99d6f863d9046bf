/** Time, as the Agent is given it: so that tests can let it stand still. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something later; the answer calls it off. */
  after(ms: number, run: () => void): () => void;
}
