/** `save_memory`: saves a fact for later Sessions in the memory file that the user chooses (M8). */
import { AgentError } from "../../core/errors.js";
import { oneOf, optional, text } from "../../core/schema.js";
import { saveFact } from "../../core/memory/memory-save.js";
import { isVirtual } from "../../core/memory/memory-file.js";
import { encodeText, findEditableText, PLAIN_TEXT } from "../../core/files/text-file.js";
import type { Proposal } from "../../core/policy/approval.js";
import { callWords } from "../calls/call-words.js";
import { editNote } from "../calls/edit-note.js";
import { manageMemory } from "../sub-agents/manage-memory.js";
import { rememberTask } from "../prompts/memory-manager.js";
import { planToRemember, type Remembering } from "../memory/remember.js";
import { defineTool, type ToolEnv, type WholeOutput } from "../calls/tool.js";
import { askUser } from "./ask-user.js";
import { toolWords } from "./tool-words.js";

export const saveMemory = defineTool({
  name: "save_memory",
  kind: "remember",
  needsFolder: false,
  description:
    "Keeps one fact for all later conversations: a lasting preference or fact that the user states, or asks you to remember. One short " +
    "sentence that can be understood by itself. scope “project” keeps it for this folder only (privately, in no repository), “global” for " +
    "everything; facts about this folder belong to “project”. Not for what holds only now, nor for summaries of work done. The user sees " +
    "it first, may change it and where it goes, and can take it back.",
  parameters: {
    fact: text("The fact, as one sentence: “Prefers tabs for indentation.”"),
    scope: optional(oneOf(["global", "project"] as const, "Where it holds; global unless you say project")),
  },
  title: ({ fact }) => fact.replaceAll(/\s+/g, " ").slice(0, 80),
  async propose({ fact: said, scope }, env) {
    const plan = await planToRemember(said, scope, remembering(env));
    if (plan.fact === "") throw new AgentError("InvalidArgsError", toolWords.noFact);
    const chosen = plan.places.find((place) => place.scope === plan.scope) ?? plan.places[0]!;
    const saved = saveFact(chosen.before, plan.fact, (line) => chosen.saved.includes(line));
    if (saved.how === "there") {
      const line = saved.notes[0]?.line ?? plan.fact;
      throw new AgentError("InvalidArgsError", toolWords.rememberedAlready(chosen.path, line));
    }
    const { fact, places, notes } = plan;
    const isManaged = env.runAgent !== undefined && (await env.managing?.()) !== undefined;
    const how = isManaged && { isManaged };
    return { proposal: { kind: "remember", fact, places, path: chosen.path, notes, ...how } };
  },
  async run(_args, env, signal, approved) {
    if (approved?.kind !== "remember") throw new Error(callWords.notProposed); // a bug
    return (await routed(approved, env, signal)) ?? keep(approved, env);
  },
});

type ToRemember = Proposal & { readonly kind: "remember" };

/** The memory manager saves the fact, if it is on (M9). The user has agreed, so nothing here means that rules save it. */
async function routed({ fact, path, isManaged }: ToRemember, env: ToolEnv, signal: AbortSignal) {
  if (!isManaged) return undefined;
  const isPrivate = isVirtual(path);
  const options = { isPrivate, otherTools: [askUser] };
  const done = await manageMemory(rememberTask(fact, path, isPrivate), env, signal, options);
  return done && (done.kind === "done" || done.files > 0) ? done.output : undefined;
}

async function keep({ fact, path, places }: ToRemember, env: ToolEnv): Promise<WholeOutput> {
  const place = places.find((each) => each.path === path);
  if (!place) throw new AgentError("InvalidArgsError", toolWords.notOffered(path));
  const { before } = place;
  const saved = saveFact(before, fact, (line) => place.saved.includes(line));
  if (saved.how === "there") return { text: `That is remembered already, in ${path}. Nothing was written.` };
  await env.change({ path, ...(await imagesOf(path, before, saved.text, env)) });
  const done = saved.how === "merged" ? `instead of “${saved.replaced}”` : "as a new line";
  return {
    text: `Remembered in ${path}, ${done}: “${saved.fact}”. It holds from the next message on; the user can take it back.`,
    edit: editNote(path, before, saved.text),
  };
}

async function imagesOf(path: string, before: string | undefined, after: string, env: ToolEnv) {
  const now = before === undefined || isVirtual(path) ? undefined : await env.workspace().read(path);
  const format = (now && findEditableText(now)?.format) ?? PLAIN_TEXT;
  return { before: before === undefined ? undefined : encodeText(before, format), after: encodeText(after, format) };
}

function remembering(env: ToolEnv): Remembering {
  const given = env.memory?.();
  if (!given) throw new AgentError("NotSupportedError", toolWords.nothingRemembered);
  return given;
}
