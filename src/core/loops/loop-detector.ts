/** Loops of a Model (D1, D2): one eye on what it says, one on what it does, for the length of one prompt. */
import { createCallLoopDetector, type CallLoop } from "./call-loop.js";
import { createTextLoopDetector, type TextLoop } from "./text-loop.js";
import type { ToolCall, ToolResult } from "../content.js";

export type Repetition = TextLoop | CallLoop;

export interface RepetitionDetector {
  /** Takes a piece of the Model's text; thoughts are not searched. */
  said(delta: string): Repetition | undefined;
  /** Takes a call with its result, in the order of the calls, and what the Tool gave if that may be more. What is said after it is a new text. */
  did(call: ToolCall, result: ToolResult, given?: string): Repetition | undefined;
  /** The Model was warned and goes on (D4), or is asked again: its text begins anew, a cycle of calls that goes on is told at once. */
  goOn(): void;
  /** A new prompt. */
  reset(): void;
}

export function createRepetitionDetector(): RepetitionDetector {
  const chants = createTextLoopDetector();
  const cycles = createCallLoopDetector();
  return {
    said: (delta) => chants.push(delta),
    did(call, result, given) {
      chants.reset();
      return cycles.push(call, result, given);
    },
    goOn: () => chants.reset(),
    reset() {
      chants.reset();
      cycles.reset();
    },
  };
}

/** What is repeated, in words that Model and user can read (D4). */
export function describeRepetition(repetition: Repetition): string {
  if (repetition.kind === "chant") return `the text “${shortened(repetition.text.trim())}”, ${repetition.times} times`;
  const calls = repetition.calls.map(({ name, args = {} }) => `${name}(${shortened(JSON.stringify(args))})`);
  return `${calls.join(", then ")}, ${repetition.times} times with the same result`;
}

/** Enough to recognise it, little enough for a dialog. */
const SHOWN = 160;

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text);
