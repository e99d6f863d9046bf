/**
 * The laws of the event stream, for every test of an Agent:
 * E1 `turn-started` is the first event of a Turn, unless it goes on with one that had ended before it was heard of.
 * E2 Every stretch of a Turn's work ends with exactly one `turn-ended`, and nothing of it comes after.
 * E3 Deltas come only between a `step-started` and the end.
 * E4 Every `tool-started` has its `tool-finished`, and nothing of a call comes outside of the two.
 */
import type { AgentEvent, TurnEvent } from "../../src/core/events.js";

const isTurnEvent = (event: AgentEvent): event is TurnEvent => "turnId" in event;

export function breachesIn(events: readonly AgentEvent[]): string[] {
  const breaches: string[] = [];
  const states = new Map<string, "started" | "stepping" | "ended">();
  const calls = new Set<string>();
  for (const event of events) {
    if (!isTurnEvent(event)) continue;
    const state = states.get(event.turnId);
    const breach = (law: string) => breaches.push(`${law}: ${event.type} while ${state ?? "unheard of"}`);
    switch (event.type) {
      case "turn-started":
        if (state) breach("E1");
        states.set(event.turnId, "started");
        break;
      case "step-started":
        states.set(event.turnId, "stepping");
        break;
      case "turn-ended":
        if (state === "ended") breach("E2");
        states.set(event.turnId, "ended");
        break;
      case "tool-started":
        if (calls.has(event.callId)) breach("E4");
        calls.add(event.callId);
        break;
      case "tool-asked":
        if (!calls.has(event.request.callId)) breach("E4");
        break;
      case "question-asked":
      case "tool-answered":
      case "tool-progress":
        if (!calls.has(event.callId)) breach("E4");
        break;
      case "tool-finished":
        if (!calls.delete(event.callId)) breach("E4");
        break;
      default:
        if (event.type !== "text" && event.type !== "thought") break;
        if (state !== "stepping") breach("E3");
    }
  }
  for (const [turn, state] of states) if (state !== "ended") breaches.push(`E2: ${turn} is still ${state}`);
  for (const call of calls) breaches.push(`E4: ${call} has no end`);
  return breaches;
}
