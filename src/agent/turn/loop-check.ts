/**
 * The check of a long Turn: asks a Model whether the Turn still gets anywhere (D3).
 * R1 The first check comes after 30 steps, the next ones every 5 to 15: the surer the last answer was that the Turn is stuck, the sooner.
 * R2 A Turn counts as stuck if two answers, of two Models where there are two, are at least 0.9 sure of it.
 * R3 A check that fails is told in a line and never stops a Turn.
 */
import { userSaid, type Content, type Part } from "../../core/content.js";
import { textBesideEditorContext } from "../../core/context/editor-tags.js";
import { isNamed } from "../../core/errors.js";
import type { TurnEvent } from "../../core/port/events.js";
import type { Model } from "../../core/models/model.js";
import type { TurnId } from "../../core/ids.js";
import type { AskAside } from "../models/ask-aside.js";
import { loopCheckPrompt } from "../prompts/loop-check.js";
import { turnWords } from "./turn-words.js";

interface LoopCheckParts {
  readonly turn: TurnId;
  /** The task of this Turn, in the user's words. */
  readonly wanted: string;
  /** The Model that is asked, and the one that must agree; none where no Model can judge. */
  readonly judges: () => Promise<readonly Model[]>;
  readonly ask: AskAside;
  readonly tell: (event: TurnEvent) => void;
}

/** Resolves with what is repeated, if the Turn is stuck after so many steps. */
export type LoopCheck = (
  steps: number,
  contents: readonly Content[],
  signal: AbortSignal,
) => Promise<string | undefined>;

const FIRST = 30;
const USUAL = 10;
const SURE = 0.9;
/** Entries that are shown, and characters of each of their parts. */
const SHOWN = 20;
const LONGEST = 400;

export function createLoopCheck({ turn, wanted, judges, ask, tell }: LoopCheckParts): LoopCheck {
  let next = FIRST;

  async function verdictOf(model: Model, contents: readonly Content[], signal: AbortSignal): Promise<LoopVerdict> {
    const asked = userSaid(questionOf(wanted, contents));
    const said = await ask({ role: "loop-check", model, system: loopCheckPrompt, contents: [asked] }, signal);
    const verdict = readVerdict(said);
    tell({ type: "loop-checked", turnId: turn, model: model.name, confidence: verdict.confidence });
    return verdict;
  }

  return async (steps, contents, signal) => {
    if (steps < next) return undefined;
    next = steps + USUAL;
    let asked = "";
    try {
      const [first, second] = await judges();
      if (!first || !second) return undefined;
      asked = first.name;
      const { confidence, analysis } = await verdictOf(first, contents, signal);
      next = steps + Math.round(5 + 10 * (1 - confidence));
      if (confidence < SURE) return undefined;
      asked = second.name;
      const other = await verdictOf(second, contents, signal);
      return other.confidence < SURE ? undefined : analysis || other.analysis;
    } catch (error) {
      if (signal.aborted || isNamed(error, "AbortError")) return undefined; // the step that follows ends the Turn
      tell({ type: "loop-checked", turnId: turn, model: asked, problem: (error as Error).message });
      return undefined;
    }
  };
}

interface LoopVerdict {
  readonly analysis: string;
  readonly confidence: number;
}

/** The verdict in an answer, whose JSON may stand between fences or words. Throws a sentence where there is none. */
export function readVerdict(said: string): LoopVerdict {
  const [, figure] = /"confidence"\s*:\s*"?(\d+(?:\.\d+)?)/.exec(said) ?? [];
  const confidence = Number(figure ?? Number.NaN);
  if (!(confidence >= 0 && confidence <= 1)) throw new Error(turnWords.noConfidence);
  const [, analysis = ""] = /"analysis"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(said) ?? [];
  return { confidence, analysis: cut(analysis.replaceAll(/\\(.)/g, "$1").trim()) };
}

function questionOf(wanted: string, contents: readonly Content[]): string {
  const recent = contents.slice(-SHOWN);
  // A result without its call, or a call without its result, says nothing about where this goes.
  while (recent[0]?.parts.some((part) => part.functionResponse)) recent.shift();
  while (recent.at(-1)?.parts.some((part) => part.functionCall)) recent.pop();
  const steps = recent.map(({ role, parts }) => parts.map((part) => lineOf(role, part)).join("\n"));
  return `<asked_for>\n${cut(wanted, 5 * LONGEST)}\n</asked_for>\n\n<latest_steps>\n${steps.filter(Boolean).join("\n")}\n</latest_steps>`;
}

function lineOf(role: Content["role"], { text, thought, functionCall: call, functionResponse: result }: Part): string {
  if (call) return `assistant calls ${call.name}(${cut(JSON.stringify(call.args ?? {}))})`;
  if (result) return `${result.name} gives ${cut(JSON.stringify(result.response ?? {}))}`;
  if (text === undefined || text === "" || thought) return "";
  return `${role === "model" ? "assistant says" : "told"}: ${cut(text)}`;
}

const cut = (text: string, most = LONGEST): string =>
  text.length > most ? `${text.slice(0, most / 2)} … ${text.slice(-most / 2)}` : text;

/** The task of a Turn: the user's last words before the Turn went on by itself. */
export function wantedIn(contents: readonly Content[], isOurs: (text: string) => boolean): string {
  const asked = contents.findLast(
    (content) =>
      content.role === "user" &&
      !content.parts.some((part) => part.functionResponse) &&
      !isOurs(textBesideEditorContext(content)),
  );
  return asked ? textBesideEditorContext(asked) : "";
}
