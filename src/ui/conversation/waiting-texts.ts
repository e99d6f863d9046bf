/** Texts of a Turn that waits for its next attempt: loaded when one does. */
import type { TurnEvent } from "../../core/port/events.js";

type Fault = (TurnEvent & { readonly type: "turn-waiting" })["fault"];

export const waitingTexts = {
  soon: "Trying again",
  in: "Trying again in",
  time: (seconds: number) => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`),
  attempt: (attempt: number, of: number) => `(${attempt} of ${of}).`,
  /** Short: the remedy is shown if waiting does not help. */
  why(fault: Fault, model: string): string {
    switch (fault) {
      case "rate":
      case "quota":
        return `${model} takes no more requests for the moment.`;
      case "capacity":
        return `${model} is overloaded.`;
      case "unreachable":
        return `${model} could not be reached.`;
      case "silent":
        return `${model} has fallen silent.`;
      case "cut":
        return "The answer broke off.";
      case "malformed-call":
        return `${model} called a tool in a form that can’t be read.`;
      case "empty":
      case "only-thoughts":
        return `${model} gave no answer.`;
      default:
        return `${model} could not answer.`;
    }
  },
} as const;
