/** Which tab owns a Session (L4). One owner at a time; whoever else has it open follows, and may take over. */
import type { SessionId } from "../ids.js";

/** `here`: this tab writes. `elsewhere`: another tab does, and this one follows. */
export type Ownership = "here" | "elsewhere";

export interface SessionLock {
  /**
   * Asks for a Session; others that are held stay so, since Turns may run in them. `onChange` is told when ownership comes (the owner closed
   * its tab) or goes (another tab took over); on losing it, what it returns is awaited before the other tab gets in.
   */
  hold(session: SessionId, onChange: (owner: Ownership) => Promise<void>): Promise<Ownership>;
  letGo(session: SessionId): void;
  /** Becomes the owner of a Session that was asked for: asks the other tab to let go, and does not wait for ever. */
  takeOver(session: SessionId): Promise<void>;
}
