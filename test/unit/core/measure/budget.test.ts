import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  findOverflow,
  isCompressionDue,
  remainingIn,
  reserveFor,
  roomIn,
} from "../../../../src/core/measure/budget.js";

const room = (limit: number, rest: number, reserve = 0) => ({ limit, rest, reserve });

describe("O1 whether what is pending overflows", () => {
  test("up to 0.95 of what remains it does not", () => expect(findOverflow(855, room(1_000, 100))).toBeUndefined());
  test("beyond it does, and both figures are told", () =>
    expect(findOverflow(856, room(1_000, 100))).toEqual({ estimated: 856, remaining: 900 }));
  test("the answer's reserve does not remain", () => expect(remainingIn(room(1_000, 100, 200))).toBe(700));
  test("in an over-full context everything overflows", () =>
    expect(findOverflow(1, room(1_000, 1_200))).toEqual({ estimated: 1, remaining: -200 }));
  test("there is never room below zero", () => expect(roomIn(room(1_000, 1_200))).toBe(0));
  test("what fits the room never overflows", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.nat(2_000_000), fc.nat(70_000), (limit, rest, reserve) => {
        const inside = room(limit, rest, reserve);
        if (roomIn(inside) > 0) expect(findOverflow(roomIn(inside), inside)).toBeUndefined();
        expect(findOverflow(roomIn(inside) + 1, inside)).toBeDefined();
      }),
    );
  });
  test("the reserve is what the request allows the answer, and an eighth of a small window at most", () =>
    expect([reserveFor(1_048_576), reserveFor(1_048_576, 1_000), reserveFor(8_192)]).toEqual([8_192, 1_000, 1_024]));
});

describe("C1 whether a compression is due", () => {
  const due = (used: number, afterLast?: number, threshold?: number | "ask" | "off") =>
    isCompressionDue({ used, limit: 1_000, ...(afterLast !== undefined && { afterLast }) }, threshold);

  test("at the threshold it is", () => expect([due(499), due(500)]).toEqual([false, true]));
  test("the threshold may be set", () =>
    expect([due(799, undefined, 0.8), due(800, undefined, 0.8)]).toEqual([false, true]));
  test("not again until it has grown by a tenth of the limit", () =>
    expect([due(649, 550), due(650, 550)]).toEqual([false, true]));
  test("`off` never, `ask` at the default", () =>
    expect([due(2_000, undefined, "off"), due(500, undefined, "ask")]).toEqual([false, true]));
});
