/**
 * The events of the Turn that runs. A screen that comes back to the Session is told all of them again, and shows the Turn as if it had
 * never been away. Earlier Turns stand in the Log.
 */
import type { AgentEvent, TurnEvent } from "../../core/port/events.js";

interface TurnReplay {
  /** Keeps an event of a Turn, but not those between two Turns. `turn-ended` itself is kept until `over`. */
  note(event: AgentEvent, isRunning: boolean): void;
  over(): void;
  readonly events: readonly TurnEvent[];
}

export function createTurnReplay(): TurnReplay {
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
