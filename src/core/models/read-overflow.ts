/** The sentences by which servers refuse a request as too long, read (T1). Loaded with the providers, not with the first screen. */
import { isLimit } from "./context-limits.js";

/** A refusal as too long: the server's limit and the size it counted, as far as it names them. */
export interface TooLongRefusal {
  readonly limit?: number;
  readonly sent?: number;
}

/** The refusal in a server's message; undefined if it is about something else. */
export function readOverflow(message: string): TooLongRefusal | undefined {
  // Errors come as JSON in JSON: what is left of their quotes and newlines must not part the words.
  const text = message.replace(/\\+["n]/g, " ");
  const named = firstOf(TOO_LONG, text);
  if (!named) return UNNAMED.test(text) ? {} : undefined;
  const limit = readNumber(named.limit!);
  const told = named.sent ?? firstOf(COUNTED, text)?.sent;
  const sent = told === undefined ? undefined : readNumber(told);
  // Figures that contradict each other or can't be: it was too long, and no more is known.
  const isTrue = isLimit(limit) && (named.sent === undefined || sent! > limit);
  if (!isTrue) return {};
  return { limit, ...(sent !== undefined && sent >= 1 && { sent }) };
}

function firstOf(patterns: readonly RegExp[], text: string): Readonly<Record<string, string | undefined>> | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.groups;
    if (found) return found;
  }
  return undefined;
}

const SENT = String.raw`(?<sent>\d[\d,._]*)`;
const LIMIT = String.raw`(?<limit>\d[\d,._]*)`;

/** Sentences that name the limit, and the size of the request where that comes first. None is about a limit of rate or of the answer, which servers word much alike. */
const TOO_LONG: readonly RegExp[] = [
  // Gemini: "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576)."
  `(?:input|prompt) token count\\s*(?:\\(?${SENT}\\)?\\s*)?exc?e+ds the maximum number of(?: input)? tokens allowed\\s*\\(?${LIMIT}`,
  `exceeds the maximum number of (?:input )?tokens allowed[\\s:(]*${LIMIT}`,
  // Vertex: "… the input token count is 1050000 but the model supports up to 1048576."
  `token count is ${SENT} but (?:the )?model (?:only )?supports up to ${LIMIT}`,
  // OpenAI and those that speak like it: "This model's maximum context length is 128000 tokens. However, …"
  `maximum (?:context|prompt|input) length (?:is|of|:|\\() ?${LIMIT}`,
  `${SENT} tokens?\\)? exceed\\w* (?:the )?(?:maximum|model's|available) context (?:length|size|window)(?: of)? \\(?${LIMIT}`,
  // "prompt is too long: 205000 tokens > 200000 maximum"; "prompt is too long (539 tokens, max 508)"
  `too long:? \\(?${SENT} tokens ?(?:>|,) ?(?:max(?:imum)?:? )?${LIMIT}`,
  // llama.cpp: "the request exceeds the available context size (8192 tokens)"; "Requested tokens (N) exceed context window of 512"
  `(?:tokens \\(${SENT}\\) )?exceed\\w* (?:the )?(?:(?:available|maximum|model's) )?context (?:size|window|length)(?: of)?:? ?\\(?${LIMIT}`,
  // LM Studio: "the model is loaded with context length of only 4096 tokens"
  `context length of (?:only )?${LIMIT} tokens`,
  // "exceeded model token limit: 131072 (requested: 140000)"; "… too large for model with 32768 maximum context length"
  `exceeded model token limit:? ?${LIMIT}`,
  `contains ${SENT} tokens\\b.{0,80}?model with ${LIMIT} maximum context length`,
].map((source) => new RegExp(source, "i"));

/** Sentences that name the size of the request after the limit; the prompt's part before its sum with the answer's. */
const COUNTED: readonly RegExp[] = [
  // OpenAI: "… you requested 9200 tokens (8200 in the messages, 1000 in the completion)"; vLLM: "your request has 9200 input tokens"
  `${SENT}(?: tokens)? in the (?:messages|prompt)`,
  `${SENT} input tokens`,
  `(?:resulted in|contains|requested:?|got|has) \\(?${SENT}`,
].map((source) => new RegExp(source, "i"));

/** Sentences that say it is too long, and name no figure. */
const UNNAMED =
  /token count\b.{0,40}?exc?e+ds the maximum number of|context_length_exceeded|exceed_context_size|\b(?:prompt|input|conversation) is too long/i;

const readNumber = (digits: string): number => Number(digits.replace(/\D/g, ""));
