/** Loops of a Model (D1, D2) within one prompt: in its text, and in its calls. */
import { createCallLoopDetector, type CallLoop } from "./call-loop.js";
import { createTextLoopDetector, type TextLoop } from "./text-loop.js";
import type { ToolCall, ToolResult } from "../content.js";

export type Repetition = TextLoop | CallLoop;

export interface RepetitionDetector {
  /** Takes a piece of the Model's text; thoughts are not searched. */
  said(delta: string): Repetition | undefined;
  /** Takes a call with its result, in the order of the calls, and the Tool's whole output if that may be more. Text after it is a new one. */
  did(call: ToolCall, result: ToolResult, given?: string): Repetition | undefined;
  /** Begins a new text, where the Model was warned (D4) or is asked again; a cycle of calls that goes on is found at once. */
  goOn(): void;
  /** Begins a new prompt. */
  reset(): void;
}

export function createRepetitionDetector(): RepetitionDetector {
  const textLoops = createTextLoopDetector();
  const cycles = createCallLoopDetector();
  return {
    said: (delta) => textLoops.push(delta),
    did(call, result, given) {
      textLoops.reset();
      return cycles.push(call, result, given);
    },
    goOn: () => textLoops.reset(),
    reset() {
      textLoops.reset();
      cycles.reset();
    },
  };
}

/** The repetition in words for the Model and the user (D4). */
export function describeRepetition(repetition: Repetition): string {
  if (repetition.kind === "text") return `the text “${shortened(repetition.text.trim())}”, ${repetition.times} times`;
  const calls = repetition.calls.map(({ name, args = {} }) => `${name}(${shortened(JSON.stringify(args))})`);
  return `${calls.join(", then ")}, ${repetition.times} times with the same result`;
}

/** Characters that are enough to recognise a text, and few enough for a dialog. */
const SHOWN = 160;

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text);
