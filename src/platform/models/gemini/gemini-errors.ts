/**
 * Failures of Gemini's server and of the network, each made into one AgentError with a sentence (P2, R4 of routing).
 * R1 The body is read wherever it hides: JSON, JSON inside the client's own JSON, after a prefix, in an array.
 * R2 The wait asked for is RetryInfo's, else the one in the text ("Please retry in 1m2.5s").
 * R3 "limit: 0" means no quota at all; a quota id with PerDay a daily one; with PerMinute one that passes.
 * R4 The real token limit, and what the server counted, are read from the refusal (T1).
 * R5 The key is struck out of whatever the server or the platform said, and of the cause that is kept.
 */
import { AgentError } from "../../../core/errors.js";
import type { ModelFailure } from "../../../core/errors.js";
import { isObject } from "../../../core/is-object.js";
import { readOverflow } from "../../../core/models/read-overflow.js";
import { causeOf, quoted } from "../without-key.js";
import { geminiWords as words } from "./gemini-words.js";

export interface Endpoint {
  readonly model: string;
  readonly host: string;
  readonly key: string;
}

/** The failure behind an error of the client or of fetch. */
export function modelErrorOf(error: unknown, place: Endpoint): AgentError {
  const thrown = error as { readonly name?: string; readonly message?: string; readonly status?: number };
  const message = String(thrown?.message ?? error);
  const body = readBody(message);
  const status = typeof thrown?.status === "number" ? thrown.status : body?.code;
  if (status !== undefined) return refusal(status, body ?? { message, details: [] }, place, error);
  // A TypeError is thrown by every fetch when no answer comes, and by URL and Headers when none can be asked for.
  return thrown?.name === "TypeError" ? unreachable(place, error) : unasked(place, error);
}

/** The client's own objection: nothing was sent. */
const unasked = (place: Endpoint, error: unknown): AgentError => {
  const cause = causeOf(error, place);
  return new AgentError("ModelError", words.unasked(place, quoted(cause.message, place)), {
    details: { kind: "refused" },
    cause,
  });
};

/** The client itself, a part of the app that comes when first needed, did not come. */
export const unloaded = (place: Endpoint, error: unknown): AgentError =>
  new AgentError("OfflineError", words.unloaded(place), {
    details: { kind: "unreachable" },
    cause: causeOf(error, place),
  });

/** No answer came at all: no network, a wrong address, or a server that allows no pages. */
const unreachable = (place: Endpoint, error: unknown): AgentError =>
  new AgentError("OfflineError", words.unreachable(place), {
    details: { kind: "unreachable" },
    cause: causeOf(error, place),
  });

export const garbled = (place: Endpoint, error: unknown): AgentError =>
  new AgentError("ModelError", words.garbled(place), { details: { kind: "garbled" }, cause: causeOf(error, place) });

export const silent = (place: Endpoint, ms: number): AgentError =>
  new AgentError("TimeoutError", words.silent(place, ms), { details: { kind: "silent" } });

export const badKey = (place: Endpoint): AgentError =>
  new AgentError("ModelError", words.refused({ kind: "key" }, "", place), { details: { kind: "key" } });

/** Milliseconds of "20s", "0.5s", "1h2m3.5s", "853ms"; undefined if it is no duration. */
export function readDuration(text: string): number | undefined {
  const found = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/.exec(text.trim());
  if (!found || found[0] === "") return undefined;
  const [hours, minutes, seconds, ms] = found.slice(1).map((digits) => Number(digits ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return Math.ceil(hours * 3_600_000 + minutes * 60_000 + seconds * 1_000 + ms);
}

interface Body {
  readonly code?: number;
  readonly message: string;
  readonly status?: string;
  readonly details: readonly Detail[];
}

interface Detail {
  readonly "@type"?: string;
  readonly reason?: string;
  readonly retryDelay?: string;
  readonly violations?: readonly { readonly quotaId?: string }[];
}

/** R1. For a stream the client puts the server's JSON as text into an error of its own, hence the loop. */
function readBody(text: string): Body | undefined {
  let body: Body | undefined;
  for (let rest: string | undefined = text; rest !== undefined;) {
    const found = errorIn(rest);
    if (!found) break;
    body = {
      message: typeof found.message === "string" ? found.message : "",
      code: typeof found.code === "number" ? found.code : body?.code,
      status: typeof found.status === "string" ? found.status : body?.status,
      details: Array.isArray(found.details) ? found.details.filter(isObject) : (body?.details ?? []),
    };
    rest = body.message.includes("{") ? body.message : undefined;
  }
  return body;
}

function errorIn(text: string): Record<string, unknown> | undefined {
  const start = text.search(/[[{]/);
  if (start < 0) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(text.slice(start));
  } catch {
    return undefined; // Prose with a brace in it: the message as it stands is all there is.
  }
  const outer: unknown = Array.isArray(read) ? read[0] : read;
  return isObject(outer) && isObject(outer.error) ? outer.error : undefined;
}

function refusal(status: number, body: Body, place: Endpoint, error: unknown): AgentError {
  const details = classify(status, body);
  return new AgentError("ModelError", words.refused(details, quoted(body.message, place), place), {
    details,
    cause: causeOf(error, place),
  });
}

function classify(status: number, { message, status: word, details }: Body): ModelFailure {
  const reason = details.find((detail) => typeof detail.reason === "string")?.reason ?? word;
  const retryAfter = waitIn(message, details);
  const quota = quotaIn(message, details);
  const known = { status, ...(reason && { reason }), ...(retryAfter !== undefined && { retryAfter }) };
  if (status === 429 && (quota === "day" || quota === "none")) return { kind: "quota", ...known, quota };
  if (/CAPACITY/.test(reason ?? "") || status === 503) return { kind: "capacity", ...known };
  if (status === 429) return { kind: "rate", ...known, ...(quota && { quota }) };
  if (status >= 500 || status === 499 || status === 408) return { kind: "server", ...known };
  // R4: in whatever words, for behind a base URL there may be a gateway to another server.
  const overflow = [400, 413, 422].includes(status) ? readOverflow(message) : undefined;
  if (overflow) return { kind: "overflow", ...known, ...overflow };
  if (status === 401 || reason === "API_KEY_INVALID" || /api key (not valid|expired)/i.test(message))
    return { kind: "key", ...known };
  if (status === 403) return { kind: "forbidden", ...known };
  if (status === 404) return { kind: "no-model", ...known };
  return { kind: "refused", ...known };
}

/** R2 */
function waitIn(message: string, details: readonly Detail[]): number | undefined {
  const asked = details.find((detail) => typeof detail.retryDelay === "string")?.retryDelay;
  return readDuration(asked ?? /retry in ([\d.hms]*[hms])/i.exec(message)?.[1] ?? "");
}

/** R3 */
function quotaIn(message: string, details: readonly Detail[]): ModelFailure["quota"] {
  if (/limit:\s*0(?![.\d])/.test(message)) return "none";
  const ids = details
    .flatMap((detail) => (Array.isArray(detail.violations) ? detail.violations : []))
    .map((violation) => String(violation?.quotaId ?? ""));
  if (ids.some((id) => /PerDay|Daily/i.test(id))) return "day";
  return ids.some((id) => /PerMinute/i.test(id)) ? "minute" : undefined;
}
