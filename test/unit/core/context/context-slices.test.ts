import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Content } from "../../../../src/core/content.js";
import { slicesOf } from "../../../../src/core/context/context-slices.js";

const said = (length: number): Content => ({ role: "user", parts: [{ text: "x".repeat(length) }] });
/** Texts by their lengths; around each stand the 17 characters of "role", "user", "parts" and "text". */
const slices = (lengths: readonly number[], characters: number) =>
  [...slicesOf(lengths.map(said), characters)].map((slice) => slice.map(({ parts }) => parts[0]!.text!.length));

test("contents go together as long as they fit", () =>
  expect(slices([10, 10, 10, 10], 60)).toEqual([
    [10, 10],
    [10, 10],
  ]));
test("a content that is longer than a slice is one of its own", () =>
  expect(slices([10, 500, 10], 60)).toEqual([[10], [500], [10]]));
test("an empty context has no slices", () => expect(slices([], 60)).toEqual([]));

test("slices joined are the context, and none is empty", () =>
  fc.assert(
    fc.property(fc.array(fc.nat(200)), fc.integer({ min: 1, max: 500 }), (lengths, characters) => {
      const all = slices(lengths, characters);
      expect(all.flat()).toEqual(lengths);
      expect(all.every((slice) => slice.length > 0)).toBe(true);
    }),
  ));
