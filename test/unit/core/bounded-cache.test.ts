import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createBoundedCache } from "../../../src/core/bounded-cache.js";

test("T6 the least recently used goes first", () => {
  const cache = createBoundedCache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});

test("T6 what is larger than all that may be kept is not kept, and drives nothing out", () => {
  const cache = createBoundedCache<string>(10, (text) => text.length);
  cache.set("a", "1234");
  cache.set("b", "12345678901");
  expect([cache.get("a"), cache.get("b"), cache.size]).toEqual(["1234", undefined, 4]);
});

test("T6 never holds more than it may, and what it holds is what was set last", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.nat(9), fc.boolean())), (steps) => {
      const cache = createBoundedCache<number>(12, (value) => value);
      const set = new Map<string, number>();
      for (const [key, value, isDeleted] of steps) {
        if (isDeleted) cache.delete(key);
        else cache.set(key, value);
        set.set(key, isDeleted ? -1 : value);
        expect(cache.size).toBeLessThanOrEqual(12);
        const kept = [...set].flatMap(([known, last]) => (cache.get(known) === undefined ? [] : [last]));
        for (const [known, last] of set) expect([undefined, last]).toContain(cache.get(known));
        expect(kept.reduce((sum, size) => sum + size, 0)).toBe(cache.size);
      }
    }),
  );
});
