/** The watch over one prompt for loops (D), with the advice that a Model is given. */
import { createRepetitionDetector, describeRepetition, type Repetition } from "../../core/loops/loop-detector.js";
import type { LoopCheck } from "./loop-check.js";
import { loopAdvice } from "../prompts/loop.js";
import type { LoopWatch } from "./run-turn.js";

/** Must be made anew for each prompt: a code fence that was open in an earlier one counts no more. */
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
      // All calls are counted, also after a find: else a cycle that goes on would have to begin anew.
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
