/**
 * The owner of a Session, the one tab that writes in it: it has the Web Lock `session:<id>` (L4).
 *
 *   hold ──► lock free ──► here ──(asked to let go)──► turn stopped ──► released ──► elsewhere, waiting
 *        └─► taken ──► elsewhere, waiting in line ──(owner's tab closes)──► here
 *   takeOver ──► "let go, please" on the channel ──► in line ──(no answer in 3 s)──► the lock is stolen
 */
import type { SessionLock, Ownership } from "../core/log/session-lock.js";
import type { SessionId } from "../core/ids.js";

/** Milliseconds: a tab that is alive releases the lock within 60 to 70; one that hangs must not keep the Session. */
const COURTESY = 3_000;

interface Holding {
  readonly session: SessionId;
  onChange: (owner: Ownership) => Promise<void>;
  /** Aborts the request for the lock. */
  readonly leave: AbortController;
  owner: Ownership;
  release?: () => void;
  /** Changes of the owner one after the other: a lock won and lost at once must end as lost. */
  changing: Promise<void>;
}

export function createSessionLock(): SessionLock {
  const channel = new BroadcastChannel("palimpsest-owner");
  const holdings = new Map<string, Holding>();
  const isCurrent = (holding: Holding) => holdings.get(holding.session) === holding;

  channel.onmessage = ({ data }: MessageEvent<{ readonly letGo: string }>) => {
    const holding = holdings.get(data.letGo);
    if (holding?.owner !== "here") return;
    void lose(holding).then(() => waitInLine(holding));
  };

  /** Releases the lock only after `onChange` has resolved, so that this tab's turn is stopped before the other tab writes. */
  async function lose(holding: Holding): Promise<void> {
    holding.owner = "elsewhere";
    await change(holding, "elsewhere");
    holding.release?.();
    holding.release = undefined;
  }

  /** Resolves with true once the lock is granted, or with false at once if it is taken and `options` do not wait. */
  function request(holding: Holding, options: LockOptions): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const keep = (lock: Lock | null) => {
        if (!lock || !isCurrent(holding)) return resolve(false);
        resolve(true);
        return new Promise<void>((release) => (holding.release = release));
      };
      navigator.locks.request(`session:${holding.session}`, options, keep).catch((error: Error) => {
        if (holding.owner === "here") void lose(holding).then(() => waitInLine(holding)); // another tab has stolen the lock
        if (error.name === "AbortError") resolve(false);
        else reject(error);
      });
    });
  }

  function waitInLine(holding: Holding): void {
    if (!isCurrent(holding)) return;
    void request(holding, { signal: holding.leave.signal }).then((granted) => (granted ? win(holding) : undefined));
  }

  async function win(holding: Holding): Promise<void> {
    holding.owner = "here";
    await change(holding, "here");
  }

  function change(holding: Holding, owner: Ownership): Promise<void> {
    const changed = holding.changing.then(() => (isCurrent(holding) ? holding.onChange(owner) : undefined));
    holding.changing = changed.catch(() => undefined); // the caller gets the error
    return changed;
  }

  function letGo(session: SessionId): void {
    const holding = holdings.get(session);
    holdings.delete(session);
    holding?.leave.abort();
    holding?.release?.();
  }

  return {
    letGo,
    async hold(session, onChange) {
      const known = holdings.get(session);
      if (known?.owner === "here") {
        known.onChange = onChange;
        return "here";
      }
      letGo(session);
      const leave = new AbortController();
      const holding: Holding = { session, onChange, leave, owner: "elsewhere", changing: Promise.resolve() };
      holdings.set(session, holding);
      if (await request(holding, { ifAvailable: true })) holding.owner = "here";
      else waitInLine(holding);
      return holding.owner;
    },
    async takeOver(session) {
      const holding = holdings.get(session);
      if (!holding || holding.owner === "here") return;
      channel.postMessage({ letGo: holding.session });
      const deadline = Date.now() + COURTESY;
      while (Date.now() < deadline && !isHere(holding)) await new Promise((resolve) => setTimeout(resolve, 20));
      if (isHere(holding) || !isCurrent(holding)) return;
      if (await request(holding, { steal: true })) await win(holding);
    },
  };
}

/** A function, since TypeScript would take `owner` for unchanged while the code waits. */
const isHere = (holding: Holding): boolean => holding.owner === "here";
