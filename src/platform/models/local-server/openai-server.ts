/**
 * A local server with an OpenAI-style API: Ollama, LM Studio, llama.cpp (G2). Tools go by the server's own calls; where it
 * refuses them by the tool protocol held to a schema, and where it refuses that too by the protocol's words alone. Pictures go
 * along until it refuses them, then they are named.
 */
import { AgentError } from "../../../core/errors.js";
import { isObject } from "../../../core/is-object.js";
import type { Model, ModelEvent, ModelRequest } from "../../../core/models/model.js";
import { createProtocolReader } from "../../../core/models/tool-protocol-reader.js";
import { createSseReader } from "../../../core/models/sse.js";
import { localServerWords as words } from "./local-server-words.js";
import {
  garbledServer,
  readRefusal,
  refused,
  refusesPictures,
  refusesSchema,
  refusesTools,
  silentServer,
  unreachableServer,
} from "./openai-errors.js";
import type { Refusal, ServerPlace } from "./openai-errors.js";
import { bodyOf, createChunkReader, hasPictures } from "./openai-wire.js";
import type { ToolWay } from "./openai-wire.js";
import { requestStopped, throwIfStopped } from "../request-stopped.js";
import { watchRequest } from "../request-watchdog.js";
import type { WatchedRequest } from "../request-watchdog.js";

export interface OpenAiOptions {
  /** With or without the `/v1` at its end. */
  readonly baseUrl: string;
  readonly model: string;
  /** The name that the user chooses it by; the model's own name unless it is given. */
  readonly name?: string;
  readonly key?: string;
  readonly fetch?: typeof fetch;
  /** Milliseconds without a byte after which a request is given up. */
  readonly idleAfter?: number;
}

/** Milliseconds of patience: a weak machine reads a long prompt for minutes before its first word; five without a byte are a server that hangs. */
const PATIENCE = 300_000;

export function openOpenAi(options: OpenAiOptions): Model {
  const { model, key = "", idleAfter = PATIENCE } = options;
  const base = options.fetch ?? ((input, init) => fetch(input, init));
  const url = `${apiUrl(options.baseUrl)}/chat/completions`;
  const place: ServerPlace = { model, host: hostOf(options.baseUrl), key };
  let way: ToolWay = "native";
  let seesPictures = true;

  async function ask(request: ModelRequest, watched: WatchedRequest): Promise<Response> {
    for (;;) {
      const body = JSON.stringify(bodyOf(model, request, { way, seesPictures }));
      const response = await watched.fetch(url, {
        method: "POST",
        headers: headersOf(key),
        body,
        signal: watched.signal,
      });
      if (response.ok) return response;
      const refusal = readRefusal(response.status, await response.text(), response.headers.get("retry-after"));
      // Both refusals are remembered: this server will say the same the next time.
      if (seesPictures && hasPictures(request) && refusesPictures(refusal)) {
        seesPictures = false;
        continue;
      }
      const next = request.tools?.length ? nextWay(way, refusal) : undefined;
      if (!next) throw refused(refusal, place);
      way = next;
    }
  }

  function failure(error: unknown, watched: WatchedRequest, signal: AbortSignal): AgentError | undefined {
    if (signal.aborted) return requestStopped();
    if (watched.silent) return silentServer(place, idleAfter);
    if (error instanceof AgentError) return error;
    if (watched.broken && watched.answered) return undefined;
    return watched.answered ? garbledServer(place, error) : unreachableServer(place, error);
  }

  return {
    name: options.name ?? model,
    remote: !isLoopback(options.baseUrl),

    async *stream(request, signal): AsyncGenerator<ModelEvent> {
      throwIfStopped(signal);
      const watched = watchRequest(signal, { fetch: base, idleAfter });
      const reader = createChunkReader();
      let protocol: ReturnType<typeof createProtocolReader> | undefined;
      try {
        const response = await ask(request, watched);
        const names = request.tools?.map(({ name }) => name) ?? [];
        protocol = way !== "native" && names.length > 0 ? createProtocolReader(names) : undefined;
        for await (const chunk of chunksOf(response)) {
          const refusal = refusalIn(chunk);
          if (refusal) throw refused(refusal, place);
          for (const event of reader.read(chunk)) {
            const events = protocol && event.type === "text" ? protocol.push(event.delta) : [event];
            for (const each of events) {
              throwIfStopped(signal);
              yield each;
            }
          }
        }
      } catch (error) {
        const failed = failure(error, watched, signal);
        // Once the server has said how it ended, a line that breaks afterwards takes nothing away.
        if (failed && (reader.reason === undefined || signal.aborted)) throw failed;
      } finally {
        watched.close();
      }
      throwIfStopped(signal);
      const { reason = "cut", usage } = reader;
      const ends = [...(protocol ? [protocol.end()] : []), reader.end()];
      yield* ends.flatMap(({ events }) => events);
      if (usage) yield { type: "usage", usage };
      const isMalformed = reason === "stop" && ends.some(({ malformed }) => malformed);
      yield { type: "finished", reason: isMalformed ? "malformed-call" : reason };
    },
  };
}

function nextWay(way: ToolWay, refusal: Refusal): ToolWay | undefined {
  if (way === "native") return refusesTools(refusal) ? "schema" : undefined;
  return way === "schema" && refusesSchema(refusal) ? "words" : undefined;
}

async function* chunksOf(response: Response): AsyncGenerator<Readonly<Record<string, unknown>>> {
  if (!response.body) throw new Error("no body");
  if (response.headers.get("content-type")?.includes("json")) {
    yield chunkIn(await response.text());
    return;
  }
  const sse = createSseReader();
  const decoder = new TextDecoder();
  const body = response.body.getReader();
  for (let read = await body.read(); !read.done; read = await body.read()) {
    for (const data of sse.push(decoder.decode(read.value, { stream: true }))) {
      if (data === "[DONE]") return;
      yield chunkIn(data);
    }
  }
}

function chunkIn(data: string): Readonly<Record<string, unknown>> {
  const read: unknown = JSON.parse(data);
  if (!isObject(read)) throw new Error(words.chunkIsNoObject);
  return read;
}

/** An error that comes inside the stream: `{"error": …}`, or llama.cpp's bare `{"code": …, "message": …}`. */
const refusalIn = (chunk: Readonly<Record<string, unknown>>): Refusal | undefined =>
  chunk.error !== undefined || (chunk.choices === undefined && typeof chunk.code === "number")
    ? readRefusal(500, JSON.stringify(chunk))
    : undefined;

/** The models the server has, by its own names. */
export async function listOpenAiModels(
  { baseUrl, key = "", fetch: base = (input, init) => fetch(input, init) }: Omit<OpenAiOptions, "model">,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const place: ServerPlace = { model: "", host: hostOf(baseUrl), key };
  let response: Response;
  try {
    response = await base(`${apiUrl(baseUrl)}/models`, {
      headers: authorizationOf(key),
      signal,
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
  } catch (error) {
    throw signal.aborted ? requestStopped() : unreachableServer(place, error);
  }
  const text = await response.text();
  if (!response.ok) throw refused(readRefusal(response.status, text, response.headers.get("retry-after")), place);
  return namesIn(text, place);
}

function namesIn(text: string, place: ServerPlace): readonly string[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw garbledServer(place, error);
  }
  const data = isObject(read) && Array.isArray(read.data) ? read.data : [];
  return data.flatMap((each: unknown) => (isObject(each) && typeof each.id === "string" ? [each.id] : []));
}

const headersOf = (key: string): Record<string, string> => ({
  "content-type": "application/json",
  ...authorizationOf(key),
});

const authorizationOf = (key: string): Record<string, string> => (key === "" ? {} : { authorization: `Bearer ${key}` });

/** The address of the API. Users copy addresses as servers print them: with and without `/v1`, with and without a slash. */
export function apiUrl(baseUrl: string): string {
  const bare = baseUrl.trim().replace(/\/+$/, "");
  return /\/v\d+$/.test(bare) ? bare : `${bare}/v1`;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
