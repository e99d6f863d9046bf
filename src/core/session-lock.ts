/** Which tab owns a Session (L4). One owner at a time; whoever else has it open follows, and may take over. */
import type { Ownership } from "./events.js";

export interface SessionLock {
  /**
   * Asks for a Session, letting go of the one held before. `onChange` is told when ownership comes (the owner closed
   * its tab) or goes (another tab took over); on losing it, what it returns is awaited before the other tab gets in.
   */
  hold(session: string, onChange: (owner: Ownership) => Promise<void>): Promise<Ownership>;
  /** Becomes the owner: asks the other tab to let go, and does not wait for ever. */
  takeOver(): Promise<void>;
}
