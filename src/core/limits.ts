/**
 * How many tokens a request to a Model may hold (T1): known, set by the user, or learnt from a server that refused one.
 * R1 What a server said of this model at this endpoint is true; the user may set less, not more.
 * R2 Else what the user set; else what is known of the model; else 1,048,576.
 */
export const DEFAULT_LIMIT = 1_048_576;

/** What servers taught: plain data, newest last, at most one for a model at an endpoint. */
export type LearntLimits = readonly LearntLimit[];

export interface LearntLimit {
  readonly model: string;
  readonly endpoint: string;
  readonly limit: number;
}

export interface LimitSources {
  /** The user's own, by model. */
  readonly overrides?: Readonly<Record<string, number | undefined>>;
  readonly endpoint?: string;
  readonly learnt?: LearntLimits;
}

export function tokenLimit(model: string, { overrides = {}, endpoint = "", learnt = [] }: LimitSources = {}): number {
  const name = bareName(model);
  const set = [model, name].filter((key) => Object.hasOwn(overrides, key)).map((key) => overrides[key])[0];
  const override = set !== undefined && set > 0 ? Math.floor(set) : undefined;
  const told = learnt.findLast((known) => known.model === name && known.endpoint === endpoint)?.limit;
  if (told !== undefined) return Math.min(told, override ?? told);
  return override ?? KNOWN.find(([start]) => name === start || name.startsWith(`${start}-`))?.[1] ?? DEFAULT_LIMIT;
}

/** Adds what an error text teaches; the same list if it teaches nothing new. */
export function learnLimit(
  learnt: LearntLimits,
  refused: { model: string; endpoint: string; message: string },
): LearntLimits {
  const limit = findLimit(refused.message);
  const model = bareName(refused.model);
  const { endpoint } = refused;
  const isSame = (known: LearntLimit) => known.model === model && known.endpoint === endpoint;
  if (limit === undefined || learnt.some((known) => isSame(known) && known.limit === limit)) return learnt;
  return [...learnt.filter((known) => !isSame(known)), { model, endpoint, limit }].slice(-MOST_LEARNT);
}

/** The limit that an error text names, if it says that a request was too long. */
export const findLimit = (message: string): number | undefined => readOverflow(message)?.limit;

/** What a server says of a request that is too long: its limit and the size it counted, as far as it names them. */
export interface Overflow {
  readonly limit?: number;
  readonly sent?: number;
}

/** Undefined if the text says nothing of the kind. */
export function readOverflow(message: string): Overflow | undefined {
  // Errors come as JSON in JSON: what is left of their quotes and newlines must not part the words.
  const text = message.replace(/\\+["n]/g, " ");
  const named = firstOf(TOO_LONG, text);
  if (!named) return UNNAMED.test(text) ? {} : undefined;
  const limit = readNumber(named.limit!);
  const told = named.sent ?? firstOf(COUNTED, text)?.sent;
  const sent = told === undefined ? undefined : readNumber(told);
  // Figures that contradict each other or can't be: it was too long, and no more is known.
  const isTrue = limit >= LEAST && limit <= MOST && (named.sent === undefined || sent! > limit);
  if (!isTrue) return {};
  return { limit, ...(sent !== undefined && sent >= 1 && sent <= MOST && { sent }) };
}

function firstOf(patterns: readonly RegExp[], text: string): Readonly<Record<string, string | undefined>> | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.groups;
    if (found) return found;
  }
  return undefined;
}

/** Input limits by the start of a name (facts 1.1): so that dated and numbered versions are known too. */
const KNOWN: readonly (readonly [name: string, limit: number])[] = [
  ["gemini-1.5-pro", 2_097_152],
  ["gemini-1.5-flash", 1_048_576],
  ["gemini-2.0-flash", 1_048_576],
  ["gemini-2.5-pro", 1_048_576],
  ["gemini-2.5-flash", 1_048_576],
  ["gemini-3-pro", 1_048_576],
  ["gemini-3-flash", 1_048_576],
  ["gemini-3.1-pro", 1_048_576],
  ["gemini-3.1-flash", 1_048_576],
  ["gemini-3.5-flash", 1_048_576],
  ["gemini-3.8-flash", 1_048_576],
  ["gemma-4-31b-it", 256_000],
  ["gemma-4-26b-a4b-it", 256_000],
];

/** More than any user has models and endpoints. */
const MOST_LEARNT = 100;

/** Smaller or larger numbers are misread: no window is below 256 tokens or over a hundred million. */
const LEAST = 256;
const MOST = 100_000_000;

const SENT = String.raw`(?<sent>\d[\d,._]*)`;
const LIMIT = String.raw`(?<limit>\d[\d,._]*)`;

/** How servers say it; never a limit of rate or of the answer, which they word much alike. Each names the limit; the size of the request where it comes first. */
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

/** How they name the size of the request where that comes last; the part of the prompt before a sum with the answer's. */
const COUNTED: readonly RegExp[] = [
  // OpenAI: "… you requested 9200 tokens (8200 in the messages, 1000 in the completion)"; vLLM: "your request has 9200 input tokens"
  `${SENT}(?: tokens)? in the (?:messages|prompt)`,
  `${SENT} input tokens`,
  `(?:resulted in|contains|requested:?|got|has) \\(?${SENT}`,
].map((source) => new RegExp(source, "i"));

/** That it is too long, and no figure. */
const UNNAMED =
  /token count\b.{0,40}?exc?e+ds the maximum number of|context_length_exceeded|exceed_context_size|\b(?:prompt|input|conversation) is too long/i;

const readNumber = (digits: string): number => Number(digits.replace(/\D/g, ""));

/** `models/gemini-2.5-pro` and `publishers/google/models/gemini-2.5-pro` are one and the same. */
const bareName = (model: string): string => model.slice(model.lastIndexOf("/") + 1);
