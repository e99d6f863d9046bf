/** Small notations for Histories: their weights ("u10 c10 r90 m10") and their Contents ("u c.1 r.1 m"). */
import type { Content, Part } from "../../src/core/content.js";
import type { Weighed } from "../../src/core/tokens/content-weight.js";

/** u: a user's words, m: a model's, c: its call, r: the call's result; then the tokens. */
export const weighed = (history: string): Weighed[] =>
  history
    .split(" ")
    .filter(Boolean)
    .map((word) => weighedAs(word[0] as "u" | "m" | "c" | "r", Number(word.slice(1))));

export const weighedAs = (kind: "u" | "m" | "c" | "r", tokens: number): Weighed => ({
  tokens,
  exact: true,
  startsTurn: kind === "u",
  endsTurn: kind === "m",
  hasCall: kind === "c",
  hasResult: kind === "r",
  media: 0,
  structured: kind === "c" || kind === "r" ? tokens : 0,
  values: 0,
  results: kind === "r" ? [{ part: 0, tool: "grep_search", tokens }] : [],
});

/**
 * A Content a word; its parts are joined by "+". u, m: words of user and model; c1, r1: the call and the result with
 * that id; t: a thought; x: an empty text. A part may carry a signature: "c1!s". A Content of a model has c, m or t.
 */
export const contents = (history: string): Content[] => history.split(" ").filter(Boolean).map(readContent);

function readContent(word: string): Content {
  if (word === "m-") return { role: "model", parts: [] };
  const parts = word.split("+").map(readPart);
  const isUser = parts.some(({ functionResponse, text }) => functionResponse || text === "u");
  return { role: isUser ? "user" : "model", parts };
}

function readPart(word: string): Part {
  const [what, signature] = word.split("!") as [string, string?];
  return { ...payload(what), ...(signature !== undefined && { thoughtSignature: signature }) };
}

function payload(what: string): Part {
  if (what === "x") return { text: "" };
  if (what === "t") return { text: "t", thought: true };
  if (what.startsWith("c")) return { functionCall: { id: what.slice(1), name: "glob", args: {} } };
  if (what.startsWith("r")) return { functionResponse: { id: what.slice(1), name: "glob", response: { output: "r" } } };
  return { text: what };
}

/** The notation of Contents; a result that was made up is "r1?", the signature that asks for no check "!*". */
export const written = (history: readonly Content[]): string =>
  history.map(({ parts }) => parts.map(writePart).join("+")).join(" ");

function writePart(part: Part): string {
  const { functionCall, functionResponse, thoughtSignature } = part;
  const signature =
    thoughtSignature === undefined ? "" : `!${thoughtSignature.startsWith("skip_") ? "*" : thoughtSignature}`;
  if (functionCall) return `c${functionCall.id}${signature}`;
  if (functionResponse) return `r${functionResponse.id}${functionResponse.response?.["error"] ? "?" : ""}${signature}`;
  if (part.thought) return `t${signature}`;
  return (part.text === "" ? "x" : part.text) + signature;
}
