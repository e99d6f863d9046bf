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
import { faultWords, findFault, isWorthAskingAgain, type AnswerFault } from "../../core/models/answer-check.js";
import type { Clock } from "../../core/clock.js";
import type { Content } from "../../core/content.js";
import { AgentError } from "../../core/errors.js";
import type { TurnEvent } from "../../core/port/events.js";
import type { FinishReason, Model, ModelRequest, Usage } from "../../core/models/model.js";
import { retryAfter, wantsAnother } from "../../core/models/retry.js";
import type { LogStore } from "../../core/log/store.js";
import type { Ids } from "../../core/ulid.js";
import type { NamedCall } from "../calls/call-tools.js";
import { createDraftSaver } from "./draft-saver.js";
import type { SessionMeter } from "../session/session-meter.js";
import { Spoken } from "./answer-builder.js";
import { wait } from "./sleep.js";

export interface StepParts {
  readonly log: LogStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** From 0 to 1. */
  readonly chance: () => number;
  readonly session: string;
  readonly turn: string;
  readonly models: ModelChooser;
  /** What is sent, made anew for each attempt: the window of the Model may have turned out smaller. */
  readonly request: (model: Model) => Promise<ModelRequest>;
  readonly meter: Pick<SessionMeter, "asking">;
  /** What seemed to fit was refused as too long: true if less will now be sent (T1). */
  readonly refit: (model: string) => boolean;
  /** Asked for each attempt, it hears every piece of its text; a sentence stops the stream: the Model goes round in circles (D2). */
  readonly watch: () => (delta: string) => string | undefined;
  readonly tell: (event: TurnEvent) => void;
}

/** Who answers in this Turn. */
export interface ModelChooser {
  readonly current: Model;
  /** Who was wanted, where another answers from the start (R4). */
  readonly insteadOf?: string;
  /** Takes note that the current one can't, and gives another; none if nobody may step in. */
  another(error: AgentError): Promise<Model | undefined>;
}

export interface StepEnd {
  readonly step: string;
  readonly model: string;
  readonly content?: Content;
  readonly calls: readonly NamedCall[];
  readonly finish?: FinishReason;
  readonly usage?: Usage;
  /** Why it ended early, if it did: the user's stop is an `AbortError`. What was said until then is in `content`. */
  readonly failure?: Error;
  /** What the Model was repeating when it was stopped. */
  readonly repeated?: string;
  /** Why the answer can't stand, after the last attempt. */
  readonly fault?: AnswerFault;
}

/** Answers that can't stand: four attempts in all. */
const ATTEMPTS_AT_ANSWER = 4;
const FIRST_PAUSE = 1_000;

export async function runStep(parts: StepParts, signal: AbortSignal): Promise<StepEnd> {
  let failures = 0;
  let faults = 0;
  for (;;) {
    const { end, fault } = await attempt(parts, signal);
    const failure = end.failure;
    if (fault) {
      if (!isWorthAskingAgain(fault) || ++faults >= ATTEMPTS_AT_ANSWER) {
        return { ...end, fault, failure: new AgentError("ModelError", faultWords[fault]) };
      }
      await pause(
        parts,
        end,
        {
          fault,
          why: faultWords[fault],
          delay: FIRST_PAUSE * 2 ** (faults - 1),
          attempt: faults + 1,
          of: ATTEMPTS_AT_ANSWER,
        },
        signal,
      );
      continue;
    }
    if (!(failure instanceof AgentError) || !failure.details || signal.aborted) return end;
    if (failure.details.kind === "overflow" && parts.refit(end.model)) {
      await discard(parts, end, failure.message);
      continue;
    }
    const retry = retryAfter(failure.details, ++failures, parts.chance());
    if (retry) {
      await pause(parts, end, { fault: failure.details.kind, why: failure.message, ...retry }, signal);
      continue;
    }
    if (!wantsAnother(failure.details) || !(await parts.models.another(failure))) return end;
    failures = 0;
    await discard(parts, end, failure.message);
  }
}

async function attempt(parts: StepParts, signal: AbortSignal): Promise<{ end: StepEnd; fault?: AnswerFault }> {
  const { log, clock, ids, session, turn, tell } = parts;
  const model = parts.models.current;
  const step = ids.next();
  const request = await parts.request(model);
  const asked = parts.meter.asking(model.name);
  tell({ type: "step-started", turnId: turn, stepId: step, model: model.name });
  const drafts = createDraftSaver(log, clock, { session, turn, step, model: model.name });
  const spoken = new Spoken(() => ids.next(), request.contents);
  const hear = parts.watch();
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

interface Pause extends Pick<TurnEvent & { readonly type: "turn-waiting" }, "fault"> {
  readonly why: string;
  readonly delay: number;
  readonly attempt: number;
  readonly of: number;
}

async function pause(
  parts: StepParts,
  end: StepEnd,
  { fault, why, delay, attempt: next, of }: Pause,
  signal: AbortSignal,
): Promise<void> {
  await discard(parts, end, why);
  const until = parts.clock.now() + delay;
  const { turn: turnId, tell } = parts;
  tell({ type: "turn-waiting", turnId, model: end.model, fault, why, until, attempt: next, of });
  await wait(parts.clock, delay, signal);
}

/** What was said goes into the Log all the same: nothing is ever lost, and its draft must not come back as an answer. */
async function discard({ log, ids, clock, session, turn, tell }: StepParts, end: StepEnd, why: string): Promise<void> {
  const { step, model, content } = end;
  if (!content) return;
  const head = { id: ids.next(), session, at: clock.now() };
  await log.append([
    { ...head, kind: "content", turn, step, from: "model", content, model, interrupted: true, discarded: true },
  ]);
  tell({ type: "step-discarded", turnId: turn, stepId: step, why });
}
