/** `invoke_agent`: hands a task to a sub-agent, which works on it by itself (A2, A5). There is one so far: the memory manager (M9). */
import { AgentError } from "../../core/errors.js";
import { oneOf, text } from "../../core/schema.js";
import { editNote } from "../edit-note.js";
import { MEMORY_MANAGER, memoryManager } from "../memory-manager.js";
import type { SubAgentEnd } from "../sub-agent.js";
import { defineTool } from "../tool.js";

export const invokeAgent = defineTool({
  name: "invoke_agent",
  kind: "remember",
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
    const run = env.runAgent;
    const given = await env.managing?.();
    if (!given || !run) throw new AgentError("NotSupportedError", "There are no agents here.");
    const { agent, prompt: whole, changes } = await memoryManager(given, prompt);
    const end = await run(agent, whole, env, signal);
    const edits = end.kind === "failed" ? [] : changes();
    for (const { change } of edits) await env.change(change);
    const [first] = edits;
    const others = edits.length - 1;
    const edit = first && { ...editNote(first.path, first.before, first.after), ...(others > 0 && { others }) };
    return {
      text: words(
        end,
        edits.map(({ path }) => path),
      ),
      ...(end.kind === "failed" && { isFailed: true }),
      ...(edit && { edit }),
    };
  },
});

function words({ kind, text: said }: SubAgentEnd, paths: readonly string[]): string {
  const changed =
    paths.length > 0 ? `Changed: ${paths.join(", ")}. The user can take it back.` : "Nothing was changed.";
  const ended = {
    done: "",
    "out-of-steps": "It was stopped after its last step.",
    "out-of-time": "It was stopped when its time was over.",
    failed: "It failed.",
  }[kind];
  return [said, ended, changed].filter(Boolean).join("\n\n");
}
