/** The Tools that a Model is offered: `recall` only once there is something to recall (C11). */
import type { SessionContext } from "../session/session-context.js";
import type { Tool } from "../calls/tool.js";

export const offeredTools = (tools: readonly Tool[], context: Pick<SessionContext, "isShortened">): readonly Tool[] =>
  context.isShortened ? tools : tools.filter(({ declaration }) => declaration.name !== "recall");
