/**
 * A Session's owner, by the Web Lock `session:<id>` (L4).
 *
 *   hold ──► lock free ──► here ──(asked to let go)──► turn stopped ──► released ──► elsewhere, waiting
 *        └─► taken ──► elsewhere, waiting in line ──(owner's tab closes)──► here
 *   takeOver ──► "let go, please" on the channel ──► in line ──(no answer in 3 s)──► the lock is stolen
 */
import type { SessionLock, Ownership } from "../core/log/session-lock.js";
import type { SessionId } from "../core/ids.js";

/** A tab that is alive lets go within milliseconds (60 to 70 were seen); one that hangs must not keep the Session. */
const COURTESY = 3_000;

interface Holding {
  readonly session: SessionId;
  onChange: (owner: Ownership) => Promise<void>;
  /** Leaves the line, or lets go of the lock. */
  readonly leave: AbortController;
  owner: Ownership;
  release?: () => void;
  /** One change after the other: what is won and lost at once must end as lost. */
  changing: Promise<void>;
}

export function createSessionLock(): SessionLock {
  const channel = new BroadcastChannel("palimpsest-owner");
  const holdings = new Map<string, Holding>();
  const isHeld = (holding: Holding) => holdings.get(holding.session) === holding;

  channel.onmessage = ({ data }: MessageEvent<{ readonly letGo: string }>) => {
    const holding = holdings.get(data.letGo);
    if (holding?.owner !== "here") return;
    void lose(holding).then(() => waitInLine(holding));
  };

  /** The other tab gets the lock only after this tab has put its affairs in order. */
  async function lose(holding: Holding): Promise<void> {
    holding.owner = "elsewhere";
    await change(holding, "elsewhere");
    holding.release?.();
    holding.release = undefined;
  }

  /** Resolves once the lock is held, or with false at once if it is taken and we would not wait. */
  function request(holding: Holding, options: LockOptions): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const held = (lock: Lock | null) => {
        if (!lock || !isHeld(holding)) return resolve(false);
        resolve(true);
        return new Promise<void>((release) => (holding.release = release));
      };
      navigator.locks.request(`session:${holding.session}`, options, held).catch((error: Error) => {
        if (holding.owner === "here") void lose(holding).then(() => waitInLine(holding)); // the lock was stolen from us
        if (error.name === "AbortError") resolve(false);
        else reject(error);
      });
    });
  }

  function waitInLine(holding: Holding): void {
    if (!isHeld(holding)) return;
    void request(holding, { signal: holding.leave.signal }).then(async (held) => {
      if (held) await win(holding);
    });
  }

  async function win(holding: Holding): Promise<void> {
    holding.owner = "here";
    await change(holding, "here");
  }

  function change(holding: Holding, owner: Ownership): Promise<void> {
    const changed = holding.changing.then(() => (isHeld(holding) ? holding.onChange(owner) : undefined));
    holding.changing = changed.catch(() => undefined); // told to who changed it
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
      const held = holdings.get(session);
      if (held?.owner === "here") {
        held.onChange = onChange;
        return "here";
      }
      letGo(session);
      const holding: Holding = {
        session,
        onChange,
        leave: new AbortController(),
        owner: "elsewhere",
        changing: Promise.resolve(),
      };
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
      if (isHere(holding) || !isHeld(holding)) return;
      if (await request(holding, { steal: true })) await win(holding);
    },
  };
}

/** A fresh look: `owner` changes while we wait. */
const isHere = (holding: Holding): boolean => holding.owner === "here";
