/**
 * The loop of a Turn: request → stream → calls → results → request … → Outcome (A1). Every step of it is in the Log before
 * the screen says so (L3), and a call never stands there without its result.
 */
import { earlyEndOf } from "../../core/models/answer-check.js";
import type { Content } from "../../core/content.js";
import { failureOf, isNamed } from "../../core/errors.js";
import type { Outcome } from "../../core/port/events.js";
import type { ContentSaid, LogRecord, RecordBody } from "../../core/log/log.js";
import type { Model, ModelRequest } from "../../core/models/model.js";
import { estimateText } from "../../core/tokens/tokens.js";
import { hasUntrusted } from "../../core/text/untrusted.js";
import { callTools, type CallParts, type CallResults, type NamedCall } from "../calls/call-tools.js";
import type { Governed, GovernOptions } from "../calls/govern-output.js";
import type { LoopCheck } from "./loop-check.js";
import { createRoomMaker, type RoomParts } from "../request/fit-request.js";
import { runStep, type StepEnd, type StepParts } from "./run-step.js";
import type { SessionContext } from "../session/session-context.js";
import type { SessionMeter } from "../session/session-meter.js";
import type { Summarise } from "../calls/summarise-output.js";

export interface TurnParts extends Omit<StepParts, "request" | "watch" | "meter" | "refit">, Omit<CallParts, "govern"> {
  /** The context as it stands, this Turn's message included; grows with the Turn. */
  readonly context: SessionContext;
  readonly requestOf: (contents: readonly Content[], model: Model) => Promise<ModelRequest>;
  readonly meter: SessionMeter;
  /** Cuts a Tool's output to what is allowed and to the room there is (X1, X3); the whole goes into the Log (X2). */
  readonly govern: (
    output: string,
    call: { readonly id: string; readonly name: string },
    options: GovernOptions,
  ) => Governed;
  /** A long output in few words, where the user wants that of this Tool (X5). */
  readonly summarise?: Summarise;
  readonly compress?: RoomParts["compress"];
  /** Before a request to this Model: where the window is as full as the user wants it (C1). */
  readonly compressIfDue?: (model: Model, signal: AbortSignal) => Promise<boolean>;
  /** It begins with a user's message, not with Continue. */
  readonly isFresh: boolean;
  /** Requests to the Model, at most. */
  readonly steps?: number;
  readonly loops: LoopWatch;
  /** The context has grown. */
  readonly onWeighed: () => void;
}

/** Looks for circles (D): in what is said, and in what is called. Says what is repeated. */
export interface LoopWatch {
  /** Hears one attempt at an answer, from its first word on: what an attempt before it said counts no more. */
  listen(): (delta: string) => string | undefined;
  /** `given`: whole outputs by call, since what the Model is shown of them may differ each time. */
  calls(calls: readonly NamedCall[], results: CallResults, given: ReadonlyMap<string, string>): string | undefined;
  /** Whether a Turn that takes long gets anywhere (D3). */
  readonly long: LoopCheck;
  /** What the Model is told when it is caught the first time (D4). */
  readonly advice: (repeated: string) => string;
}

/** Requests to the Model in one Turn (A1). */
const STEPS = 100;

export interface TurnEnd {
  readonly outcome: Outcome;
  /** It began with a message, and no Model has said a word to it. */
  readonly isUnanswered: boolean;
}

/** Throws only if the Log can't be written. */
export async function runTurn(parts: TurnParts, signal: AbortSignal): Promise<TurnEnd> {
  const { context } = parts;
  // A file that the message brings along was written by others as much as one that is read (A4). The names in the environment's tree
  // are not: they are before the Model in every Turn.
  const brought = context.pending.filter(({ folder }) => folder === undefined).flatMap(({ content }) => content.parts);
  if (brought.some(({ text }) => hasUntrusted(text))) parts.gate.noteStrangers();
  let caught = 0;
  let isUnanswered = parts.isFresh;
  let wholes: ReadonlyMap<string, string> = new Map();
  const room = createRoomMaker({
    ...parts,
    record: (body) => recordOf(parts, body),
    wholeOutput: (callId) => wholes.get(callId),
    isUnanswered: () => isUnanswered,
  });
  const add = async (body: Omit<ContentSaid, "kind" | "turn">, ...others: RecordBody[]) => {
    const weight = await parts.meter.weigh(body.content);
    const before = others.map((other) => recordOf(parts, other));
    const record = recordOf(parts, { kind: "content", turn: parts.turn, ...body, ...(weight && { weight }) });
    await parts.log.append([...before, record]);
    await parts.meter.add(record.id, weight);
    context.add({ record: record.id, content: body.content }, weight);
    if (body.from === "model") isUnanswered = false;
    parts.onWeighed();
  };
  const end = async (outcome: Outcome): Promise<TurnEnd> => {
    await parts.log.append([recordOf(parts, { kind: "turn-ended", turn: parts.turn, outcome })]);
    parts.tell({ type: "turn-ended", turnId: parts.turn, outcome });
    return { outcome, isUnanswered };
  };
  /** A circle: the first time the Model is told and goes on, the second time the Turn ends (D4). */
  const isCaughtAgain = async (repeated: string, step: string): Promise<boolean> => {
    parts.tell({ type: "loop-noticed", turnId: parts.turn, what: repeated });
    if (++caught > 1) return true;
    await add({ step, from: "app", content: { role: "user", parts: [{ text: parts.loops.advice(repeated) }] } });
    return false;
  };

  const { steps = STEPS } = parts;
  for (let count = 0; count < steps; count++) {
    const stuck = await parts.loops.long(count, context.contents, signal);
    if (stuck !== undefined && (await isCaughtAgain(stuck, ""))) return end({ kind: "looped" });
    const request = async (model: Model) => {
      await parts.compressIfDue?.(model, signal);
      await room.fit(model.name, signal);
      return parts.requestOf(context.contents, model);
    };
    const done = await runStep(
      { ...parts, request, refit: room.refit, watch: () => parts.loops.listen() },
      signal,
    ).catch(endedBeforeAsking);
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
    const governor = createGovernor(parts, done.calls.length, await room.roomFor(parts.models.current.name), signal);
    const results = await callTools(done.calls, { ...parts, govern: governor.govern }, signal);
    wholes = governor.wholes;
    const kept = [...wholes].map(([call, text]): RecordBody => ({ kind: "output", turn: parts.turn, call, text }));
    await add({ step: done.step, from: "tool", content: results.content, calls: results.notes }, ...kept);
    if (signal.aborted || results.isRejected) return end({ kind: "stopped" });
    const cycle = parts.loops.calls(done.calls, results, governor.given);
    if (cycle !== undefined && (await isCaughtAgain(cycle, done.step))) return end({ kind: "looped" });
  }
  return end({
    kind: "failed",
    name: "StepLimitError",
    message: `This message has taken ${steps} steps, which is as far as one may go without you. Continue if it is on the right way.`,
  });
}

/** The outputs of one step share the room that is left: each gets its part of what those before it did not take (X3). */
function createGovernor({ govern, summarise }: TurnParts, calls: number, room: number, signal: AbortSignal) {
  const given = new Map<string, string>();
  const wholes = new Map<string, string>();
  let left = room;
  let waiting = calls;
  return {
    given,
    /** Of these the Model is shown less. */
    wholes,
    async govern(output: string, call: { readonly id: string; readonly name: string }): Promise<string> {
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

const saidIn = ({
  step,
  model,
  content,
  usage,
  finish,
  failure,
  repeated,
}: StepEnd): Omit<ContentSaid, "kind" | "turn"> => ({
  step,
  from: "model",
  content: content!,
  model,
  usage,
  finish,
  ...((failure || repeated !== undefined) && { interrupted: true }),
});

/** A stop while we wait for the next attempt, or a request that can't be made to fit: nothing was said in that step. */
function endedBeforeAsking(error: Error): StepEnd {
  if (!isNamed(error, "AbortError") && !isNamed(error, "ContextOverflowError")) throw error;
  return { step: "", model: "", calls: [], failure: error };
}

function outcomeOf({ failure, fault }: StepEnd): Outcome {
  if (isNamed(failure, "AbortError")) return { kind: "stopped" };
  return fault === "cut" ? { kind: "interrupted" } : { kind: "failed", ...failureOf(failure) };
}

const recordOf = ({ ids, session, clock }: TurnParts, body: RecordBody): LogRecord => ({
  id: ids.next(),
  session,
  at: clock.now(),
  ...body,
});
