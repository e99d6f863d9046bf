/** Runs the memory manager for a call, and writes the files it changed (M9): each is an edit of that call. */
import { editNote } from "../calls/edit-note.js";
import { memoryManager, type ManagerParts } from "./memory-manager.js";
import type { SubAgentEnd } from "./sub-agent.js";
import { subAgentWords } from "./sub-agent-words.js";
import type { ToolEnv, WholeOutput } from "../calls/tool.js";

interface Managed {
  readonly kind: SubAgentEnd["kind"];
  /** The number of files that were changed. */
  readonly files: number;
  readonly output: WholeOutput;
}

/** Resolves with nothing where there is no manager: the user has not turned it on, or the librarian answers. */
export async function manageMemory(
  task: string,
  env: ToolEnv,
  signal: AbortSignal,
  bounds: Pick<ManagerParts, "isPrivate" | "otherTools">,
): Promise<Managed | undefined> {
  const run = env.runAgent;
  const given = run && (await env.managing?.());
  if (!given) return undefined;
  const { agent, prompt, changes } = await memoryManager({ ...given, ...bounds }, task);
  const end = await run(agent, prompt, env, signal);
  const edits = end.kind === "failed" ? [] : changes();
  for (const { change } of edits) await env.change({ ...change, by: "manager" });
  const [first] = edits;
  const others = edits.length - 1;
  const edit = first && { ...editNote(first.path, first.before, first.after), ...(others > 0 && { others }) };
  const changed = first ? subAgentWords.changed(edits.map(({ path }) => path)) : subAgentWords.nothingChanged;
  const text = [end.text, subAgentWords.ended[end.kind], changed].filter(Boolean).join("\n\n");
  const output = { text, ...(end.kind === "failed" && { isFailed: true }), ...(edit && { edit }) };
  return { kind: end.kind, files: edits.length, output };
}
