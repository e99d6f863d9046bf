import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createIds } from "../../../src/core/ulid.js";

/** Ids by a clock that says these times in turn, and a coin that always falls the same way. */
function idsAt(times: readonly number[], byte: number) {
  let at = 0;
  return createIds(
    () => times[at++ % times.length]!,
    (count) => new Uint8Array(count).fill(byte),
  );
}

test("L9: ids sort in writing order, even when the clock stands still or is set back", () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2 }), fc.nat(255), (times, byte) => {
      const ids = idsAt(times, byte);
      const made = times.map(() => ids.next());
      expect(made.toSorted()).toEqual(made);
      expect(new Set(made).size).toBe(made.length);
      expect(made.every((id) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true);
    }),
  ));

test("L9: what follows an id sorts after it, though the clock has been set back", () => {
  const old = idsAt([2_000], 255).next();
  const ids = idsAt([1_000], 0);
  ids.follow(old);
  expect(ids.next() > old).toBe(true);
});
