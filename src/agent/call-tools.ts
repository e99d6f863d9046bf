/**
 * The calls of one step: read the arguments → run → cut to size. Every call gets a result, also when it failed, was not
 * known or was stopped, and results stand in the order of the calls (A1).
 */
import type { Content, Part, ToolCall } from "../core/content.js";
import { isNamed } from "../core/errors.js";
import type { TurnEvent } from "../core/events.js";
import type { CallNote } from "../core/log.js";
import type { PreparedCall, Tool, ToolEnv, ToolOutput } from "./tool.js";
import { asUntrusted } from "./untrusted.js";

export interface CallParts {
  readonly turn: string;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly env: Omit<ToolEnv, "callId" | "progress">;
  /** The output governor (X1): gives back what the Model gets, and keeps the whole if that is less. */
  readonly govern: (output: string, call: { readonly id: string; readonly name: string }) => Promise<string>;
  readonly tell: (event: TurnEvent) => void;
}

export interface CallResults {
  readonly content: Content;
  readonly notes: readonly CallNote[];
}

/** A call with an id: the ones of a Model that gives none get theirs from us, before the call is put into the Log. */
export type NamedCall = ToolCall & { readonly id: string };

interface Done {
  readonly note: CallNote;
  readonly part: Part;
}

const CANCELLED = "The user stopped this before it was done.";

export async function callTools(
  calls: readonly NamedCall[],
  parts: CallParts,
  signal: AbortSignal,
): Promise<CallResults> {
  const done: Done[] = [];
  for (const group of groupsOf(calls, parts.tools)) {
    done.push(...(await Promise.all(group.map((call) => callOne(call, parts, signal)))));
  }
  return { content: { role: "user", parts: done.map(({ part }) => part) }, notes: done.map(({ note }) => note) };
}

/** Reading goes side by side; what changes something goes alone. */
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

async function callOne(call: NamedCall, parts: CallParts, signal: AbortSignal): Promise<Done> {
  const { turn, tell } = parts;
  const tool = parts.tools.get(call.name);
  let title = "";
  const ended = (state: CallNote["state"], output: string, media: readonly Part[] = []): Done => {
    tell({ type: "tool-finished", turnId: turn, callId: call.id, state, output });
    return { note: { id: call.id, title, state }, part: resultPart(call, state, output, media) };
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
  if (!tool || !prepared) return ended("failed", refusal || unknownTool(call.name, [...parts.tools.keys()]));
  if (signal.aborted) return ended("cancelled", CANCELLED);
  try {
    const progress = (words: string) => tell({ type: "tool-progress", turnId: turn, callId: call.id, words });
    const output = await prepared.run({ ...parts.env, callId: call.id, progress }, signal);
    const { text, media } = wholeOf(output);
    const governed = await parts.govern(text, call);
    return ended("done", tool.untrusted ? asUntrusted(governed) : governed, media);
  } catch (error) {
    if (signal.aborted || isNamed(error, "AbortError")) return ended("cancelled", CANCELLED);
    return ended("failed", (error as Error).message);
  }
}

const wholeOf = (output: ToolOutput) => (typeof output === "string" ? { text: output, media: [] } : output);

function resultPart({ id, name }: NamedCall, state: CallNote["state"], output: string, media: readonly Part[]): Part {
  const response = state === "done" ? { output } : { error: output };
  return { functionResponse: { id, name, response, ...(media.length > 0 && { parts: media }) } };
}

function unknownTool(name: string, known: readonly string[]): string {
  const near = known.filter((each) => each.includes(name) || name.includes(each) || sharesAWord(each, name));
  return `There is no tool named “${name}”. ${near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `There are: ${known.join(", ")}.`}`;
}

const sharesAWord = (one: string, other: string) =>
  one.split("_").some((word) => word.length > 3 && other.includes(word));
