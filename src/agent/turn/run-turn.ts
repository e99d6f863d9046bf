/**
 * The loop of a Turn: request → stream → calls → results → request … → Outcome (A1). Every step is in the Log before the screen
 * shows it (L3), and a call never stands in the Log without its result.
 */
import type { TurnId } from "../../core/ids.js";
import { earlyEndOf } from "../../core/models/answer-check.js";
import { userSaid, type Content } from "../../core/content.js";
import { failureOf, isNamed } from "../../core/errors.js";
import type { ContentSaid, RecordBody } from "../../core/log/log.js";
import type { Model, ModelRequest } from "../../core/models/model.js";
import { estimateText } from "../../core/tokens/tokens.js";
import { hasUntrusted } from "../../core/text/untrusted.js";
import { callTools, type Calling, type CallResults, type NamedCall } from "../calls/call-tools.js";
import type { Compressor } from "../compression/compress.js";
import type { LoopCheck } from "./loop-check.js";
import { createRequestFitter } from "../request/fit-request.js";
import { runStep, type ModelChooser, type StepEnd } from "./run-step.js";
import type { SessionState } from "../session/session-state.js";
import type { Outcome } from "../../core/log/outcome.js";
import { turnWords } from "./turn-words.js";

/** A Turn that is to run in a Session whose context has been read, its message included. */
interface Turn {
  readonly id: TurnId;
  /** True if the Turn begins with a user's message, false if it goes on. */
  readonly isFresh: boolean;
  readonly models: ModelChooser;
  readonly requestOf: (contents: readonly Content[]) => Promise<ModelRequest>;
  readonly calling: Calling;
  readonly compressor: Pick<Compressor, "compress" | "ifDue">;
  readonly loops: LoopWatch;
  /** From 0 to 1. */
  readonly chance: () => number;
  /** Requests to the Model, at most. */
  readonly steps?: number;
}

/** The watch for loops (D), in answers and in calls. A string that it gives back says what is repeated. */
export interface LoopWatch {
  /** A listener for the text of one attempt at an answer; the text of earlier attempts counts no more. */
  listen(): (delta: string) => string | undefined;
  /** `given`: the whole outputs by call, since the shortened ones may differ each time. */
  calls(calls: readonly NamedCall[], results: CallResults, given: ReadonlyMap<string, string>): string | undefined;
  /** The check whether a long Turn gets anywhere (D3). */
  readonly long: LoopCheck;
  /** The advice for the Model when a loop is found the first time (D4). */
  readonly advice: (repeated: string) => string;
}

/** Requests to the Model in one Turn (A1). */
const STEPS = 100;

export interface TurnEnd {
  readonly outcome: Outcome;
  /** True if the Turn began with a message, and no Model has said a word to it. */
  readonly isUnanswered: boolean;
}

/** Throws only if the Log can't be written. */
export async function runTurn(state: SessionState, turn: Turn, signal: AbortSignal): Promise<TurnEnd> {
  const { context, tell } = state;
  const { id, models, calling, compressor, loops, steps = STEPS } = turn;
  // A file that the message brings along was written by others as much as one that is read (A4). The names in the environment's tree
  // are not: they are before the Model in every Turn.
  const brought = context.pending.filter(({ folder }) => folder === undefined).flatMap(({ content }) => content.parts);
  if (brought.some(({ text }) => hasUntrusted(text))) calling.gate.noteStrangers();
  let caught = 0;
  let isUnanswered = turn.isFresh;
  let wholes: ReadonlyMap<string, string> = new Map();
  const room = createRequestFitter(state, {
    turn: id,
    govern: calling.govern,
    async compress(stop) {
      const { current: answering } = models;
      const asked = { turn: id, trigger: "overflow" as const, model: answering.name, answering };
      return (await compressor.compress(asked, stop)).status === "compressed";
    },
    wholeOutput: (callId) => wholes.get(callId),
    isUnanswered: () => isUnanswered,
  });
  const add = async (said: Said, ...before: RecordBody[]) => {
    await state.write([...before, { kind: "content", turn: id, ...said }]);
    if (said.from === "model") isUnanswered = false;
  };
  const end = async (outcome: Outcome): Promise<TurnEnd> => {
    await state.write([{ kind: "turn-ended", turn: id, outcome }]);
    tell({ type: "turn-ended", turnId: id, outcome });
    return { outcome, isUnanswered };
  };
  /** A loop was found: the first time the Model is advised and goes on, the second time the Turn ends (D4). */
  const isCaughtAgain = async (repeated: string, step: string): Promise<boolean> => {
    tell({ type: "loop-noticed", turnId: id, what: repeated });
    if (++caught > 1) return true;
    await add({ step, from: "app", content: userSaid(loops.advice(repeated)) });
    return false;
  };
  const asking = {
    ...{ turn: id, models, chance: turn.chance, refit: room.refit, watch: () => loops.listen() },
    async request(model: Model) {
      await compressor.ifDue(id, model, signal);
      await room.fit(model.name, signal);
      return turn.requestOf(context.contents);
    },
  };

  for (let count = 0; count < steps; count++) {
    const stuck = await loops.long(count, context.contents, signal);
    if (stuck !== undefined && (await isCaughtAgain(stuck, ""))) return end({ kind: "looped" });
    const done = await runStep(state, asking, signal).catch(endedBeforeAsking);
    if (done.content) await add(saidIn(done));
    if (done.failure) return end(outcomeOf(done));
    if (done.repeated !== undefined) {
      if (await isCaughtAgain(done.repeated, done.step)) return end({ kind: "looped" });
      continue;
    }
    if (done.calls.length === 0) {
      const by = earlyEndOf(done.finish);
      return end(by ? { kind: "interrupted", by } : { kind: "done" });
    }
    const free = await room.roomFor(models.current.name);
    const governor = createGovernor(calling, { calls: done.calls.length, room: free }, signal);
    const results = await callTools({ state, turn: id, calling, shorten: governor.shorten }, done.calls, signal);
    wholes = governor.wholes;
    const kept = [...wholes].map(([call, text]): RecordBody => ({ kind: "output", turn: id, call, text }));
    await add({ step: done.step, from: "tool", content: results.content, calls: results.notes }, ...kept);
    if (signal.aborted || results.isRejected) return end({ kind: "stopped" });
    const cycle = loops.calls(done.calls, results, governor.given);
    if (cycle !== undefined && (await isCaughtAgain(cycle, done.step))) return end({ kind: "looped" });
  }
  return end({
    kind: "failed",
    name: "StepLimitError",
    message: turnWords.outOfSteps(steps),
  });
}

/** The outputs of one step share the room that is left: each gets its part of the room that those before it did not take (X3). */
function createGovernor(
  { govern, summarise }: Calling,
  { calls, room }: { readonly calls: number; readonly room: number },
  signal: AbortSignal,
) {
  const given = new Map<string, string>();
  const wholes = new Map<string, string>();
  let left = room;
  let waiting = calls;
  return {
    given,
    /** The outputs that the Model is shown less of. */
    wholes,
    async shorten(output: string, call: NamedCall): Promise<string> {
      given.set(call.id, output);
      const summary = await summarise?.(output, call, signal);
      const share = Math.floor(Math.max(0, left) / Math.max(1, waiting));
      const { text, isCut } = govern(summary ?? output, call, { room: share });
      if (isCut || summary !== undefined) wholes.set(call.id, output);
      waiting--;
      left -= estimateText(text);
      return text;
    },
  };
}

type Said = Omit<ContentSaid, "kind" | "turn">;

function saidIn({ step, model, content, usage, finish, failure, repeated }: StepEnd): Said {
  const isCutOff = failure || repeated !== undefined;
  return { step, from: "model", content: content!, model, usage, finish, ...(isCutOff && { interrupted: true }) };
}

/** The end of a step in which nothing was said: stopped between two attempts, or with a request that can't be made to fit. */
function endedBeforeAsking(error: Error): StepEnd {
  if (!isNamed(error, "AbortError") && !isNamed(error, "ContextOverflowError")) throw error;
  return { step: "", model: "", calls: [], failure: error };
}

function outcomeOf({ failure, fault }: StepEnd): Outcome {
  if (isNamed(failure, "AbortError")) return { kind: "stopped" };
  return fault === "cut" ? { kind: "interrupted" } : { kind: "failed", ...failureOf(failure) };
}
