import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzyScore, rankFuzzy } from "../../../../src/core/search/fuzzy.js";

const ranked = (query: string, ...texts: string[]) => rankFuzzy(query, texts, (text) => text);

test("R1: letters match in their order, whatever lies between and whatever the case", () => {
  expect(ranked("CMP", "compress", "chat", "policies")).toEqual(["compress"]);
  expect(ranked("pm", "compress")).toEqual([]);
});

test("R2: the whole text beats its beginning, which beats a word in it, which beats scattered letters", () =>
  expect(ranked("re", "sure", "core/re", "rewind", "re", "r-x-e")).toEqual([
    "re",
    "rewind",
    "core/re",
    "sure",
    "r-x-e",
  ]));

test("R3: what matches equally well stays in its order, and nothing typed leaves everything", () => {
  expect(ranked("a", "ab", "ac")).toEqual(["ab", "ac"]);
  expect(ranked("", "b", "a")).toEqual(["b", "a"]);
});

test("R1: a text matches exactly the queries that are made by leaving letters out of it", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "b", "c", "-") }),
      fc.infiniteStream(fc.boolean()),
      (text, keep) => {
        const query = [...text].filter(() => keep.next().value).join("");
        expect(fuzzyScore(query, text)).toBeDefined();
        expect(fuzzyScore(`${text}a`, text)).toBeUndefined();
      },
    ),
  );
});
