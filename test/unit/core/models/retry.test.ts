import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelFailure } from "../../../../src/core/errors.js";
import { retryAfter } from "../../../../src/core/models/retry.js";

const delays = (failure: ModelFailure, chance = 0.5) => {
  const found: number[] = [];
  for (let attempt = 1, retry = retryAfter(failure, 1, chance); retry; retry = retryAfter(failure, ++attempt, chance))
    found.push(retry.delay);
  return found;
};

test("R3 R4: a broken server is asked ten times, each time later, at most 30 s", () =>
  expect(delays({ kind: "server" })).toEqual([5000, 10_000, 20_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000]));
test("R4: an overloaded model is asked three times", () => expect(delays({ kind: "capacity" })).toHaveLength(2));
test("R2: a server's own delay is kept where it is longer than ours", () =>
  expect(delays({ kind: "rate", retryAfter: 7000 }, 0).slice(0, 3)).toEqual([7000, 10_000, 20_000]));
test("R2: one that asks for next to nothing, time and again, does not use up all attempts at once", () => {
  for (const asked of [0, 853]) {
    const waits = delays({ kind: "rate", retryAfter: asked }, 0);
    expect(waits.slice(0, 4)).toEqual([5000, 10_000, 20_000, 30_000]);
  }
});
test("R2: a quota for each minute passes within one, if nothing else is said", () => {
  expect(delays({ kind: "rate", quota: "minute" }, 0)[0]).toBe(60_000);
  expect(delays({ kind: "rate", quota: "minute", retryAfter: 20_000 }, 0)[0]).toBe(20_000);
});
test("R2: and up to a fifth more, never less", () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (asked, chance) => {
      const { delay } = retryAfter({ kind: "rate", retryAfter: asked }, 1, chance)!;
      expect(delay).toBeGreaterThanOrEqual(asked);
      expect(delay).toBeLessThanOrEqual(Math.max(asked, 5000) * 1.2 + 1);
    }),
  ));
test.each<ModelFailure>([
  { kind: "key" },
  { kind: "refused" },
  { kind: "forbidden" },
  { kind: "no-model" },
  { kind: "overflow" },
  { kind: "quota", quota: "day" },
  { kind: "quota", quota: "none" },
  { kind: "rate", retryAfter: 301_000 },
])("R1: waiting does not help against %o", (failure) => expect(delays(failure)).toEqual([]));
