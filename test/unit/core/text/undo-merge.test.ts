/** An edit taken back out of a file that was changed since. One letter is a line. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergedUndo } from "../../../../src/core/text/undo-merge.js";

const lines = (letters: string) => letters.replaceAll(/./g, "$&\n");
const merged = (before: string, after: string, now: string) =>
  mergedUndo({ path: "a.md", before: lines(before), after: lines(after), now: lines(now) });
const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 12 });

describe("an undo of an edit in a file that was changed since", () => {
  test("keeps the later change where it does not touch the edit", () =>
    expect(merged("abcdefg", "aXcdefg", "aXcdefY")).toBe(lines("abcdefY")));
  test("is not made where both touched the same line", () => expect(merged("abc", "aXc", "aYc")).toBeUndefined());
  test("is not made where there was, or is, no file", () => {
    expect(mergedUndo({ path: "a.md", after: "a\n", now: "b\n" })).toBeUndefined();
    expect(mergedUndo({ path: "a.md", before: "a\n", after: "b\n" })).toBeUndefined();
  });
  test("gives the old text if nothing was changed since", () =>
    fc.assert(fc.property(letters, letters, (before, after) => merged(before, after, after) === lines(before))));
  test("gives the text of now if the edit changed nothing", () =>
    fc.assert(fc.property(letters, letters, (before, now) => merged(before, before, now) === lines(now))));
  test("what a long file begins and ends with costs nothing", () => {
    const long = "ab".repeat(5_000);
    expect(merged(`${long}c123${long}`, `${long}X123${long}`, `${long}X12Y${long}`)).toBe(lines(`${long}c12Y${long}`));
  });
  test("is not made where too many lines are alike to find out in time", () => {
    const alike = "a".repeat(1_000);
    expect(merged(`1${alike}b${alike}2`, `1${alike}X${alike}2`, `3${alike}X${alike}4`)).toBeUndefined();
  });
});
