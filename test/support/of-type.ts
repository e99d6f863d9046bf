/** The events of one type, in their order. */
import type { AgentEvent } from "../../src/core/port/events.js";

export const ofType = <T extends AgentEvent["type"]>(events: readonly AgentEvent[], type: T) =>
  events.filter((event): event is Extract<AgentEvent, { readonly type: T }> => event.type === type);
