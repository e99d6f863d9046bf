/** The loop of a Turn: request → stream → … → Outcome. Every step of it is in the Log before the screen says so (L3). */
import type { Clock } from "../core/clock.js";
import type { Content, Part } from "../core/content.js";
import { failureOf, isNamed } from "../core/errors.js";
import type { Outcome, TurnEvent } from "../core/events.js";
import type { ContentSaid, LogRecord, RecordBody } from "../core/log.js";
import type { FinishReason, Model, ModelEvent, Usage } from "../core/model.js";
import type { LogStore } from "../core/store.js";
import type { Ids } from "../core/ulid.js";
import { createDraftSaver } from "./draft-saver.js";

export interface TurnParts {
  readonly log: LogStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly model: Model;
  readonly session: string;
  readonly turn: string;
  readonly context: readonly Content[];
  readonly weigh: (content: Content) => Promise<number>;
  readonly tell: (event: TurnEvent) => void;
}

/** Runs a Turn to its end and returns what it added to the context. Throws only if the Log can't be written. */
export async function runTurn(parts: TurnParts, signal: AbortSignal): Promise<readonly Content[]> {
  const { log, turn, tell } = parts;
  const { answer, outcome } = await runStep(parts, signal);
  const records: LogRecord[] = [];
  if (answer) records.push(recordOf(parts, { ...answer, tokens: await parts.weigh(answer.content) }));
  records.push(recordOf(parts, { kind: "turn-ended", turn, outcome }));
  await log.append(records);
  tell({ type: "turn-ended", turnId: turn, outcome });
  return answer ? [answer.content] : [];
}

interface StepEnd {
  /** None if the Model said nothing. */
  readonly answer?: ContentSaid;
  readonly outcome: Outcome;
}

async function runStep(parts: TurnParts, signal: AbortSignal): Promise<StepEnd> {
  const { log, clock, model, session, turn, tell } = parts;
  const step = parts.ids.next();
  tell({ type: "step-started", turnId: turn, stepId: step, model: model.name });
  const drafts = createDraftSaver(log, clock, { session, turn, step, model: model.name });
  const spoken = new Spoken();
  const said = (interrupted: boolean): ContentSaid | undefined =>
    spoken.content && {
      kind: "content",
      turn,
      step,
      from: "model",
      content: spoken.content,
      model: model.name,
      usage: spoken.usage,
      finish: spoken.finish,
      ...(interrupted && { interrupted }),
    };
  try {
    for await (const event of model.stream({ contents: parts.context }, signal)) {
      spoken.add(event);
      if (event.type === "text") {
        drafts.add({ text: event.delta });
        tell({ type: "text", turnId: turn, delta: event.delta });
      } else if (event.type === "thought") {
        drafts.add({ thought: event.delta });
        tell({ type: "thought", turnId: turn, delta: event.delta });
      }
    }
  } catch (error) {
    await drafts.settle();
    const outcome: Outcome = isNamed(error, "AbortError")
      ? { kind: "stopped" }
      : { kind: "failed", ...failureOf(error) };
    return { answer: said(true), outcome };
  }
  await drafts.settle();
  const isCut = spoken.finish === "cut";
  return { answer: said(isCut), outcome: isCut ? { kind: "interrupted" } : { kind: "done" } };
}

/** What a Model has said so far in one step, as the parts of a Content. */
class Spoken {
  readonly #parts: Part[] = [];
  usage?: Usage;
  finish?: FinishReason;

  get content(): Content | undefined {
    return this.#parts.length > 0 ? { role: "model", parts: this.#parts } : undefined;
  }

  add(event: ModelEvent): void {
    if (event.type === "usage") this.usage = event.usage;
    else if (event.type === "finished") this.finish = event.reason;
    else if (event.type === "call") this.#parts.push({ functionCall: event.call, ...signed(event.signature) });
    else this.#speak(event.delta, event.type === "thought", event.signature);
  }

  /** Deltas of one kind are one Part; a signature closes it, since it vouches for what stands before it. */
  #speak(delta: string, thought: boolean, signature: string | undefined): void {
    const last = this.#parts.at(-1);
    const goesOn = last?.text !== undefined && Boolean(last.thought) === thought && last.thoughtSignature === undefined;
    const text = (goesOn ? last.text : "") + delta;
    const part: Part = { text, ...(thought && { thought }), ...signed(signature) };
    if (goesOn) this.#parts[this.#parts.length - 1] = part;
    else if (delta !== "" || signature !== undefined) this.#parts.push(part);
  }
}

const signed = (thoughtSignature: string | undefined) => (thoughtSignature === undefined ? {} : { thoughtSignature });

const recordOf = (parts: TurnParts, body: RecordBody): LogRecord => ({
  id: parts.ids.next(),
  session: parts.session,
  at: parts.clock.now(),
  ...body,
});
