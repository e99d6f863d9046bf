/** The context of the open Session, as a UI reads and changes it (U2). */
import type { ContextPort } from "../../core/port/context-port.js";
import type { AgentParts } from "../agent-parts.js";
import type { FrameMaker } from "../request/request-frame.js";
import type { OpenSession } from "./open-session.js";

export const createContextActions = (
  session: () => OpenSession,
  { frame, tools }: { readonly frame: FrameMaker; readonly tools: AgentParts["tools"] },
): ContextPort => ({
  map: async (asked = {}) => session().contextMap(asked),
  blockText: async (block) => (await import("./read-map.js")).readBlock(session().state, block),
  change: async (change) =>
    session().change(async (state) => (await import("./change-context.js")).changeContext(state, change)),
  async systemPrompt() {
    const { tools: offered, ...prompt } = await frame.asSent(await tools());
    return { ...prompt, tools: offered.map(({ name, description }) => ({ name, description })) };
  },
});
