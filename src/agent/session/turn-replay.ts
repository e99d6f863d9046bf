/**
 * What was told of the Turn that runs: a screen that comes back to it is told all of it again, and shows it as if it had never been
 * away. What came before stands in the Log.
 */
import type { AgentEvent, TurnEvent } from "../../core/port/events.js";

interface Retold {
  /** What comes after a Turn has ended, and before another begins, is not kept; its end is, until it is over for all. */
  note(event: AgentEvent, isRunning: boolean): void;
  over(): void;
  readonly events: readonly TurnEvent[];
}

export function createTurnReplay(): Retold {
  let events: TurnEvent[] = [];
  return {
    note(event, isRunning) {
      if (!("turnId" in event)) return;
      if (event.type === "turn-started" || event.type === "turn-resumed") events = [event];
      else if (events.at(-1)?.type === "turn-ended") return;
      else if (event.type === "turn-ended" && !isRunning) events = [];
      else if (isRunning || events.length > 0) {
        const last = events.at(-1);
        const isMore = (event.type === "text" || event.type === "thought") && last?.type === event.type;
        if (isMore) events[events.length - 1] = { ...last, delta: last.delta + event.delta };
        else events.push(event);
      }
    },
    over: () => void (events = []),
    get events() {
      return [...events];
    },
  };
}
