/**
 * Failures of an OpenAI-style server, each made into one AgentError with a sentence (P2).
 * R1 The message is read wherever servers put it: `error.message`, `error` as text, `message`, `detail`, or the text itself.
 * R2 A request that is too long is told by the words or by the type of the refusal, with the limit where one is named (T1).
 * R3 A refusal of tools, a schema or pictures is no failure yet: the caller asks again without (`refusesTools` and so on).
 * R4 The key is struck out of everything.
 */
import { AgentError } from "../../../core/errors.js";
import type { ModelFailure } from "../../../core/errors.js";
import { isObject } from "../../../core/is-object.js";
import { readOverflow, type TooLongRefusal } from "../../../core/models/read-overflow.js";
import { causeOf, quoted } from "../without-key.js";
import { localServerWords as words } from "./local-server-words.js";

export interface ServerPlace {
  readonly model: string;
  readonly host: string;
  readonly key: string;
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly type?: string;
  /** Set if the request was too long. */
  readonly overflow?: TooLongRefusal;
  readonly retryAfter?: number;
}

/** R1 */
export function readRefusal(status: number, text: string, retryAfter?: string | null): Refusal {
  const body = parsed(text);
  const error = isObject(body) && isObject(body.error) ? body.error : isObject(body) ? body : {};
  const said = [error.message, isObject(body) ? body.error : undefined, error.detail].find(isText);
  const message = said ?? (isObject(body) ? "" : text);
  const seconds = Number(retryAfter ?? Number.NaN);
  const code = Number(error.code);
  const overflow = overflowIn(error, message);
  return {
    status: status === 200 && code >= 400 ? code : status,
    message,
    ...(isText(error.type) && { type: error.type }),
    ...(overflow && { overflow }),
    ...(seconds >= 0 && { retryAfter: seconds * 1_000 }),
  };
}

/** R2. llama.cpp gives both figures as fields of their own. */
function overflowIn({ n_ctx, n_prompt_tokens, type, code }: Record<string, unknown>, message: string) {
  const said = readOverflow([message, type, code].filter(isText).join(" "));
  const limit = typeof n_ctx === "number" ? n_ctx : said?.limit;
  const sent = typeof n_prompt_tokens === "number" ? n_prompt_tokens : said?.sent;
  if (!said && limit === undefined) return undefined;
  return { ...(limit !== undefined && { limit }), ...(sent !== undefined && { sent }) };
}

/** R3. Ollama: "… does not support tools"; llama.cpp: "tools param requires --jinja flag"; vLLM: "auto tool choice requires …". */
export const refusesTools = ({ status, message }: Refusal): boolean =>
  [400, 404, 422, 500, 501].includes(status) && /\btools?\b|tool[_-]?choice|function.?call/i.test(message);

export const refusesSchema = ({ status, message }: Refusal): boolean =>
  [400, 422, 500, 501].includes(status) && /response[_ ]format|json[_ ]?schema|grammar|structured/i.test(message);

/** R3. llama.cpp: "image input is not supported - hint: … mmproj"; OpenAI's: "image_url is only supported by certain models". */
export const refusesPictures = ({ status, message }: Refusal): boolean =>
  [400, 404, 415, 422, 500, 501].includes(status) &&
  /\bimages?\b|image_url|\bvision\b|multi-?modal|mmproj/i.test(message);

export function refused(refusal: Refusal, place: ServerPlace): AgentError {
  const details = classify(refusal);
  const said = quoted(refusal.message, place);
  return new AgentError("ModelError", words.refused(details, said, place), {
    details,
    cause: { name: "Error", message: said },
  });
}

function classify({ status, type, overflow, retryAfter }: Refusal): ModelFailure {
  const known = { status, ...(type && { reason: type }), ...(retryAfter !== undefined && { retryAfter }) };
  if (overflow) return { kind: "overflow", ...known, ...overflow };
  if (status === 401) return { kind: "key", ...known };
  if (status === 403) return { kind: "forbidden", ...known };
  if (status === 404) return { kind: "no-model", ...known };
  if (status === 429) return { kind: "rate", ...known };
  if (status === 503) return { kind: "capacity", ...known };
  if (status >= 500) return { kind: "server", ...known };
  return { kind: "refused", ...known };
}

export const unreachableServer = (place: ServerPlace, error: unknown): AgentError =>
  new AgentError("OfflineError", words.unreachable(place.host, originHere()), {
    details: { kind: "unreachable" },
    cause: causeOf(error, place),
  });

const originHere = (): string => (globalThis.location as Location | undefined)?.origin ?? "*";

export const garbledServer = (place: ServerPlace, error: unknown): AgentError =>
  new AgentError("ModelError", words.garbled(place.host), {
    details: { kind: "garbled" },
    cause: causeOf(error, place),
  });

export const silentServer = ({ host }: ServerPlace, ms: number): AgentError =>
  new AgentError("TimeoutError", words.silent(host, ms), { details: { kind: "silent" } });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A proxy's page or plain words: they are quoted as they are.
  }
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
