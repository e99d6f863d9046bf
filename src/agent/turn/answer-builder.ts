/** The answer of a Model in one step so far, as the parts of a Content. */
import type { Content, Part } from "../../core/content.js";
import type { FinishReason, ModelEvent, Usage } from "../../core/models/model.js";
import type { NamedCall } from "../calls/call-tools.js";

export class AnswerBuilder {
  readonly #parts: Part[] = [];
  readonly #newId: () => string;
  readonly #taken: Set<string>;
  usage?: Usage;
  finish?: FinishReason;

  /**
   * `newId` names the calls of a Model that gives them no ids, or one that another call had (`before`): results, approvals and
   * undos go by them, and there are servers that count from `call_0` in every answer.
   */
  constructor(newId: () => string, before: readonly Content[] = []) {
    this.#newId = newId;
    this.#taken = new Set(before.flatMap(({ parts }) => parts.map(({ functionCall }) => functionCall?.id ?? "")));
  }

  get content(): Content | undefined {
    return this.#parts.length > 0 ? { role: "model", parts: this.#parts } : undefined;
  }

  get calls(): readonly NamedCall[] {
    return this.#parts.flatMap(({ functionCall: call }) => (call ? [call as NamedCall] : []));
  }

  add(event: ModelEvent): void {
    if (event.type === "usage") this.usage = event.usage;
    else if (event.type === "finished") this.finish = event.reason;
    else if (event.type === "call") {
      const { id: given = "", ...call } = event.call;
      const id = given === "" || this.#taken.has(given) ? this.#newId() : given;
      this.#taken.add(id);
      this.#parts.push({ functionCall: { id, ...call }, ...signed(event.signature) });
    } else this.#speak(event.delta, event.type === "thought", event.signature);
  }

  /** Deltas of one kind make one Part; a signature closes the Part, since it vouches for the text before it. */
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
