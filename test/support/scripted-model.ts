/** A Model that does what a test wrote down (see script.ts), and can be held at any step until the test lets go. */
import { AgentError } from "../../src/core/errors.js";
import type { FinishReason, Model, ModelEvent, ModelRequest, Usage } from "../../src/core/models/model.js";
import { createGates, withEnding } from "./script.js";
import type { Script, Step } from "./script.js";

export interface ScriptedModel extends Model {
  /** Queues answers: each request takes the next one. */
  script(...answers: readonly Script[]): void;
  /** Takes the place of the queue: what to say to each request. */
  answer(handler: (request: ModelRequest) => Script): void;
  release(gate: string): void;
  /** What it was asked, in order. */
  readonly requests: readonly ModelRequest[];
  /** Answers begun and neither ended nor left. */
  readonly atWork: number;
}

export function createScriptedModel({ name = "scripted", remote = false } = {}): ScriptedModel {
  const gates = createGates();
  const queue: Script[] = [];
  const requests: ModelRequest[] = [];
  let atWork = 0;
  let handler = (_request: ModelRequest): Script => {
    const next = queue.shift();
    if (!next) throw new Error("The test has scripted no answer for this request.");
    return next;
  };

  return {
    name,
    remote,
    requests,
    get atWork() {
      return atWork;
    },
    script: (...answers) => void queue.push(...answers),
    answer: (given) => void (handler = given),
    release: (gate) => gates.release(gate),
    async *stream(request, signal): AsyncGenerator<ModelEvent> {
      if (signal.aborted) throw stopped();
      requests.push(request);
      atWork++;
      let usage: Usage | undefined;
      try {
        for (const step of withEnding(handler(request))) {
          if (step.does === "wait") await orStopped(waited(step.for, gates), signal);
          if (step.does === "fail") throw new AgentError(step.name, step.message, { details: step.details });
          if (step.does === "use") usage = usageOf(step);
          for (const event of eventsOf(step)) {
            if (signal.aborted) throw stopped();
            if (event.type === "finished" && usage) yield { type: "usage", usage };
            yield event;
            if (event.type === "finished") return;
          }
        }
      } finally {
        atWork--;
      }
    },
  };
}

const usageOf = ({ prompt, answer, thoughts, cached }: Step & { does: "use" }): Usage => ({
  prompt,
  answer,
  ...(thoughts !== undefined && { thoughts }),
  ...(cached !== undefined && { cached }),
});

function eventsOf(step: Step): readonly ModelEvent[] {
  switch (step.does) {
    case "say":
    case "think":
      return step.pieces.map((delta, at) => ({
        type: step.does === "say" ? "text" : "thought",
        delta,
        ...(at === step.pieces.length - 1 && step.signature && { signature: step.signature }),
      }));
    case "call": {
      const { name, args, id, signature } = step;
      const call = { ...(id && { id }), name, args: args as Record<string, unknown> };
      return [{ type: "call", call, ...(signature && { signature }) }];
    }
    case "finish":
      return [{ type: "finished", reason: reasons[step.reason] ?? "other" }];
    case "end":
    case "cut":
      return [{ type: "finished", reason: "cut" }];
    default:
      return [];
  }
}

const reasons: Readonly<Record<string, FinishReason>> = {
  STOP: "stop",
  MAX_TOKENS: "max-tokens",
  SAFETY: "safety",
  RECITATION: "recitation",
  MALFORMED_FUNCTION_CALL: "malformed-call",
};

const waited = (what: number | string, gates: ReturnType<typeof createGates>): Promise<void> =>
  typeof what === "string" ? gates.reached(what) : new Promise((done) => setTimeout(done, what));

function orStopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopped());
    signal.addEventListener("abort", stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    if (signal.aborted) stop();
  });
}

const stopped = () => new AgentError("AbortError", "The request was stopped.");
