/**
 * The weight of a Content in the context, with the facts by which a History is cut and masked. It is made once for each Content and stored
 * with its record; it has no text.
 * R1 Every string is counted on its own and summed: text, names, keys, string values (decisions/33). Numbers, roles and punctuation of JSON
 *    count nothing: calibration adds them as the server does.
 * R2 Thoughts and signatures weigh nothing: thoughts are not sent back, and signatures are not text (L6).
 * R3 Tokens are whole: each result is rounded up, and so is the rest; they add up to the Content.
 */
import type { Content, Part, ToolResult } from "../content.js";
import { estimateMedia } from "./tokens.js";
import { walkStrings } from "./walk-strings.js";
import type { CallId } from "../ids.js";

export interface Weighed {
  readonly tokens: number;
  readonly exact: boolean;
  /** A user's words, without results: a History may be cut before them. */
  readonly startsTurn: boolean;
  /** A model's words, without calls. */
  readonly endsTurn: boolean;
  readonly hasCall: boolean;
  readonly hasResult: boolean;
  /** Tokens of media, part of `tokens`: never more than an estimate. */
  readonly media: number;
  /** Tokens of calls and results but for media, part of `tokens`: a server may count them in another way than we do. */
  readonly structured: number;
  /** The number of JSON values in its calls and results: a server may add tokens to each. */
  readonly values: number;
  /** Tokens of each result, part of `tokens`. */
  readonly results: readonly WeighedResult[];
}

export interface WeighedResult {
  /** Its place among the Content's parts. */
  readonly part: number;
  readonly tool: string;
  readonly callId?: CallId;
  readonly tokens: number;
  /** Its part of the Content's figures; weights of the first versions don't have them. */
  readonly media?: number;
  readonly values?: number;
  /** A preview stands in its place. */
  readonly masked?: boolean;
  /** That preview is the result cut to the room there was, and may be bulky itself. */
  readonly cut?: true;
}

/** A counter of the tokens of one string: the tokenizer, the trained estimate, or the plain rule. */
export interface TextCounter {
  readonly exact: boolean;
  count(text: string): number;
}

const NO_RESULTS: readonly WeighedResult[] = [];

export function weighContent({ role, parts }: Content, counter: TextCounter): Weighed {
  const rest = createTally();
  let media = 0;
  let structured = 0;
  let values = 0;
  let ofResults = 0;
  let hasCall = false;
  let results: WeighedResult[] | undefined;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    const { functionResponse: result } = part;
    if (!result) {
      hasCall ||= part.functionCall !== undefined;
      addPart(rest, part, counter);
      continue;
    }
    const tally = createTally();
    addResult(tally, result, counter);
    const tokens = tokensOf(tally);
    ofResults += tokens;
    media += tally.media;
    structured += tokens - tally.media;
    values += tally.values;
    (results ??= []).push({
      part: at,
      tool: result.name,
      ...(result.id !== undefined && { callId: result.id }),
      tokens,
      values: tally.values,
      ...(tally.media > 0 && { media: tally.media }),
    });
  }
  media += rest.media;
  return {
    tokens: tokensOf(rest) + ofResults,
    exact: counter.exact && media === 0,
    startsTurn: role === "user" && !results,
    endsTurn: role === "model" && !hasCall,
    hasCall,
    hasResult: results !== undefined,
    media,
    structured: structured + Math.ceil(rest.structured),
    values: values + rest.values,
    results: results ?? NO_RESULTS,
  };
}

interface WeighedMask {
  readonly part: number;
  /** The weight of a Content of the preview alone. */
  readonly weight?: Weighed;
  readonly cut?: true;
}

/** Masks of the first versions have no `cut`; no pointer has this many tokens (mask-preview.ts R3). */
const CUT_TOKENS = 5_000;

/** The weight of a Content with a preview in a result's place. */
export function withMask(whole: Weighed, { part, weight: preview, cut }: WeighedMask): Weighed {
  const old = whole.results.find((result) => result.part === part);
  const shown = preview?.results[0];
  if (!old || !shown) return whole;
  const { media = 0, values = 1, tokens, ...rest } = old;
  const isCut = cut || shown.tokens > CUT_TOKENS;
  return {
    ...whole,
    tokens: whole.tokens - tokens + shown.tokens,
    exact: whole.exact && preview.exact,
    media: whole.media - media,
    structured: whole.structured - (tokens - media) + shown.tokens,
    values: whole.values - values + (shown.values ?? 1),
    results: whole.results.map((result) =>
      result === old
        ? { ...rest, tokens: shown.tokens, values: shown.values, masked: true, ...(isCut && { cut: true }) }
        : result,
    ),
  };
}

/** The weight of a Content with a preview in the place of its words; `folded` is that weight without its results. */
export function withFold(whole: Weighed, folded: Weighed | undefined): Weighed {
  if (!folded) return whole;
  const sum = (figure: (result: WeighedResult) => number) => whole.results.reduce((all, each) => all + figure(each), 0);
  return {
    ...whole,
    tokens: folded.tokens + sum(({ tokens }) => tokens),
    exact: whole.exact && folded.exact,
    media: folded.media + sum(({ media = 0 }) => media),
    structured: folded.structured + sum(({ tokens, media = 0 }) => tokens - media),
    values: folded.values + sum(({ values = 1 }) => values),
  };
}

interface Tally {
  /** Tokens of all text, and of the text in calls. */
  text: number;
  structured: number;
  media: number;
  values: number;
}

const createTally = (): Tally => ({ text: 0, structured: 0, media: 0, values: 0 });

const tokensOf = ({ text, media }: Tally): number => Math.ceil(text) + media;

function addPart(tally: Tally, part: Part, counter: TextCounter): void {
  if (part.inlineData || part.fileData) tally.media += Math.ceil(estimateMedia(part));
  if (part.text && !part.thought) tally.text += counter.count(part.text);
  if (!part.functionCall) return;
  const before = tally.text;
  tally.text += counter.count(part.functionCall.name);
  addValue(tally, part.functionCall.args, counter);
  tally.structured += tally.text - before;
}

function addResult(tally: Tally, { name, response, parts = [] }: ToolResult, counter: TextCounter): void {
  tally.text += counter.count(name);
  addValue(tally, response, counter);
  for (const part of parts) addPart(tally, part, counter);
}

function addValue(tally: Tally, value: unknown, counter: TextCounter): void {
  tally.values += walkStrings(value, (text) => (tally.text += counter.count(text)));
}
