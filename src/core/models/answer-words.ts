/** Sentences for users about an answer that can't stand. */
import type { AnswerFault } from "./answer-check.js";

export const faultWords: Readonly<Record<AnswerFault, string>> = {
  cut: "The answer broke off before its end.",
  "malformed-call": "The model tried to call a tool in a form that can't be read.",
  "max-tokens":
    "The model reached the length allowed for an answer before it said anything. A shorter question, or /compress, may help.",
  safety: "The answer was held back by the service's safety filter.",
  recitation: "The answer was held back because it would have repeated a protected text.",
  blocked: "The service held the answer back without saying why.",
  "only-thoughts": "The model thought, but said nothing.",
  empty: "The model gave an empty answer.",
};
