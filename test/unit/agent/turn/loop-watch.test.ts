/** Circles within one prompt, as a Turn hands them over: batch by batch (D1, D4). */
import { expect, test } from "vitest";
import { createLoopWatch } from "../../../../src/agent/turn/loop-watch.js";

/** Hands over batches of calls, such as "AB", and says what was told of each. */
function watch(...batches: readonly string[]) {
  const loops = createLoopWatch(true, () => Promise.resolve(undefined));
  let id = 0;
  return batches.map((batch) => {
    const calls = [...batch].map((name) => ({ id: `c${id++}`, name, args: {} }));
    const parts = calls.map((call) => ({ functionResponse: { id: call.id, name: call.name, response: {} } }));
    return loops.calls(calls, { content: { role: "user", parts }, notes: [], isRejected: false }, new Map());
  });
}

test("D4: a cycle found in the middle of a batch is told again with the next batch, if it goes on", () => {
  expect(watch("B", "AB", "AB", "AB", "AB", "AB", "AB")).toEqual([
    ...Array<undefined>(5).fill(undefined),
    expect.stringContaining("5 times"),
    expect.stringContaining("6 times"),
  ]);
});

test("D1: a cycle within a batch is told, though the batch ends with something else", () =>
  expect(watch("AAAAAB")).toEqual(["A({}), 5 times with the same result"]));
