/**
 * The laws of the event stream, which the rig holds every test of an Agent to:
 * E1 A Turn begins with `turn-started`. One that has ended, here or before it was heard of, goes on with `turn-resumed`.
 * E2 Every stretch of a Turn's work ends with exactly one `turn-ended`, and nothing of it comes after, but that an edit is undone.
 * E3 Deltas come only between a `step-started` and the end; a step that was discarded, or waits for another attempt, says no more.
 * E4 Every `tool-started` has its `tool-finished` before the end, and nothing of a call comes outside of the two.
 * E5 Every `compression-started` has its `compression-ended` before the end, and nothing of it comes outside of the two.
 */
import type { AgentEvent, TurnEvent } from "../../src/core/port/events.js";

interface TurnSoFar {
  state: "running" | "ended";
  /** The step that may speak. */
  step?: string;
  isCompressing: boolean;
  readonly calls: Set<string>;
}

const isTurnEvent = (event: AgentEvent): event is TurnEvent => "turnId" in event;

export function breachesIn(events: readonly AgentEvent[]): string[] {
  const breaches: string[] = [];
  const turns = new Map<string, TurnSoFar>();
  for (const event of events) if (isTurnEvent(event)) breaches.push(...follow(turns, event));
  for (const [id, turn] of turns) if (turn.state === "running") breaches.push(`E2: ${id} is still running`);
  return breaches;
}

/** Takes one event more, and tells what it breaks. */
function follow(turns: Map<string, TurnSoFar>, event: TurnEvent): string[] {
  if (event.type === "edit-undone") return [];
  const turn = turns.get(event.turnId);
  if (event.type === "turn-started" || event.type === "turn-resumed") {
    turns.set(event.turnId, { state: "running", isCompressing: false, calls: new Set() });
    const isFine = event.type === "turn-started" ? !turn : turn?.state !== "running";
    return isFine ? [] : [`E1: ${event.type} while ${turn!.state}`];
  }
  if (!turn) return [`E1: ${event.type} of a turn unheard of`];
  if (turn.state === "ended") return [`E2: ${event.type} while ended`];
  const law = lawBroken(turn, event);
  return law
    ? [`${law}: ${event.type}${law === "E3" ? ` while ${turn.step ? "another step speaks" : "no step does"}` : ""}`]
    : [];
}

/** Of a Turn that runs; keeps what comes of the event. */
function lawBroken(turn: TurnSoFar, event: TurnEvent): string | undefined {
  switch (event.type) {
    case "turn-ended":
      turn.state = "ended";
      return turn.calls.size > 0 ? "E4" : turn.isCompressing ? "E5" : undefined;
    case "step-started":
      turn.step = event.stepId;
      return undefined;
    case "text":
    case "thought":
      return turn.step === undefined ? "E3" : undefined;
    case "step-discarded": {
      const isOther = turn.step !== event.stepId;
      turn.step = undefined;
      return isOther ? "E3" : undefined;
    }
    case "turn-waiting":
      turn.step = undefined;
      return undefined;
    case "tool-started":
      if (turn.calls.has(event.callId)) return "E4";
      turn.calls.add(event.callId);
      return undefined;
    case "tool-asked":
      return turn.calls.has(event.request.callId) ? undefined : "E4";
    case "question-asked":
    case "tool-answered":
    case "tool-progress":
      return turn.calls.has(event.callId) ? undefined : "E4";
    case "tool-finished":
      return turn.calls.delete(event.callId) ? undefined : "E4";
    case "compression-started":
      if (turn.isCompressing) return "E5";
      turn.isCompressing = true;
      return undefined;
    case "compression-progress":
    case "chat-compressed":
      return turn.isCompressing ? undefined : "E5";
    case "compression-ended":
      if (!turn.isCompressing) return "E5";
      turn.isCompressing = false;
      return undefined;
    default:
      return undefined;
  }
}
