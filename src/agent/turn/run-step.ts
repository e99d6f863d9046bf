/**
 * One step: a request to the Model, asked again where that may help (A1, R4 of routing).
 *
 *   ask ──► answer stands ──► done
 *    ▲ ├──► answer can't stand ──(at most 4 times; 1, 2, 4 s)──┐
 *    │ ├──► failure that passes ──(retry.ts says when)─────────┤
 *    │ ├──► too long for the Model ──(once a Turn; refitted)───┤
 *    │ ├──► model can't now ──► another one steps in ──────────┤
 *    └─┴────────────────────────────────────────────────────────┘
 */
import { faultWords } from "../../core/models/answer-words.js";
import { findFault, isWorthAskingAgain, type AnswerFault } from "../../core/models/answer-check.js";
import type { Content } from "../../core/content.js";
import { AgentError } from "../../core/errors.js";
import type { TurnEvent } from "../../core/port/events.js";
import type { FinishReason, Model, ModelRequest, Usage } from "../../core/models/model.js";
import { retryAfter, wantsAnother } from "../../core/models/retry.js";
import type { TurnId } from "../../core/ids.js";
import type { NamedCall } from "../calls/call-tools.js";
import { createDraftSaver } from "./draft-saver.js";
import type { SessionState } from "../session/session-state.js";
import { AnswerBuilder } from "./answer-builder.js";
import { wait } from "./sleep.js";

interface StepOptions {
  readonly turn: TurnId;
  readonly models: ModelChooser;
  /** From 0 to 1. */
  readonly chance: () => number;
  /** The request, made anew for each attempt: the window of the Model may have turned out smaller. */
  readonly request: (model: Model) => Promise<ModelRequest>;
  /** Called where a request was refused as too long; true if less will now be sent (T1). */
  readonly refit: (model: string) => boolean;
  /** Made for each attempt, and given every piece of its text. A sentence stops the stream: the Model repeats itself (D2). */
  readonly watch: () => (delta: string) => string | undefined;
}

/** The Models of a Turn: the one that answers, and those that may step in. */
export interface ModelChooser {
  readonly current: Model;
  /** The Model that was wanted, where another answers from the start (R4). */
  readonly insteadOf?: string;
  /** Another Model, where the current one can't answer; none if no other may step in. */
  another(error: AgentError): Promise<Model | undefined>;
}

export interface StepEnd {
  readonly step: string;
  readonly model: string;
  readonly content?: Content;
  readonly calls: readonly NamedCall[];
  readonly finish?: FinishReason;
  readonly usage?: Usage;
  /** The reason of an early end: the user's stop is an `AbortError`. The answer until then is in `content`. */
  readonly failure?: Error;
  /** The text that the Model was repeating when it was stopped. */
  readonly repeated?: string;
  /** The fault of the answer of the last attempt. */
  readonly fault?: AnswerFault;
}

/** Attempts at an answer in all, where answers have faults. */
const ATTEMPTS_AT_ANSWER = 4;
const FIRST_PAUSE = 1_000;

export async function runStep(state: SessionState, options: StepOptions, signal: AbortSignal): Promise<StepEnd> {
  const { turn, models } = options;
  let failures = 0;
  let faults = 0;
  for (;;) {
    const { end, fault } = await attempt(state, options, signal);
    const failure = end.failure;
    if (fault) {
      if (!isWorthAskingAgain(fault) || ++faults >= ATTEMPTS_AT_ANSWER) {
        return { ...end, fault, failure: new AgentError("ModelError", faultWords[fault]) };
      }
      const delay = FIRST_PAUSE * 2 ** (faults - 1);
      const next = { attempt: faults + 1, of: ATTEMPTS_AT_ANSWER, delay };
      await discard(state, turn, end, faultWords[fault]);
      await pause(state, { turn, model: end.model, fault, why: faultWords[fault], ...next }, signal);
      continue;
    }
    if (!(failure instanceof AgentError) || !failure.details || signal.aborted) return end;
    if (failure.details.kind === "overflow" && options.refit(end.model)) {
      await discard(state, turn, end, failure.message);
      continue;
    }
    const retry = retryAfter(failure.details, ++failures, options.chance());
    if (retry) {
      await discard(state, turn, end, failure.message);
      const { kind: fault } = failure.details;
      await pause(state, { turn, model: end.model, fault, why: failure.message, ...retry }, signal);
      continue;
    }
    if (!wantsAnother(failure.details) || !(await models.another(failure))) return end;
    failures = 0;
    await discard(state, turn, end, failure.message);
  }
}

async function attempt(
  state: SessionState,
  { turn, models, ...options }: StepOptions,
  signal: AbortSignal,
): Promise<{ end: StepEnd; fault?: AnswerFault }> {
  const { nextId, tell } = state;
  const model = models.current;
  const step = nextId();
  const request = await options.request(model);
  const asked = state.meter.asking(model.name);
  tell({ type: "step-started", turnId: turn, stepId: step, model: model.name });
  const drafts = createDraftSaver(state, { turn, step, model: model.name });
  const spoken = new AnswerBuilder(nextId, request.contents);
  const hear = options.watch();
  const leave = new AbortController();
  let failure: Error | undefined;
  let repeated: string | undefined;
  try {
    for await (const event of model.stream(request, AbortSignal.any([signal, leave.signal]))) {
      spoken.add(event);
      if (event.type === "text") {
        drafts.add({ text: event.delta });
        tell({ type: "text", turnId: turn, delta: event.delta });
        repeated = hear(event.delta);
        if (repeated !== undefined) break;
      } else if (event.type === "thought") {
        drafts.add({ thought: event.delta });
        tell({ type: "thought", turnId: turn, delta: event.delta });
      }
    }
  } catch (error) {
    failure = error as Error;
  } finally {
    leave.abort();
  }
  await drafts.settle();
  const { content, calls, finish } = spoken;
  const usage = spoken.usage && { ...spoken.usage, predicted: asked.predicted };
  if (usage) await asked.counted(usage.prompt);
  if (failure instanceof AgentError && failure.details?.kind === "overflow") await asked.refused(failure);
  const end: StepEnd = { step, model: model.name, content, calls, finish, usage, failure, repeated };
  if (failure || repeated !== undefined) return { end };
  const afterResult = request.contents.at(-1)?.parts.some((part) => part.functionResponse) ?? false;
  return { end, fault: findFault({ content, finish, afterResult }) };
}

type Pause = Omit<Extract<TurnEvent, { readonly type: "turn-waiting" }>, "type" | "turnId" | "until" | "unseen"> & {
  readonly turn: TurnId;
  readonly delay: number;
};

async function pause(
  { clock, tell }: SessionState,
  { turn, delay, ...why }: Pause,
  signal: AbortSignal,
): Promise<void> {
  tell({ type: "turn-waiting", turnId: turn, until: clock.now() + delay, ...why });
  await wait(clock, delay, signal);
}

/** Writes a discarded answer into the Log all the same: nothing is ever lost, and its draft must not come back as an answer. */
async function discard(state: SessionState, turn: TurnId, end: StepEnd, why: string): Promise<void> {
  const { step, model, content } = end;
  if (!content) return;
  await state.write([
    { kind: "content", turn, step, from: "model", content, model, interrupted: true, discarded: true },
  ]);
  state.tell({ type: "step-discarded", turnId: turn, stepId: step, why });
}
