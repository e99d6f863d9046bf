/** Lets the memory manager carry out a task for a call, and writes what came of it (M9): each file is one edit of that call. */
import { editNote } from "../calls/edit-note.js";
import { memoryManager, type ManagerParts } from "./memory-manager.js";
import type { SubAgentEnd } from "./sub-agent.js";
import type { ToolEnv, WholeOutput } from "../calls/tool.js";

interface Managed {
  readonly kind: SubAgentEnd["kind"];
  /** How many files it changed. */
  readonly files: number;
  readonly output: WholeOutput;
}

/** Nothing where there is no manager: the user has not turned it on, or the librarian answers, who works by rules. */
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
  return {
    kind: end.kind,
    files: edits.length,
    output: {
      text: words(
        end,
        edits.map(({ path }) => path),
      ),
      ...(end.kind === "failed" && { isFailed: true }),
      ...(edit && { edit }),
    },
  };
}

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
