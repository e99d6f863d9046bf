/** What OpenAI-style servers refuse with, in the shapes in which they send it. */
import type { WireError } from "./wire-errors.js";

const refusal = (status: number, message: string, type = "invalid_request_error", more: object = {}): WireError => ({
  status,
  body: { error: { code: status, message, type, ...more } },
});

/** Ollama's, for a model whose template has no place for them. */
export const noTools = (): WireError =>
  refusal(400, "registry.ollama.ai/library/gemma:2b does not support tools", "api_error");
/** llama.cpp's, when it was started without templates. */
export const noToolsHere = (): WireError => refusal(500, "tools param requires --jinja flag", "server_error");
export const noSchema = (): WireError => refusal(400, "response_format of type json_schema is not supported");
/** llama.cpp's, for a model without a projector. */
export const noPictures = (): WireError =>
  refusal(
    500,
    "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
    "server_error",
  );
export const contextExceeded = (sent: number, limit: number): WireError =>
  refusal(400, "the request exceeds the available context size, try increasing it", "exceed_context_size_error", {
    n_prompt_tokens: sent,
    n_ctx: limit,
  });
export const contextTooShort = (limit: number): WireError =>
  refusal(400, `This model's maximum context length is ${limit} tokens. However, you requested more.`);
export const noSuchLocalModel = (model: string): WireError =>
  refusal(404, `model "${model}" not found, try pulling it first`, "api_error");
export const stillLoading = (): WireError => refusal(503, "Loading model", "unavailable_error");
export const wrongKey = (key: string): WireError => refusal(401, `Invalid API Key ${key}`, "authentication_error");
export const tooMany = (): WireError => refusal(429, "Too many requests.");
export const broken = (): WireError => refusal(500, "llama runner process has terminated", "api_error");
/** Ollama's own shape, and that of frameworks. */
export const plainWords = (): WireError => ({ status: 400, body: { error: "invalid message format" } });
export const detailWords = (): WireError => ({ status: 422, body: { detail: "messages must not be empty" } });
