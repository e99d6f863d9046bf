/** What a long agent transcript with planted facts is, and the text of one of its records. */
import type { Content, Part } from "../../../src/core/content.js";

export const KINDS = [
  "demand", // what the user asks for, for good
  "correction", // takes the place of something said earlier
  "decision", // with its reason
  "number", // port, limit, budget, version: said once
  "person", // owner or contact, and the role
  "deadline",
  "root-cause", // found by the model
  "fix", // an error and what was seen to cure it
  "path", // a file or identifier that matters
  "plan", // what is done, what is next
  "tool-only", // seen in a tool's output and never said again
  "rejected", // tried or ruled out: not to be tried again
] as const;

export type Kind = (typeof KINDS)[number];

export interface Fact {
  readonly id: string;
  readonly kind: Kind;
  /** Index of the record that states it. */
  readonly turn: number;
  /** Kept if all strings of at least one alternative are in a text: without regard to case, white space collapsed. */
  readonly needles: readonly (readonly string[])[];
  /** Asks for it, sharing at most two content words with the record. */
  readonly question: string;
  /** What a correction took the place of. */
  readonly superseded?: readonly string[];
}

export interface Entry {
  readonly from: "user" | "model" | "tool";
  readonly content: Content;
}

export interface Transcript {
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  readonly contents: readonly Entry[];
  readonly facts: readonly Fact[];
  /** Instructions that stand in tool outputs and must never be taken for anyone's. */
  readonly injected: readonly string[];
}

/** All that a record says: its texts, the arguments of its calls, the output of its results. */
export const entryText = ({ content }: Entry): string => content.parts.map(partText).join("\n");

const partText = ({ text, functionCall, functionResponse }: Part): string => {
  if (functionCall) return [functionCall.name, ...strings(functionCall.args)].join("\n");
  if (functionResponse) return strings(functionResponse.response).join("\n");
  return text ?? "";
};

const strings = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(strings);
  return value === undefined ? [] : [String(value)];
};
