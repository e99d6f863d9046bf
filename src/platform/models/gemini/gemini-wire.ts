/** Gemini's answers as ModelEvents, and our requests as Gemini's. Everything from the wire is taken as unproven (P4). */
import type { GenerateContentConfig, GenerateContentResponse, Tool } from "@google/genai";
import { isObject } from "../../../core/is-object.js";
import type { FinishReason, ModelEvent, ModelRequest, Usage } from "../../../core/models/model.js";
import { contentsFor } from "./gemini-contents.js";

/** One chunk of a stream, read. The events are deltas; usage and reason are the newest so far. */
interface Heard {
  readonly events: readonly ModelEvent[];
  readonly usage?: Usage;
  readonly reason?: FinishReason;
}

export function hear(chunk: GenerateContentResponse): Heard {
  const candidate = chunk.candidates?.[0];
  const parts = candidate?.content?.parts;
  const events: ModelEvent[] = [];
  let isMalformed = false;
  for (const part of Array.isArray(parts) ? parts.filter((part): boolean => isObject(part)) : []) {
    const signed = { ...(typeof part.thoughtSignature === "string" && { signature: part.thoughtSignature }) };
    if (part.functionCall) {
      const { id, name, args } = part.functionCall;
      const isCall = typeof name === "string" && name !== "" && isObject(args ?? {});
      if (!isCall) isMalformed = true;
      else events.push({ type: "call", call: { ...(id && { id: String(id) }), name, args: args ?? {} }, ...signed });
      continue;
    }
    const delta = typeof part.text === "string" ? part.text : "";
    if (delta !== "" || signed.signature) events.push({ type: part.thought ? "thought" : "text", delta, ...signed });
  }
  const usage = usageOf(chunk);
  const reason = isMalformed ? "malformed-call" : reasonOf(chunk);
  return { events, ...(usage && { usage }), ...(reason && { reason }) };
}

const reasons: Readonly<Record<string, FinishReason>> = {
  STOP: "stop",
  MAX_TOKENS: "max-tokens",
  // The server would go on if asked with its token; to a Turn that is an answer out of room.
  CONTINUATION: "max-tokens",
  SAFETY: "safety",
  BLOCKLIST: "safety",
  PROHIBITED_CONTENT: "safety",
  SPII: "safety",
  IMAGE_SAFETY: "safety",
  IMAGE_PROHIBITED_CONTENT: "safety",
  JAILBREAK: "safety",
  MODEL_ARMOR: "safety",
  RECITATION: "recitation",
  IMAGE_RECITATION: "recitation",
  MALFORMED_FUNCTION_CALL: "malformed-call",
  UNEXPECTED_TOOL_CALL: "malformed-call",
};

/** The reason why the answer ended. A prompt that was blocked has no candidate at all: then the feedback on it is the reason. */
function reasonOf(chunk: GenerateContentResponse): FinishReason | undefined {
  const said = chunk.candidates?.[0]?.finishReason ?? chunk.promptFeedback?.blockReason;
  return said ? (reasons[said] ?? "other") : undefined;
}

/** The tokens counted so far, as a chunk tells them. */
export function usageOf({ usageMetadata }: GenerateContentResponse): Usage | undefined {
  const prompt = countIn(usageMetadata?.promptTokenCount);
  if (prompt === undefined) return undefined;
  const thoughts = countIn(usageMetadata?.thoughtsTokenCount);
  const cached = countIn(usageMetadata?.cachedContentTokenCount);
  return {
    prompt,
    answer: countIn(usageMetadata?.candidatesTokenCount) ?? 0,
    ...(thoughts !== undefined && { thoughts }),
    ...(cached !== undefined && { cached }),
  };
}

const countIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** The configuration of a request. The client's own loops are switched off: the Agent counts and stops the steps of a Turn. */
export function requestConfig(model: string, request: ModelRequest): GenerateContentConfig {
  return {
    automaticContinuation: false,
    automaticFunctionCalling: { disable: true },
    ...(thinks(model) && { thinkingConfig: { includeThoughts: true } }),
    ...(request.system && { systemInstruction: request.system }),
    ...(request.tools?.length && { tools: toolsOf(request) }),
  };
}

/** The whole request as `countTokens` wants it: it counts system prompt and tools only in this shape. */
export const countedOf = (model: string, request: ModelRequest): Record<string, unknown> => ({
  model: model.includes("/") ? model : `models/${model}`,
  contents: contentsFor(model, request.contents),
  ...(request.system && { systemInstruction: { parts: [{ text: request.system }] } }),
  ...(request.tools?.length && { tools: toolsOf(request) }),
});

const toolsOf = ({ tools = [] }: ModelRequest): Tool[] => [
  {
    functionDeclarations: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parametersJsonSchema: parameters,
    })),
  },
];

/** Models that are asked for thoughts: older ones refuse such a request, and of a gateway's own models nothing is known. */
const thinks = (model: string): boolean => /gemini(?!-(?:1\.|2\.0|embedding))/.test(model);
