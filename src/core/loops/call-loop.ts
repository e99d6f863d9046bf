/**
 * Cycles of Tool calls (D1): the same one to five calls, five times over, with nothing new to show for it.
 *
 * R1 Two calls are the same if name, arguments and result are; the order of keys means nothing, ids neither, nor the address
 *    of a kept output, which has an id in it.
 * R2 A cycle of n calls is found when the last 5 × n calls are the last n, five times. The shortest one is told.
 * R3 The same call with a new result is progress: it begins anew. The result is what the Tool gave: what the Model is shown of
 *    it hangs on the room that is left, and a summary is worded anew each time.
 *
 * To see R2 it is enough to know the last five calls: a cycle of n has come round five times when, 4 × n times in a row,
 * a call was the same as the one n before it.
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
   * Takes a call once its result is there, in the order of the calls. As long as the cycle goes on, each further call
   * is answered with it; so after a first warning the very next one tells. `given`: the Tool's whole output, where the
   * result may show less of it.
   */
  push(call: ToolCall, result: ToolResult, given?: string): CallLoop | undefined;
  /** A new prompt. */
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
  // The key of a response tells an output from a failure.
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
