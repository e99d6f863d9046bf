import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cutColumns, findSplitPoint, type CutWeight } from "../../../../src/core/compression/split.js";
import type { Weighed } from "../../../../src/core/tokens/content-weight.js";
import { weighed, weighedAs } from "../../../support/histories.js";

const cutOf = (history: readonly CutWeight[], fraction: number) => findSplitPoint(cutColumns(history), fraction);
const split = (history: string, fraction: number) => cutOf(weighed(history), fraction);

test("R1 cuts before the first words of a user past the fraction", () =>
  expect(split("u10 m10 u10 m10 u10 m10", 0.5)).toBe(4));
test("R1 cuts where exactly the fraction is before it", () => expect(split("u10 m10 u10 m10", 0.5)).toBe(2));
test("R1 a huge last message is kept alone if enough is before it", () =>
  expect(split("u70 m70 u10 m10 u60", 0.7)).toBe(4));
test("R1 R4 never parts a result from its call", () => expect(split("u10 m10 u10 c10 r90 m10 u10 m10", 0.5)).toBe(6));
test("R2 takes all of a History that a Model's words end", () => expect(split("u10 m90", 0.5)).toBe(2));
test("R2 takes all of a long run once the Model has ended it", () => expect(split("u10 c10 r90 m10", 0.7)).toBe(4));
test("R5 nothing to cut while the only call is open", () => expect(split("u10 c90", 0.5)).toBe(0));
test("R5 nothing to cut in a single message", () => expect(split("u10", 0.5)).toBe(0));
test("R5 nothing to cut in an empty History", () => expect(split("", 0.5)).toBe(0));
test("R3 one prompt and a long run of calls is cut at the exchange nearest to the fraction", () =>
  expect(split("u10 c10 r10 c10 r10 c10 r10 c10 r10 c10", 0.7)).toBe(7));
test("R3 the exchange may lie before the fraction", () => expect(split("u10 c10 r10 c10 r10 c10 r100", 0.7)).toBe(5));
test("R3 of two exchanges as near the later is taken", () => expect(split("u10 c10 r10 c10 r10 c10 r40", 0.4)).toBe(5));
test("R3 the last start of a Turn is taken if it is nearer than any exchange", () =>
  expect(split("u60 m20 u10 c10 r90 c10", 0.5)).toBe(2));
test("R3 results that came last are kept with their call", () => expect(split("u10 c10 r500", 0.7)).toBe(0));
test("R3 an exchange is better than nothing, however far", () => expect(split("u1 c1 r97 c1", 0.1)).toBe(3));
test("R3 results that came one by one are one exchange", () => expect(split("u10 c10 r40 r40 c10", 0.3)).toBe(4));
test("R4 a start between a call and its late result is no cut", () =>
  expect(split("u10 c50 u10 r10 c10", 0.5)).toBe(4));
test("R4 a start after a call that never got a result is one", () => expect(split("u10 c50 u10 m10", 0.5)).toBe(2));

test.each([0, 1, -1, 2, NaN])("a fraction of %s is refused", (fraction) =>
  expect(() => split("u1 m1", fraction)).toThrow(RangeError),
);

const anyHistory = fc
  .array(fc.tuple(fc.constantFrom("u", "m", "c", "r"), fc.nat(100)), { maxLength: 40 })
  .map((words) => words.map(([kind, tokens]) => weighedAs(kind as "u", tokens)));
const anyFraction = fc.double({ min: 0.01, max: 0.99, noNaN: true });

test("R1 R2 agrees with the plain walk of the rule wherever a start or the end is the answer", () => {
  fc.assert(
    fc.property(anyPairedHistory(), anyFraction, (history, fraction) => {
      const cut = cutOf(history, fraction);
      const walked = walk(history, fraction);
      if (walked !== undefined) expect(cut).toBe(walked);
    }),
  );
});

test("R4 no cut parts a call from a result that follows it in the same run of a user's turns", () => {
  fc.assert(
    fc.property(anyHistory, anyFraction, (history, fraction) => {
      const cut = cutOf(history, fraction);
      expect(cut).toBeGreaterThanOrEqual(0);
      expect(cut).toBeLessThanOrEqual(history.length);
      const call = history.slice(0, cut).findLastIndex((content) => content.hasCall || content.endsTurn);
      if (cut === 0 || cut === history.length || !history[call]?.hasCall) return;
      const next = history.findIndex((content, at) => at > call && (content.hasCall || content.endsTurn));
      const late = history.slice(cut, next < 0 ? history.length : next);
      expect(late.some((content) => content.hasResult)).toBe(false);
    }),
  );
});

test("the first of its Contents are cut as a History of these alone", () => {
  fc.assert(
    fc.property(anyHistory, anyFraction, (history, fraction) => {
      const columns = cutColumns(history);
      for (let end = 0; end <= history.length; end++)
        expect(findSplitPoint(columns, fraction, { end })).toBe(cutOf(history.slice(0, end), fraction));
    }),
  );
});

/** Histories as they are curated: results right after calls, roles in turn. */
function anyPairedHistory() {
  const step = fc.constantFrom("u m", "u c r m", "u c r c r m", "u c r c r c r m");
  return fc
    .tuple(
      fc.array(step, { maxLength: 8 }),
      fc.constantFrom("", "u", "u c", "u c r", "u c r c"),
      fc.infiniteStream(fc.nat(100)),
    )
    .map(([steps, end, tokens]) =>
      [...steps, end]
        .join(" ")
        .split(" ")
        .filter(Boolean)
        .map((kind) => weighedAs(kind as "u", tokens.next().value as number)),
    );
}

/** R1 and R2 as they are said, from the first Content to the last. */
function walk(history: readonly Weighed[], fraction: number): number | undefined {
  const target = fraction * history.reduce((sum, { tokens }) => sum + tokens, 0);
  let before = 0;
  for (const [at, content] of history.entries()) {
    if (content.startsTurn && before >= target) return at;
    before += content.tokens;
  }
  return history.at(-1)?.endsTurn ? history.length : undefined;
}
