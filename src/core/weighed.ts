/**
 * Weighed: what a Content weighs in the context, and what it is to whoever cuts or masks a History. It is made once
 * for each Content and kept with its record; it holds no text.
 * R1 Every string is counted on its own and summed: text, names, keys, string values (model-lab 1.2). Numbers, roles
 *    and punctuation of JSON count nothing: calibration adds what the server adds.
 * R2 Thoughts and signatures weigh nothing: thoughts are not sent back, and signatures are not text (L6).
 * R3 Tokens are whole: each result is rounded up, and so is the rest; they add up to the Content.
 */
import type { Content, Part, ToolResult } from "./content.js";
import type { Weight } from "./gauge.js";
import { estimateMedia, estimateText } from "./tokens.js";

export interface Weighed extends Weight {
  /** A user's words: no result among its parts. Here a History may be cut. */
  readonly startsTurn: boolean;
  /** A model's words: no call among its parts. */
  readonly endsTurn: boolean;
  readonly hasCall: boolean;
  readonly hasResult: boolean;
  /** Tokens of media, part of `tokens`: never more than an estimate. */
  readonly media: number;
  /** Tokens of each result, part of `tokens`. */
  readonly results: readonly WeighedResult[];
}

export interface WeighedResult {
  /** Its place among the Content's parts. */
  readonly part: number;
  readonly tool: string;
  readonly callId?: string;
  readonly tokens: number;
}

/** Who counts the tokens of one string: the tokenizer, the trained estimate, or the plain rule. */
export interface TextCounter {
  readonly exact: boolean;
  count(text: string): number;
}

/** The last fallback (T2). */
export const plainCounter: TextCounter = { exact: false, count: estimateText };

const NO_RESULTS: readonly WeighedResult[] = [];

export function weighContent({ role, parts }: Content, counter: TextCounter): Weighed {
  let text = 0;
  let ofMedia = 0;
  let ofResults = 0;
  let mediaOfResults = 0;
  let hasCall = false;
  let results: WeighedResult[] | undefined;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    if (part.functionResponse) {
      const { name, id } = part.functionResponse;
      const media = mediaIn(part.functionResponse);
      const tokens = Math.ceil(countResult(part.functionResponse, counter)) + media;
      ofResults += tokens;
      mediaOfResults += media;
      (results ??= []).push({ part: at, tool: name, ...(id !== undefined && { callId: id }), tokens });
    } else if (part.inlineData || part.fileData) {
      ofMedia += Math.ceil(estimateMedia(part));
    } else {
      hasCall ||= part.functionCall !== undefined;
      text += countPart(part, counter);
    }
  }
  const media = ofMedia + mediaOfResults;
  return {
    tokens: Math.ceil(text) + ofMedia + ofResults,
    exact: counter.exact && media === 0,
    startsTurn: role === "user" && !results,
    endsTurn: role === "model" && !hasCall,
    hasCall,
    hasResult: results !== undefined,
    media,
    results: results ?? NO_RESULTS,
  };
}

/** Tokens of text and call in a part (R1, R2). */
function countPart(part: Part, counter: TextCounter): number {
  if (part.thought) return 0;
  let tokens = part.text ? counter.count(part.text) : 0;
  if (part.functionCall) tokens += counter.count(part.functionCall.name) + countValue(part.functionCall.args, counter);
  return tokens;
}

function countResult({ name, response, parts = [] }: ToolResult, counter: TextCounter): number {
  let tokens = counter.count(name) + countValue(response, counter);
  for (const part of parts) tokens += countPart(part, counter);
  return tokens;
}

function mediaIn({ parts }: ToolResult): number {
  if (!parts) return 0;
  return parts.reduce((sum, part) => sum + (part.inlineData || part.fileData ? Math.ceil(estimateMedia(part)) : 0), 0);
}

/** Tokens of all strings in a JSON value, keys among them (R1). */
export function countValue(value: unknown, counter: TextCounter): number {
  if (typeof value === "string") return counter.count(value);
  if (typeof value !== "object" || value === null) return 0;
  let tokens = 0;
  if (Array.isArray(value)) {
    for (const item of value) tokens += countValue(item, counter);
    return tokens;
  }
  for (const [key, item] of Object.entries(value)) tokens += counter.count(key) + countValue(item, counter);
  return tokens;
}
