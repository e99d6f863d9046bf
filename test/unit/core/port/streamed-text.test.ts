/** Text that grows, read as it does. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createGrowthReader, settled, withDelta, type Growing } from "../../../../src/core/port/streamed-text.js";

const grown = (...deltas: string[]): Growing => deltas.reduce<Growing>(withDelta, { text: "" });

test("the first look gives all of it", () =>
  expect(createGrowthReader().read(grown("one ", "two"))).toEqual({ text: "one two", isOther: true }));

test("a later look gives what was added since, and nothing if nothing was", () => {
  const reader = createGrowthReader();
  const one = grown("one ");
  reader.read(one);
  const three = withDelta(withDelta(one, "two "), "three");
  expect(reader.read(three)).toEqual({ text: "two three", isOther: false });
  expect(reader.read(three)).toEqual({ text: "", isOther: false });
  expect(reader.read(settled(three))).toEqual({ text: "", isOther: false });
});

test("another text altogether is told apart, also when it is longer", () => {
  const reader = createGrowthReader();
  reader.read(grown("one thing"));
  expect(reader.read(grown("another thing, and longer"))).toEqual({ text: "another thing, and longer", isOther: true });
});

test("text from the Log that goes on is growth too", () => {
  const reader = createGrowthReader();
  reader.read({ text: "It was cut" });
  expect(reader.read({ text: "It was cut off." })).toEqual({ text: " off.", isOther: false });
});

test("what has settled keeps its words and all else, and has no chain", () => {
  const block = { kind: "text", model: "m", ...grown("a", "b") };
  expect(settled(block)).toEqual({ kind: "text", model: "m", text: "ab" });
  expect("growth" in settled(block)).toBe(false);
});

test("whenever it is looked at, what was given adds up to the text", () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.boolean())), (deltas) => {
      const reader = createGrowthReader();
      let now: Growing = { text: "" };
      let read = reader.read(now).text;
      for (const [delta, looks] of deltas) {
        now = withDelta(now, delta);
        if (looks) read += reader.read(now).text;
      }
      expect(read + reader.read(settled(now)).text).toBe(now.text);
    }),
  ));
