/** An OpenAI-style server's chunks as ModelEvents, and our requests as its. Everything from the wire is taken as unproven (P4). */
import { isObject } from "../../../core/is-object.js";
import { type Content, type Part, type ToolCall, shownOutput } from "../../../core/content.js";
import type { FinishReason, ModelEvent, ModelRequest, Usage } from "../../../core/models/model.js";
import { attachedBy, chatMessages, protocolSchema, unseenWords } from "../../../core/models/tool-protocol.js";
import { createCallGatherer } from "./openai-calls.js";

/** The ways to offer Tools: by the server's own calls, by the tool protocol held to a schema, or by its words alone. */
export type ToolWay = "native" | "schema" | "words";

/** The abilities that this server and its model have not refused. */
interface Abilities {
  readonly way: ToolWay;
  readonly seesPictures: boolean;
}

export function bodyOf(
  model: string,
  request: ModelRequest,
  { way, seesPictures }: Abilities,
): Readonly<Record<string, unknown>> {
  const { tools = [] } = request;
  const hasTools = tools.length > 0;
  return {
    model,
    messages: way === "native" || !hasTools ? nativeMessages(request, seesPictures) : chatMessages(request),
    stream: true,
    stream_options: { include_usage: true },
    ...(hasTools &&
      way === "native" && {
        tools: tools.map(({ name, description, parameters }) => ({
          type: "function",
          function: { name, description, parameters },
        })),
      }),
    ...(hasTools &&
      way === "schema" && {
        response_format: { type: "json_schema", json_schema: { name: "reply", schema: protocolSchema(tools) } },
      }),
  };
}

type NativeMessage = Readonly<Record<string, unknown>>;

function nativeMessages({ system, contents }: ModelRequest, seesPictures: boolean): readonly NativeMessage[] {
  const ids = createPairing();
  const messages = contents.flatMap((content) =>
    content.role === "model" ? modelMessages(content, ids) : userMessages(content, ids, seesPictures),
  );
  return system ? [{ role: "system", content: system }, ...messages] : messages;
}

function modelMessages({ parts }: Content, ids: Pairing): readonly NativeMessage[] {
  const said = parts.filter((part) => !part.thought);
  const content = said.map(({ text = "" }) => text).join("");
  const tool_calls = said
    .flatMap(({ functionCall }) => (functionCall ? [functionCall] : []))
    .map((call) => ({
      id: ids.called(call),
      type: "function",
      function: { name: call.name, arguments: JSON.stringify(call.args ?? {}) },
    }));
  if (content === "" && tool_calls.length === 0) return [];
  return [{ role: "assistant", content, ...(tool_calls.length > 0 && { tool_calls }) }];
}

/** The messages of one user Content. A result is text alone here: a Tool's picture follows the results, and media that can't be seen are named. */
function userMessages({ parts }: Content, ids: Pairing, seesPictures: boolean): readonly NativeMessage[] {
  const pieceOf = (part: Part): Piece =>
    seesPictures && isPicture(part)
      ? { type: "image_url", image_url: { url: `data:${part.inlineData?.mimeType};base64,${part.inlineData?.data}` } }
      : { type: "text", text: part.text ?? unseenWords(part) };
  const given = parts.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []));
  const results = given.map((result) => {
    const unseen = (result.parts ?? []).filter((part) => !seesPictures || !isPicture(part)).map(unseenWords);
    const content = [shownOutput(result.response), ...unseen].join("\n");
    return { role: "tool", tool_call_id: ids.answered(result), content };
  });
  const attached = given.flatMap(({ name, parts: media = [] }): readonly Piece[] => {
    const pictures = media.filter((part) => seesPictures && isPicture(part)).map(pieceOf);
    return pictures.length > 0 ? [{ type: "text", text: attachedBy(name) }, ...pictures] : [];
  });
  const said = parts.filter((part) => part.text !== undefined || part.inlineData).map(pieceOf);
  return [...results, ...[attached, said].flatMap(userMessage)];
}

function userMessage(pieces: readonly Piece[]): readonly NativeMessage[] {
  if (pieces.length === 0) return [];
  const isPlain = pieces.every((piece) => piece.type === "text");
  return [{ role: "user", content: isPlain ? pieces.map(({ text }) => text).join("\n") : pieces }];
}

type Piece =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

const isPicture = ({ inlineData }: Part): boolean => inlineData?.mimeType.startsWith("image/") ?? false;

export const hasPictures = ({ contents }: ModelRequest): boolean =>
  contents.some(({ parts }) =>
    parts.some((part) => isPicture(part) || (part.functionResponse?.parts ?? []).some(isPicture)),
  );

interface Pairing {
  called(call: Pick<ToolCall, "id" | "name">): string;
  answered(result: Pick<ToolCall, "id" | "name">): string;
}

/** Ids of calls, which every call has there; where ours has none, call and result of one name are paired in their order. */
function createPairing(): Pairing {
  let count = 0;
  const open: { readonly id: string; readonly name: string }[] = [];
  return {
    called({ id = `call_${count++}`, name }) {
      open.push({ id, name });
      return id;
    },
    answered({ id, name }) {
      const at = open.findIndex((call) => (id === undefined ? call.name === name : call.id === id));
      const [found] = at < 0 ? [] : open.splice(at, 1);
      return found?.id ?? id ?? `call_${count++}`;
    },
  };
}

/** Reads chunks. Calls are told when they are whole: their arguments come in pieces. */
interface ChunkReader {
  read(chunk: Readonly<Record<string, unknown>>): readonly ModelEvent[];
  /** The calls that were still open; whether one can't be read. */
  end(): { readonly events: readonly ModelEvent[]; readonly malformed: boolean };
  readonly usage: Usage | undefined;
  readonly reason: FinishReason | undefined;
}

export function createChunkReader(): ChunkReader {
  const calls = createCallGatherer();
  let usage: Usage | undefined;
  let reason: FinishReason | undefined;

  return {
    get usage() {
      return usage;
    },
    get reason() {
      return reason;
    },
    read(chunk) {
      usage = usageOf(chunk.usage) ?? usage;
      const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
      if (!isObject(choice)) return [];
      const said = choice.finish_reason;
      if (typeof said === "string") reason = REASONS[said] ?? "other";
      // A server that does not stream sends the whole message in the delta's place.
      const delta = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {};
      if (Array.isArray(delta.tool_calls)) for (const [at, call] of delta.tool_calls.entries()) calls.add(call, at);
      // llama.cpp, LM Studio and DeepSeek say `reasoning_content`, Ollama and OpenRouter `reasoning`.
      const thought = [delta.reasoning_content, delta.reasoning].find((text) => typeof text === "string") ?? "";
      return [
        ...(thought === "" ? [] : [{ type: "thought", delta: thought } as const]),
        ...(typeof delta.content === "string" && delta.content !== ""
          ? [{ type: "text", delta: delta.content } as const]
          : []),
      ];
    },
    end() {
      const { whole, malformed } = calls.end();
      return { events: whole.map((call) => ({ type: "call", call })), malformed };
    },
  };
}

const REASONS: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  tool_calls: "stop",
  function_call: "stop",
  eos: "stop",
  end_turn: "stop",
  stop_sequence: "stop",
  length: "max-tokens",
  content_filter: "safety",
};

function usageOf(given: unknown): Usage | undefined {
  if (!isObject(given) || typeof given.prompt_tokens !== "number") return undefined;
  const cached = isObject(given.prompt_tokens_details) ? given.prompt_tokens_details.cached_tokens : undefined;
  const details = isObject(given.completion_tokens_details) ? given.completion_tokens_details : {};
  const thoughts = details.reasoning_tokens;
  const answer = typeof given.completion_tokens === "number" ? given.completion_tokens : 0;
  const thought = typeof thoughts === "number" ? thoughts : undefined;
  return {
    prompt: given.prompt_tokens,
    // Here thoughts are counted as part of the answer; with us they are beside it.
    answer: Math.max(0, answer - (thought ?? 0)),
    ...(thought !== undefined && { thoughts: thought }),
    ...(typeof cached === "number" && { cached }),
  };
}
