/** `invoke_agent`: hands a task to a sub-agent (A2, A5). The memory manager (M9) is the only one so far. */
import { AgentError } from "../../core/errors.js";
import { oneOf, text } from "../../core/schema.js";
import { manageMemory } from "../sub-agents/manage-memory.js";
import { MEMORY_MANAGER } from "../sub-agents/memory-manager.js";
import { defineTool } from "../calls/tool.js";
import { askUser } from "./ask-user.js";
import { toolWords } from "./tool-words.js";

export const invokeAgent = defineTool({
  name: "invoke_agent",
  kind: "remember",
  needsFolder: false,
  description:
    `Hands a task to an agent that works on it by itself and reports back. “${MEMORY_MANAGER}” keeps the memory files in order: it routes a ` +
    "fact to the right file, removes duplicates and what no longer holds, and asks the user when in doubt. Use it when several facts are to " +
    "be remembered, moved, corrected or forgotten; for a single new fact use save_memory.",
  parameters: {
    agent_name: oneOf([MEMORY_MANAGER] as const, "Which agent"),
    prompt: text("The task, with everything it needs to know: it has not seen this conversation"),
  },
  title: ({ agent_name, prompt }) => `${agent_name}: ${prompt.replaceAll(/\s+/g, " ").slice(0, 60)}`,
  async run({ prompt }, env, signal) {
    const done = await manageMemory(prompt, env, signal, { otherTools: [askUser] });
    if (!done) throw new AgentError("NotSupportedError", toolWords.noAgents);
    return done.output;
  },
});
