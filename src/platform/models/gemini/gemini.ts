/** Gemini through its own client (G1). */
import type { Content, GoogleGenAI } from "@google/genai";
import { openGeminiClient } from "./gemini-client.js";
import { AgentError } from "../../../core/errors.js";
import type { FinishReason, Model, ModelEvent, ModelRequest, Usage } from "../../../core/models/model.js";
import { badKey, garbled, modelErrorOf, silent, unloaded } from "./gemini-errors.js";
import type { Endpoint } from "./gemini-errors.js";
import { contentsFor } from "./gemini-contents.js";
import { requestConfig, countedOf, hear } from "./gemini-wire.js";
import { requestStopped, throwIfStopped } from "../request-stopped.js";
import { watchRequest } from "../request-watchdog.js";
import type { WatchedRequest } from "../request-watchdog.js";

export interface GeminiOptions {
  readonly model: string;
  readonly key: string;
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** Milliseconds without a byte after which a request is given up. */
  readonly idleAfter?: number;
}

const publicUrl = "https://generativelanguage.googleapis.com";

/** Milliseconds of patience: a thinking model may be quiet for a minute before its first word, never for two. */
const patience = 120_000;

export function openGemini(options: GeminiOptions): Model {
  const {
    model,
    baseUrl = publicUrl,
    fetch: base = (input, init) => fetch(input, init),
    idleAfter = patience,
  } = options;
  const place: Endpoint = { model, host: hostOf(baseUrl), key: options.key.trim() };
  let client: Promise<GoogleGenAI> | undefined;

  async function connect(signal: AbortSignal): Promise<{ ai: GoogleGenAI; watched: WatchedRequest }> {
    throwIfStopped(signal);
    // Headers take visible ASCII only, and a platform's complaint about anything else quotes the key.
    if (!/^[\x21-\x7e]+$/.test(place.key)) throw badKey(place);
    client ??= openGeminiClient(place.key, baseUrl);
    try {
      const ai = await orStopped(client, signal);
      return { ai, watched: watchRequest(signal, { fetch: base, idleAfter }) };
    } catch (error) {
      throwIfStopped(signal);
      client = undefined; // so that the next request tries to load it again
      throw unloaded(place, error);
    }
  }

  /** The failure that an error means, given how the request ended; undefined if the stream was only cut. */
  function failure(error: unknown, watched: WatchedRequest, signal: AbortSignal): AgentError | undefined {
    if (signal.aborted) return requestStopped();
    if (watched.silent) return silent(place, idleAfter);
    if (watched.broken && watched.answered) return undefined;
    // The client's (2.32.0) words for a stream that ended inside an event.
    if (String((error as Error)?.message).startsWith("Incomplete JSON segment")) return undefined;
    if (error instanceof AgentError) return error;
    const isRefusal = typeof (error as { status?: unknown } | null)?.status === "number";
    return watched.answered && !isRefusal ? garbled(place, error) : modelErrorOf(error, place);
  }

  return {
    name: model,
    remote: true,

    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      const { ai, watched } = await connect(signal);
      let usage: Usage | undefined;
      let reason: FinishReason | undefined;
      try {
        const chunks = await ai.models.generateContentStream({
          model,
          contents: [...contentsFor(model, request.contents)] as Content[],
          config: {
            ...requestConfig(model, request),
            abortSignal: watched.signal,
            httpOptions: { fetch: watched.fetch },
          },
        });
        for await (const chunk of chunks) {
          const heard = hear(chunk);
          usage = heard.usage ?? usage;
          // A server that sent a call nobody can make may still end with STOP.
          if (reason !== "malformed-call") reason = heard.reason ?? reason;
          for (const event of heard.events) {
            throwIfStopped(signal);
            yield event;
          }
        }
      } catch (error) {
        const failed = failure(error, watched, signal);
        // Once the server has said how it ended, a line that breaks afterwards takes nothing away.
        if (failed && (reason === undefined || signal.aborted)) throw failed;
      } finally {
        // Leaving a `for await` does not close the client's socket; only this does.
        watched.close();
      }
      if (usage) yield { type: "usage", usage };
      yield { type: "finished", reason: reason ?? "cut" };
    },

    async countTokens(request: ModelRequest, signal: AbortSignal): Promise<number> {
      const { ai, watched } = await connect(signal);
      try {
        const whole = request.system || request.tools?.length;
        // The client takes no system prompt or tools here, though the server does, in place of `contents`.
        const extraBody = { contents: undefined, generateContentRequest: countedOf(model, request) };
        const { totalTokens } = await ai.models.countTokens({
          model,
          contents: [...contentsFor(model, request.contents)] as Content[],
          config: { abortSignal: watched.signal, httpOptions: { fetch: watched.fetch, ...(whole && { extraBody }) } },
        });
        if (totalTokens === undefined) throw garbled(place, new Error("no totalTokens"));
        return totalTokens;
      } catch (error) {
        throw failure(error, watched, signal) ?? modelErrorOf(error, place);
      } finally {
        watched.close();
      }
    },
  };
}

function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(requestStopped());
    signal.addEventListener("abort", stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
