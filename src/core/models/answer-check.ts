/**
 * Whether an answer can stand (A1). One that can't is asked for again, a few times, before the user hears of it.
 * R1 With a call in it an answer stands.
 * R2 Without a finish reason it was cut off.
 * R3 A malformed call is no answer.
 * R4 Text counts only as far as it shows: zero-width characters and HTML comments alone are nothing.
 * R5 Nothing said after a Tool's result is a silent end, not a failure.
 * R6 Words that a limit or a filter cut short stand, and the Turn ends as interrupted: what was said is kept, and what is missing is told.
 */
import type { Content } from "../content.js";
import type { EarlyEnd, FinishReason } from "./model.js";

export type AnswerFault =
  "cut" | "malformed-call" | "max-tokens" | "safety" | "recitation" | "blocked" | "only-thoughts" | "empty";

interface Answer {
  readonly content?: Content;
  readonly finish?: FinishReason;
  /** Whether the answer follows a Tool's result. */
  readonly afterResult: boolean;
}

export function findFault({ content, finish, afterResult }: Answer): AnswerFault | undefined {
  const parts = content?.parts ?? [];
  if (parts.some((part) => part.functionCall)) return undefined;
  if (finish === "malformed-call") return "malformed-call";
  const says = parts.some((part) => !part.thought && (part.text === undefined || shows(part.text)));
  if (finish === undefined || finish === "cut") return afterResult && parts.length === 0 ? undefined : "cut";
  if (says) return undefined;
  if (finish === "max-tokens") return "max-tokens";
  if (finish === "safety") return "safety";
  if (finish === "recitation") return "recitation";
  if (finish === "other") return "blocked";
  if (afterResult) return undefined;
  return parts.some((part) => part.thought) ? "only-thoughts" : "empty";
}

/** Why an answer without calls that stands is not whole (R6); nothing where it is. */
export function earlyEndOf(finish: FinishReason | undefined): EarlyEnd | undefined {
  return finish === "max-tokens" || finish === "safety" || finish === "recitation" || finish === "other"
    ? finish
    : undefined;
}

/** Whether a text has visible characters. Taking one HTML comment out may make another, so it goes on until none is left. */
function shows(text: string): boolean {
  let rest = text;
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/<!--[\s\S]*?-->/g, "");
  }
  return rest.replaceAll(/[\u200b-\u200f\ufeff\s]/g, "") !== "";
}

/** Whether asking again may help: it does against chance, not against a rule or a limit. */
export const isWorthAskingAgain = (fault: AnswerFault): boolean =>
  fault === "cut" || fault === "malformed-call" || fault === "only-thoughts" || fault === "empty";
