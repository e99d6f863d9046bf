/** Gemini, asked in a thread of its own (gemini-thread.ts): new Parts of a request go there, events come back. */
import { transfer } from "comlink";
import { AgentError, type ErrorName } from "../../../core/errors.js";
import type { Model, ModelEvent, ModelRequest } from "../../../core/models/model.js";
import { createPacker } from "../../../core/models/packed-request.js";
import { scriptUrl } from "../../threads/script-url.js";
import { linkWorker } from "../../threads/worker-link.js";
import geminiUrl from "../../../../workers/gemini.worker.ts?worker&url";
import { throwIfStopped } from "../request-stopped.js";
import { geminiWords } from "./gemini-words.js";
import type { GeminiPlace, GeminiThread, ThreadMessage, ThreadFailure } from "./gemini-thread.js";

export interface GeminiLink {
  open(place: GeminiPlace): Model;
  /** Ends the thread and all requests; the next one starts another. */
  stop(): void;
}

export function linkGemini(): GeminiLink {
  // Each thread knows only the Parts it was sent itself, so a new one gets a new packer.
  let pack = createPacker();
  const link = linkWorker<GeminiThread>("Gemini", () => {
    pack = createPacker();
    return new Worker(scriptUrl(geminiUrl), { type: "module", name: "gemini" });
  });

  async function* ask(
    what: "stream" | "count",
    place: GeminiPlace,
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<Exclude<ThreadMessage, { readonly ended: true } | { readonly failed: ThreadFailure }>> {
    throwIfStopped(signal);
    const { port1: port, port2: theirs } = new MessageChannel();
    const arrived: ThreadMessage[] = [];
    let wake = () => {};
    let lost: Error | undefined;
    const leave = () => {
      port.postMessage("stop");
      wake();
    };
    port.onmessage = ({ data }: MessageEvent<ThreadMessage>) => {
      arrived.push(data);
      wake();
    };
    signal.addEventListener("abort", leave, { once: true });
    link
      .call((thread) => thread.ask(what, place, pack(request), transfer(theirs, [theirs])), Infinity)
      .catch((error: Error) => {
        pack = createPacker(); // the Parts of this request may not have arrived; all go anew
        lost = error;
        wake();
      });
    try {
      for (;;) {
        throwIfStopped(signal);
        const message = arrived.shift();
        if (!message) {
          if (lost) throw died(place, lost);
          await new Promise<void>((resolve) => (wake = resolve));
        } else if ("failed" in message) throw errorOf(message.failed);
        else if ("ended" in message) return;
        else yield message;
      }
    } finally {
      signal.removeEventListener("abort", leave);
      leave(); // whoever leaves the loop early wants no more of it
      port.close();
    }
  }

  return {
    open: (place) => ({
      name: place.model,
      remote: true,
      async *stream(request, signal): AsyncGenerator<ModelEvent> {
        for await (const message of ask("stream", place, request, signal)) if ("event" in message) yield message.event;
      },
      async countTokens(request, signal) {
        for await (const message of ask("count", place, request, signal))
          if ("counted" in message) return message.counted;
        throw died(place, new Error(geminiWords.noCount));
      },
    }),
    stop: () => link.stop(),
  };
}

const errorOf = ({ name, message, details, cause }: ThreadFailure): AgentError =>
  new AgentError(name as ErrorName, message, { details, cause });

/** The thread could not be loaded, or broke down under the request. */
const died = ({ model }: GeminiPlace, { name, message }: Error): AgentError =>
  new AgentError("OfflineError", geminiWords.died(model), {
    details: { kind: "unreachable" },
    cause: { name, message },
  });
