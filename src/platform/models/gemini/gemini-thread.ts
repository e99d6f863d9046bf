/**
 * The functions of the gemini worker: takes packed requests, and sends the events of each over a port of its own. A full
 * window is megabytes of JSON, which takes the client a good part of a second to write.
 */
import { AgentError, failureOf, type ModelFailure } from "../../../core/errors.js";
import type { Model, ModelEvent } from "../../../core/models/model.js";
import { createUnpacker, type PackedRequest } from "../../../core/models/packed-request.js";
import { openGemini, type GeminiOptions } from "./gemini.js";

/** The options that travel between threads: those of openGemini without the functions that tests put in. */
export type GeminiPlace = Pick<GeminiOptions, "model" | "key" | "baseUrl">;

/** Messages over the port, one after the other; the last is one of the latter three. Any message the other way means: stop. */
export type ThreadMessage =
  | { readonly event: ModelEvent }
  | { readonly ended: true }
  | { readonly counted: number }
  | { readonly failed: ThreadFailure };

export interface ThreadFailure {
  readonly name: string;
  readonly message: string;
  readonly details?: ModelFailure;
  readonly cause?: unknown;
}

export interface GeminiThread {
  /** Resolves when all events have been sent. Requests must come in the order in which they were packed. */
  ask(what: "stream" | "count", place: GeminiPlace, packed: PackedRequest, port: MessagePort): Promise<void>;
}

export function createGeminiThread(): GeminiThread {
  const unpack = createUnpacker();
  /** The Model opened last, kept so that its client is made once: key and address hardly ever change. */
  let open: { readonly place: string; readonly model: Model } | undefined;
  const modelAt = (given: GeminiPlace): Model => {
    const place = JSON.stringify(given);
    if (open?.place !== place) open = { place, model: openGemini(given) };
    return open.model;
  };

  return {
    async ask(what, place, packed, port) {
      const request = unpack(packed);
      const tell = (message: ThreadMessage) => port.postMessage(message);
      const stop = new AbortController();
      port.onmessage = () => stop.abort();
      const model = modelAt(place);
      try {
        if (what === "count") tell({ counted: await model.countTokens!(request, stop.signal) });
        else {
          for await (const event of model.stream(request, stop.signal)) tell({ event });
          tell({ ended: true });
        }
      } catch (error) {
        const { details, cause } = error instanceof AgentError ? error : {};
        tell({ failed: { ...failureOf(error), details, cause } });
      } finally {
        port.close();
      }
    },
  };
}
