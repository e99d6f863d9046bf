/** Lines of a text without copies of them, and what is found in it. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MOST_FOUND, linesIn, placesOf } from "../../../../src/ui/files/text-lines.js";

const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", " ") });

describe("the lines of a text", () => {
  test("have no ends, and a newline at the very end begins none", () => {
    const { count, line } = linesIn("a\r\nb\n");
    expect([count, line(0), line(1)]).toEqual([2, "a", "b"]);
  });
  test("an empty text has one", () => expect(linesIn("").count).toBe(1));
  test("slices that follow each other make up the text", () =>
    fc.assert(
      fc.property(text, fc.nat(9), (whole, at) => {
        const { count, slice } = linesIn(whole);
        return slice(0, at) + slice(at, Math.max(at, count)) === whole;
      }),
    ));
  test("a place is in the line that begins at or before it", () =>
    fc.assert(
      fc.property(text, fc.nat(40), (whole, at) => {
        fc.pre(at < whole.length);
        const { lineAt, start } = linesIn(whole);
        const line = lineAt(at);
        return start(line) <= at && at < start(line + 1);
      }),
    ));
});

describe("find", () => {
  test("takes no notice of case, and signs for themselves", () => {
    expect(placesOf("a.B a.b aXb", "A.b")).toEqual([0, 4]);
    expect(placesOf("[x] (x) x-y", "[x]")).toEqual([0]);
    expect(placesOf("x-y", "-")).toEqual([1]);
  });
  test("finds any words in themselves", () =>
    fc.assert(fc.property(fc.string({ minLength: 1 }), (words) => placesOf(`_${words}`, words).length > 0)));
  test("stops where no one counts any more", () =>
    expect(placesOf("a".repeat(MOST_FOUND + 10), "a")).toHaveLength(MOST_FOUND));
});
