import * as fc from "fast-check";
import { expect, test } from "vitest";
import { treemap } from "../../../../src/ui/context/treemap.js";

const sizes = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 60 });

test("R1: areas are in proportion, nothing overlaps, and the whole is filled", () =>
  fc.assert(
    fc.property(sizes, (given) => {
      const rects = treemap(given, 320, 240);
      const total = given.reduce((sum, size) => sum + size, 0);
      for (const [at, { x, y, width, height }] of rects.entries()) {
        expect(width * height).toBeCloseTo((given[at]! / total) * 320 * 240, 3);
        expect(x + width).toBeLessThanOrEqual(320 + 1e-6);
        expect(y + height).toBeLessThanOrEqual(240 + 1e-6);
      }
      const rows = new Map<number, number>();
      for (const { y, width } of rects) rows.set(y, (rows.get(y) ?? 0) + width);
      for (const width of rows.values()) expect(width).toBeCloseTo(320, 6);
    }),
    { numRuns: 200 },
  ));

test("R2: four of a size make two rows of two, in their order", () =>
  expect(treemap([1, 1, 1, 1], 100, 100).map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [50, 0],
    [0, 50],
    [50, 50],
  ]));

test("what weighs nothing has no place", () => expect(treemap([0, 0], 10, 10)[1]!.width).toBe(0));
