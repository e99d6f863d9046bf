/**
 * Cycles of Tool calls (D1): the same one to five calls, five times over, with the same results.
 *
 * R1 Two calls are the same if name, arguments and result are; the order of keys does not count, nor do ids, nor the address of a stored
 *    output, which has an id in it.
 * R2 A cycle of n calls is found when the last 5 × n calls are the last n, five times. The shortest one is reported.
 * R3 The same call with a new result is progress: the count begins anew. The result is the Tool's whole output: the part that the Model is
 *    shown depends on the room that is left, and a summary has other words each time.
 *
 * The last five calls are enough for R2: a cycle of n has come round five times when, 4 × n times in a row, a call was the same as the one
 * n before it.
 */
import type { ToolCall, ToolResult } from "../content.js";
import { outputAddress } from "../text/truncate.js";

export interface CallLoop {
  readonly kind: "cycle";
  /** The calls that come round, in their order. */
  readonly calls: readonly ToolCall[];
  readonly times: number;
}

export interface CallLoopDetector {
  /**
   * Takes a call with its result, in the order of the calls. As long as the cycle goes on, each further call returns it, also right after a
   * warning. `given`: the Tool's whole output, where the result may show less of it.
   */
  push(call: ToolCall, result: ToolResult, given?: string): CallLoop | undefined;
  /** Begins a new prompt. */
  reset(): void;
}

const LONGEST = 5;
const TIMES = 5;

export function createCallLoopDetector(): CallLoopDetector {
  let last: { readonly call: ToolCall; readonly key: string }[] = []; // newest first, at most LONGEST
  let streaks = noStreaks();

  return {
    push(call, result, given) {
      const key = keyOf(call, result, given);
      streaks = streaks.map((streak, index) => (last[index]?.key === key ? streak + 1 : 0));
      last = [{ call, key }, ...last.slice(0, LONGEST - 1)];
      const index = streaks.findIndex((streak, index) => streak >= (index + 1) * (TIMES - 1));
      if (index < 0) return undefined;
      const length = index + 1;
      return {
        kind: "cycle",
        calls: last
          .slice(0, length)
          .map(({ call }) => call)
          .toReversed(),
        times: Math.floor(streaks[index]! / length) + 1,
      };
    },
    reset() {
      last = [];
      streaks = noStreaks();
    },
  };
}

/** For each length of a cycle, from 1 on: how many calls in a row were the same as the one that length before. */
const noStreaks = (): number[] => Array.from({ length: LONGEST }, () => 0);

const keyOf = ({ name, args = {} }: ToolCall, { response = {}, parts = [] }: ToolResult, given?: string): string =>
  // The key of a response shows whether it is an output or a failure.
  canonical([name, args, given === undefined ? response : [Object.keys(response), given], parts]).replaceAll(
    ADDRESS,
    outputAddress(""),
  );

const ADDRESS = new RegExp(String.raw`${outputAddress("")}[\w.-]+`, "g");

/** JSON with the keys of every object in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
