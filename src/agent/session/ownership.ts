/**
 * The ownership of a Session (L4): one tab holds its lock and writes in it, the others follow its Turns. A tab that comes to own the
 * Session first mends what a crash or the tab before has left behind (L3).
 */
import type { LogRecord } from "../../core/log/log.js";
import type { SessionLock } from "../../core/log/session-lock.js";
import type { LogNews } from "../../core/log/store.js";
import type { Ownership } from "../../core/log/session-lock.js";
import type { TurnView } from "../../core/port/turns.js";
import { createFollower } from "./follower.js";
import { mendSession } from "./mend-session.js";
import type { SessionState } from "./session-state.js";

export interface SessionOwnership {
  readonly owner: Ownership;
  /** Takes the lock if it is free, and gives back the newest Turns. `newest`: their records, without those that mended them. */
  open(limit: number): Promise<{
    readonly newest: readonly LogRecord[];
    readonly turns: readonly TurnView[];
    readonly more: boolean;
  }>;
  /** News of another tab's writing. */
  follow(news: LogNews): void;
  /** The lock has been let go: this tab writes no more. */
  close(): void;
}

interface OwnershipOptions {
  readonly lock: SessionLock;
  /** Writes down how edits that were cut off have ended. */
  readonly settle: (records: readonly LogRecord[]) => Promise<readonly LogRecord[]>;
  /** Stops the Turn that runs: another tab takes over. */
  readonly stop: () => Promise<void>;
}

/** Records read to mend a Session that another tab had: the last Turn is among them. */
const LAST_TURN = 50;

export function createOwnership(state: SessionState, { lock, settle, stop }: OwnershipOptions): SessionOwnership {
  const { id, turns, tell } = state;
  let owner: Ownership = "elsewhere";
  const follower = createFollower(state);

  async function change(to: Ownership): Promise<void> {
    if (to === "elsewhere") {
      owner = to; // first, so that nothing new begins
      await stop();
    } else {
      state.context.forget(); // another tab has written meanwhile
      await state.rereadSummary();
      const { records } = await state.newest(LAST_TURN);
      const mended = await mendSession(state, settle, records);
      owner = to;
      const last = turns.of([...records, ...mended]).at(-1);
      if (last) tell({ type: "turn-replaced", sessionId: id, turn: last });
      void state.weighAll();
    }
    tell({ type: "ownership-changed", sessionId: id, owner });
  }

  return {
    get owner() {
      return owner;
    },
    async open(limit) {
      owner = await lock.hold(id, change);
      const { records: newest, more } = await state.newest(limit);
      const mended = owner === "here" && newest.length > 0 ? await mendSession(state, settle, newest) : [];
      turns.restart();
      const shown = turns.of([...newest, ...mended]);
      if (owner === "elsewhere") follower.start(shown, await state.log.drafts(id));
      return { newest, turns: shown, more };
    },
    follow(news) {
      if (owner === "elsewhere") follower.hear(news);
    },
    close: () => void (owner = "elsewhere"),
  };
}
