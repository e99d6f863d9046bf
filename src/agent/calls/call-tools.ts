/**
 * The calls of one step: read the arguments → propose → ask → run → cut to size. Every call gets a result, also when it
 * failed, was not known, not allowed or stopped, and results stand in the order of the calls (A1).
 */
import type { CallId, TurnId } from "../../core/ids.js";
import type { Content, Part, ToolCall } from "../../core/content.js";
import { AgentError, isNamed } from "../../core/errors.js";
import { isWithin, type Allowance } from "../../core/policy/policy.js";
import type { CallNote } from "../../core/log/log.js";
import type { AuthoredChange } from "./checkpoints.js";
import type { Gate, GateResult } from "./approval-gate.js";
import type { Govern } from "./govern-output.js";
import type { SessionState } from "../session/session-state.js";
import type { Summarise } from "./summarise-output.js";
import type { PreparedCall, Tool, ToolEnv, WholeOutput } from "./tool.js";
import { asUntrusted } from "../../core/text/untrusted.js";
import { callWords } from "./call-words.js";

/** The means by which the calls of a Turn are made. */
export interface Calling {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly env: Omit<ToolEnv, "callId" | "progress" | "change" | "ask" | "keepAside">;
  /** The gate that asks Policy and the user (A3). */
  readonly gate: Gate;
  /** Changes a file with a checkpoint. */
  readonly change: (callId: CallId, change: AuthoredChange) => Promise<void>;
  /** Cuts an output to what is allowed and to the room there is (X1, X3); the whole goes into the Log (X2). */
  readonly govern: Govern;
  /** A long output in few words, where the user wants that of this Tool (X5). */
  readonly summarise?: Summarise;
  /** Memories of the folders that a call has touched (M7); an empty text for none. Must not reject. */
  readonly broughtBy?: (touched: Touched) => Promise<string>;
}

/** The calls of one step. */
interface StepCalls {
  readonly state: Pick<SessionState, "tell" | "write">;
  readonly turn: TurnId;
  readonly calling: Omit<Calling, "govern" | "summarise">;
  /** The part of an output that the Model gets; keeps the whole where that is more. */
  readonly shorten: (output: string, call: NamedCall) => Promise<string>;
}

/** The files that a call has looked at, or changed. */
export interface Touched {
  readonly paths: readonly string[];
  readonly isChange: boolean;
}

export interface CallResults {
  readonly content: Content;
  readonly notes: readonly CallNote[];
  /** True if the user rejected a call without a note on what else to do: then it is the user's move. */
  readonly isRejected: boolean;
}

/** A call with an id. Calls of a Model that gives none get theirs from us, before they are written to the Log. */
export type NamedCall = ToolCall & { readonly id: CallId };

interface Done {
  readonly note: CallNote;
  readonly part: Part;
  readonly refused?: GateResult & { readonly kind: "refused" };
}

export async function callTools(of: StepCalls, calls: readonly NamedCall[], signal: AbortSignal): Promise<CallResults> {
  const { tools } = of.calling;
  const done: Done[] = [];
  for (const group of groupsOf(calls, tools)) {
    // The next call may build on the one that the user has rejected.
    const isOff = done.some(({ refused }) => refused?.isUsers) && tools.get(group[0]!.name)?.kind !== "read";
    done.push(...(await Promise.all(group.map((call) => callOne(of, call, { signal, isOff })))));
  }
  return {
    content: { role: "user", parts: done.map(({ part }) => part) },
    notes: done.map(({ note }) => note),
    isRejected: done.some(({ refused }) => refused?.isUsers && refused.note === undefined),
  };
}

/** Groups of calls that run side by side: reads together, any other call alone. */
function groupsOf(calls: readonly NamedCall[], tools: ReadonlyMap<string, Tool>): NamedCall[][] {
  const groups: NamedCall[][] = [];
  let reading: NamedCall[] | undefined;
  for (const call of calls) {
    if (tools.get(call.name)?.kind === "read") {
      if (!reading) groups.push((reading = []));
      reading.push(call);
    } else {
      groups.push([call]);
      reading = undefined;
    }
  }
  return groups;
}

async function callOne(
  of: StepCalls,
  call: NamedCall,
  { signal, isOff }: { readonly signal: AbortSignal; readonly isOff: boolean },
): Promise<Done> {
  const { turn, shorten } = of;
  const { tell } = of.state;
  const { tools, gate, broughtBy } = of.calling;
  const tool = tools.get(call.name);
  let title = "";
  const ended = (state: CallNote["state"], output: string, whole: Partial<WholeOutput> = {}): Done => {
    const { media = [], edit, todos } = whole;
    const beside = { ...(edit && { edit }), ...(todos && { todos }) };
    tell({ type: "tool-finished", turnId: turn, callId: call.id, state, output, ...beside });
    return { note: { id: call.id, title, state, ...(edit && { edit }) }, part: resultPart(call, state, output, media) };
  };
  let prepared: PreparedCall | undefined;
  let refusal = "";
  try {
    prepared = tool?.prepare(call.args ?? {});
    title = prepared?.title ?? "";
  } catch (error) {
    refusal = (error as Error).message;
  }
  tell({ type: "tool-started", turnId: turn, callId: call.id, name: call.name, title });
  if (!tool || !prepared) return ended("failed", refusal || unknownTool(call.name, [...tools.keys()]));
  if (signal.aborted) return ended("cancelled", callWords.stopped);
  if (isOff) return ended("cancelled", callWords.calledOff);
  try {
    const env = envFor(of, call, signal);
    const proposed = await prepared.propose?.(env, signal);
    const gated = { id: call.id, name: call.name, args: call.args ?? {}, title, tool, ...(proposed && { proposed }) };
    const passed = await gate.pass(gated, signal);
    if (passed.kind === "refused")
      return { ...ended(passed.isUsers ? "cancelled" : "failed", passed.words), refused: passed };
    const given = await prepared.run(withLeave(env, passed.leave), signal, passed.proposal);
    const whole: WholeOutput = typeof given === "string" ? { text: given } : given;
    const shown = await shorten(whole.text, call);
    if (tool.untrusted) gate.noteStrangers();
    const output = tool.untrusted ? asUntrusted(shown) : shown;
    const touched = { paths: whole.touched ?? [], isChange: tool.kind === "edit" };
    const brought = touched.paths.length > 0 ? ((await broughtBy?.(touched)) ?? "") : "";
    return ended(whole.isFailed ? "failed" : "done", output + brought, whole);
  } catch (error) {
    if (signal.aborted || isNamed(error, "AbortError")) return ended("cancelled", callWords.stopped);
    return ended("failed", (error as Error).message);
  }
}

const envFor = ({ state, turn, calling }: StepCalls, { id: callId }: NamedCall, signal: AbortSignal): ToolEnv => ({
  ...calling.env,
  callId,
  keepAside: async (made) => void (await state.write([{ kind: "aside", turn, ...made }])),
  progress: (words) => state.tell({ type: "tool-progress", turnId: turn, callId, words }),
  change: (change) => calling.change(callId, change),
  ask: (questions) => calling.gate.ask(callId, questions, signal),
});

/** The environment of a call, with writes only within its allowance (R8 of core/policy/policy.ts). */
const withLeave = (env: ToolEnv, leave: Allowance = "all"): ToolEnv => ({
  ...env,
  change: (change) => (isWithin(leave, change.path) ? env.change(change) : Promise.reject(beyond(leave, change.path))),
});

const beyond = (leave: Allowance, path: string): AgentError =>
  new AgentError("NotAllowedError", leave === "nothing" ? callWords.onlyReads(path) : callWords.decidesWhatRuns(path));

function resultPart({ id, name }: NamedCall, state: CallNote["state"], output: string, media: readonly Part[]): Part {
  const response = state === "done" ? { output } : { error: output };
  return { functionResponse: { id, name, response, ...(media.length > 0 && { parts: media }) } };
}

function unknownTool(name: string, known: readonly string[]): string {
  const near = known.filter((each) => each.includes(name) || name.includes(each) || sharesAWord(each, name));
  return callWords.unknownTool(name, near, known);
}

const sharesAWord = (one: string, other: string) =>
  one.split("_").some((word) => word.length > 3 && other.includes(word));
