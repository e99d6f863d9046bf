/** Watches one prompt for circles (D), and has the words for them. */
import { createRepetitionDetector, describeRepetition, type Repetition } from "../../core/loops/loop-detector.js";
import type { LoopCheck } from "./loop-check.js";
import { loopAdvice } from "../prompts/loop.js";
import type { LoopWatch } from "./run-turn.js";

/** A new one for each prompt: what was open in an earlier one, a code fence say, counts no more. */
export function createLoopWatch(isOn: boolean, check: LoopCheck): LoopWatch {
  const detector = createRepetitionDetector();
  const told = (found: Repetition | undefined) => {
    if (!found || !isOn) return undefined;
    detector.goOn();
    return describeRepetition(found);
  };
  return {
    listen() {
      detector.goOn();
      return (delta) => told(detector.said(delta));
    },
    calls(calls, { content }, given) {
      let found: Repetition | undefined;
      // All of them, also after a find: else a cycle that goes on would have to begin anew.
      for (const [at, call] of calls.entries()) {
        const result = content.parts[at]?.functionResponse;
        if (result) found = detector.did(call, result, given.get(call.id)) ?? found;
      }
      return told(found);
    },
    long: (steps, contents, signal) => (isOn ? check(steps, contents, signal) : Promise.resolve(undefined)),
    advice: loopAdvice,
  };
}
