import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { planSave, readIndexFile } from "../../../../src/core/search/search-format.js";
import { createSearchIndex } from "../../../../src/core/search/search-index.js";
import { said } from "../../../support/entries.js";

function sample() {
  const index = createSearchIndex();
  index.put(Array.from({ length: 40 }, (_, at) => said(`m${at}`, `message ${at} about ports and configuration`)));
  return index;
}
const damaged = expect.objectContaining({ name: "DamagedDataError" });
const written = (bytes: Uint8Array, { at, bytes: more, end }: ReturnType<typeof planSave>) => {
  const grown = new Uint8Array(end);
  grown.set(bytes.subarray(0, at));
  grown.set(more, at);
  return grown;
};

test("an empty file is no index, and no damage", () => expect(readIndexFile(new Uint8Array())).toBeUndefined());

test("R3: any changed byte is noticed, or changes nothing", () => {
  const index = sample();
  const { bytes } = planSave(index.parts(), { log: "40" }, undefined);
  const before = JSON.stringify(index.search({ text: "port 7" }));
  assert(
    property(integer({ min: 0, max: bytes.length - 1 }), integer({ min: 1, max: 255 }), (at, change) => {
      const hurt = bytes.slice();
      hurt[at]! ^= change;
      let loaded;
      try {
        loaded = readIndexFile(hurt);
      } catch (error) {
        expect(error).toEqual(damaged);
        return;
      }
      expect(loaded!.marks).toEqual({ log: "40" });
      expect(JSON.stringify(createSearchIndex(loaded!.parts).search({ text: "port 7" }))).toBe(before);
    }),
    { numRuns: 400, examples: [[19, 128]] }, // a length with its highest bit set
  );
});

test("R1: a save torn anywhere leaves the one before it", () => {
  const index = sample();
  const first = planSave(index.parts(), { log: "40" }, undefined);
  index.put([said("late", "a late word")]);
  const second = planSave(index.parts(), { log: "41" }, first.saved);
  const whole = written(first.bytes, second);
  expect(readIndexFile(whole.slice())!.marks).toEqual({ log: "41" });
  for (let end = first.end; end < second.end; end += 7) {
    expect(readIndexFile(whole.slice(0, end))!.marks, `torn at ${end}`).toEqual({ log: "40" });
  }
});

test("R1: a save writes what is new, not what is known", () => {
  const index = createSearchIndex();
  index.put(Array.from({ length: 500 }, (_, at) => said(`m${at}`, `message ${at} about ports and configuration`)));
  const first = planSave(index.parts(), {}, undefined);
  index.put([said("late", "a late word")]);
  const second = planSave(index.parts(), {}, first.saved);
  expect(second.at).toBe(first.end);
  expect(second.bytes.length).toBeLessThan(first.bytes.length / 20);
});

test("R2: a file mostly of no use is written anew", () => {
  const index = sample();
  let saved = planSave(index.parts(), {}, undefined).saved;
  let rewritten = 0;
  for (let round = 0; round < 400; round++) {
    index.put(Array.from({ length: 40 }, (_, at) => said(`m${at}`, `message ${at} of round ${round}`)));
    const save = planSave(index.parts(), {}, saved);
    if (save.at === 0) rewritten++;
    saved = save.saved;
  }
  expect(rewritten).toBeGreaterThan(3);
  expect(saved.end).toBeLessThan(150_000);
});

test("R3: another version's index is built again", () => {
  const { bytes } = planSave(sample().parts(), {}, undefined);
  bytes[8] = 99;
  expect(() => readIndexFile(bytes)).toThrow(damaged);
});
