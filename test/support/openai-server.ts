/**
 * A server on loopback that speaks the OpenAI-style wire, for tests of local servers: `/v1/chat/completions` (SSE),
 * `/v1/models`, CORS. What it answers is a script (see script.ts); what it was asked, it remembers.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { noPictures, noSchema, noTools } from "./openai-refusals.js";
import { inProtocol } from "./protocol-script.js";
import { errs, withEnding } from "./script.js";
import type { Script, Step } from "./script.js";
import {
  openScriptedServer,
  playStream,
  readJson,
  type ScriptedServer,
  type ServerState,
  type Speak,
} from "./scripted-server.js";
import type { WireError } from "./wire-errors.js";

/** Its URL is without `/v1`, as servers print it. */
export type OpenAiServer = ScriptedServer<OpenAiRequest>;

export interface OpenAiRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: OpenAiBody;
}

export interface OpenAiBody {
  readonly model?: string;
  readonly messages?: readonly Readonly<Record<string, unknown>>[];
  readonly tools?: readonly unknown[];
  readonly response_format?: Readonly<Record<string, unknown>>;
  readonly stream_options?: { readonly include_usage?: boolean };
}

export interface OpenAiServerOptions {
  readonly models?: readonly string[];
  /** `native`: calls of its own; `schema`: none, but answers held to a schema; `words`: neither. */
  readonly offers?: "native" | "schema" | "words";
  /** Whether the model has eyes. */
  readonly sees?: boolean;
  /** Answers in one piece of JSON, whatever was asked. */
  readonly whole?: boolean;
}

export function openOpenAiServer(options: OpenAiServerOptions = {}): Promise<OpenAiServer> {
  const { models = ["tiny:1b"], offers = "native", sees = true, whole = false } = options;

  async function serve(
    incoming: IncomingMessage,
    response: ServerResponse,
    { queue, requests, gates }: ServerState<OpenAiRequest>,
  ): Promise<void> {
    const body = await readJson<OpenAiBody>(incoming);
    const url = incoming.url ?? "";
    requests.push({ url, headers: { ...incoming.headers }, body });
    if (url === "/v1/models") return sendJson(response, 200, { object: "list", data: models.map((id) => ({ id })) });
    if (url !== "/v1/chat/completions") return sendJson(response, 404, { detail: "Not Found" });
    if (body.tools && offers !== "native") return refuse(response, noTools());
    if (!sees && JSON.stringify(body.messages).includes('"image_url"')) return refuse(response, noPictures());
    if (body.response_format && offers === "words") return refuse(response, noSchema());
    const script = withEnding(queue.shift() ?? [errs({ status: 400, body: { error: "nothing scripted" } })]);
    const [first] = script;
    if (first?.does === "err") return refuse(response, first.error);
    const said = body.response_format ? inProtocol(script) : script;
    if (whole) return sendJson(response, 200, wholeOf(said));
    return playStream(said, { response, gates, newline: "\n" }, speaker(body));
  }

  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "authorization, content-type",
  };
  return openScriptedServer({ headers, serve });
}

const refuse = (response: ServerResponse, { status, body }: WireError): void => {
  if (status === 429) response.setHeader("retry-after", "7");
  sendJson(response, status, body);
};

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** The OpenAI-style chunks. */
function speaker(body: OpenAiBody): Speak {
  let usage: object | undefined;
  let calls = 0;
  return async (step, event, send) => {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      event({ object: "chat.completion.chunk", model: body.model, choices: [{ index: 0, delta, finish_reason }] });
    if (step.does === "use") usage = usageOf(step);
    else if (step.does === "say") for (const content of step.pieces) await chunk({ content });
    else if (step.does === "think") for (const reasoning_content of step.pieces) await chunk({ reasoning_content });
    else if (step.does === "call") for (const delta of callDeltas(step, calls++)) await chunk(delta);
    else if (step.does === "finish") {
      await chunk({}, calls > 0 && step.reason === "STOP" ? "tool_calls" : (REASONS[step.reason] ?? "other"));
      if (usage && body.stream_options?.include_usage) await event({ choices: [], usage });
      await send("data: [DONE]\n\n");
    } else throw new Error(`The OpenAI-style server cannot ${step.does}.`);
  };
}

/** As llama.cpp streams a call: who is called first, then the arguments a few characters at a time. */
function callDeltas({ name, args, id }: Step & { does: "call" }, index: number): readonly object[] {
  const pieces = JSON.stringify(args).match(/.{1,7}/gsu) ?? [];
  return [
    { tool_calls: [{ index, ...(id && { id }), type: "function", function: { name, arguments: "" } }] },
    ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}

const REASONS: Readonly<Record<string, string>> = { STOP: "stop", MAX_TOKENS: "length", SAFETY: "content_filter" };

const usageOf = ({ prompt, answer, thoughts, cached }: Step & { does: "use" }): object => ({
  prompt_tokens: prompt,
  completion_tokens: answer + (thoughts ?? 0),
  ...(thoughts !== undefined && { completion_tokens_details: { reasoning_tokens: thoughts } }),
  ...(cached !== undefined && { prompt_tokens_details: { cached_tokens: cached } }),
});

function wholeOf(script: Script): object {
  const content = script.map((step) => (step.does === "say" ? step.pieces.join("") : "")).join("");
  const tool_calls = script
    .filter((step) => step.does === "call")
    .map(({ name, args, id }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(args) } }));
  return { choices: [{ index: 0, message: { role: "assistant", content, tool_calls }, finish_reason: "stop" }] };
}
