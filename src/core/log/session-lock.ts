/** The lock of a Session (L4): one tab at a time owns it; other tabs that have it open follow, and may take over. */
import type { SessionId } from "../ids.js";

/** `here`: this tab writes. `elsewhere`: another tab does, and this one follows. */
export type Ownership = "here" | "elsewhere";

export interface SessionLock {
  /**
   * Asks for a Session; locks of other Sessions stay, since Turns may run in them. `onChange` is called when ownership comes (the owner
   * closed its tab) or goes (another tab took over); on losing it, its promise is awaited before the other tab gets the lock.
   */
  hold(session: SessionId, onChange: (owner: Ownership) => Promise<void>): Promise<Ownership>;
  letGo(session: SessionId): void;
  /** Becomes the owner of a Session that was asked for: the other tab is asked to let go, and the lock is stolen if it does not answer. */
  takeOver(session: SessionId): Promise<void>;
}
