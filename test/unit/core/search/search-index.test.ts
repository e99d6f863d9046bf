import { array, assert, constantFrom, oneof, property, record, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import type { SearchEntry, SearchQuery } from "../../../../src/core/search/search.js";
import { planSave, readIndexFile } from "../../../../src/core/search/search-format.js";
import { createSearchIndex, type SearchIndex } from "../../../../src/core/search/search-index.js";
import { runsOf, wordsOfRun } from "../../../../src/core/search/search-words.js";
import { anyEntry, anyText, anyWord, file, said } from "../../../support/entries.js";

const indexOf = (entries: readonly SearchEntry[]): SearchIndex => {
  const index = createSearchIndex();
  index.put(entries);
  return index;
};
const keysFor = (index: SearchIndex, query: string | SearchQuery) =>
  index.search(typeof query === "string" ? { text: query } : query).map(({ key }) => key);

/** Every question that the tests know, so that two indexes can be compared by their answers. */
const answersOf = (index: SearchIndex, words: readonly string[]) =>
  [...words, "port", "set port", "where is the port set?", "端口", "po", "prot"].flatMap((text) => [
    index.search({ text }),
    index.search({ text, prefix: true, groups: ["file", "session"], recency: { now: 3, halfLife: 1, weight: 0.5 } }),
  ]);

type Change =
  { readonly put: readonly SearchEntry[] } | { readonly remove: readonly string[] } | { readonly search: true };
const anyChange = oneof(
  record({ put: array(anyEntry, { maxLength: 4 }) }),
  record({
    remove: array(
      anyEntry.map(({ key }) => key),
      { maxLength: 2 },
    ),
  }),
  record({ search: constantFrom(true as const) }), // answers seal what is new: more segments, more merges
);

function apply(index: SearchIndex, changes: readonly Change[]): Map<string, SearchEntry> {
  const expected = new Map<string, SearchEntry>();
  for (const change of changes) {
    if ("put" in change) {
      index.put(change.put);
      for (const entry of change.put) expected.set(entry.key, entry);
    } else if ("remove" in change) {
      index.remove(change.remove);
      for (const key of change.remove) expected.delete(key);
    } else index.search({ text: "port" });
  }
  return expected;
}

test("R1: whatever was put, replaced and removed, in whatever pieces, answers are those of an index built afresh", () =>
  assert(
    property(array(anyChange, { maxLength: 12 }), array(anyWord, { maxLength: 3 }), (changes, words) => {
      const index = createSearchIndex();
      const expected = apply(index, changes);
      expect(index.count).toBe(expected.size);
      expect(answersOf(index, words)).toEqual(answersOf(indexOf([...expected.values()]), words));
    }),
    { numRuns: 50 },
  ));

test("R1: removing what was added gives the earlier answers back", () =>
  assert(
    property(
      uniqueArray(anyEntry, { selector: ({ key }) => key, maxLength: 5 }),
      array(anyEntry, { maxLength: 4 }),
      (entries, more) => {
        const index = indexOf(entries);
        const before = answersOf(index, []);
        const added = more.map((entry) => ({ ...entry, key: `more/${entry.key}` }));
        index.put(added);
        index.search({ text: "port" });
        index.remove(added.map(({ key }) => key));
        expect(answersOf(index, [])).toEqual(before);
      },
    ),
    { numRuns: 50 },
  ));

test("saved and loaded, an index gives the same answers, also after more saves into the same file", () =>
  assert(
    property(array(array(anyChange, { maxLength: 4 }), { minLength: 1, maxLength: 4 }), (rounds) => {
      const index = createSearchIndex();
      let bytes = new Uint8Array();
      let saved: ReturnType<typeof planSave>["saved"] | undefined;
      for (const [round, changes] of rounds.entries()) {
        apply(index, changes);
        const save = planSave(index.parts(), { round: String(round) }, saved);
        const grown = new Uint8Array(save.end);
        grown.set(bytes.subarray(0, save.at));
        grown.set(save.bytes, save.at);
        bytes = grown;
        saved = save.saved;
      }
      const loaded = readIndexFile(bytes.slice())!;
      expect(loaded.marks).toEqual({ round: String(rounds.length - 1) });
      const again = createSearchIndex(loaded.parts);
      expect(answersOf(again, [])).toEqual(answersOf(index, []));
      again.put([said("new", "port")]);
      index.put([said("new", "port")]);
      expect(answersOf(again, [])).toEqual(answersOf(index, []));
    }),
    { numRuns: 50 },
  ));

test("any script: every word of a text finds it, in small letters too, and by its beginning", () =>
  assert(
    property(anyText, anyText, (text, other) => {
      const index = indexOf([said("it", text), said("other", other)]);
      for (const run of runsOf(text).slice(0, 8)) {
        const { pieces, whole } = wordsOfRun(run);
        if (pieces.length === 0 && whole === undefined) continue;
        expect(keysFor(index, run), run).toContain("it");
        expect(keysFor(index, run.toLowerCase()), run).toContain("it");
        expect(keysFor(index, { text: run, prefix: true }), run).toContain("it");
      }
    }),
    { numRuns: 50 },
  ));

test("a single character of a script without spaces is found wherever it stands", () => {
  const index = indexOf([said("start", "港口"), said("end", "出港"), said("middle", "入港口"), said("none", "端口")]);
  expect(keysFor(index, "港").toSorted()).toEqual(["end", "middle", "start"]);
});

test("a hit leads to the lines of its passage", () => {
  const lines = Array.from({ length: 200 }, (_, at) =>
    at === 149 ? "const port = 8080;" : `const line${at} = "filling";`,
  );
  const [hit] = indexOf([file("src/app.ts", lines.join("\n"))]).search({ text: "port" });
  const [passage] = hit!.passages;
  expect(passage!.fromLine).toBeLessThanOrEqual(150);
  expect(passage!.toLine).toBeGreaterThanOrEqual(150);
  expect(passage!.toLine - passage!.fromLine).toBeLessThan(40);
});

test("passages follow each other without gap or overlap, and long lines are cut within themselves", () => {
  const text = [
    ...Array.from({ length: 90 }, (_, at) => `word${at} `.repeat(5)),
    "needle ".repeat(2000),
    "last hay",
  ].join("\n");
  const { segment } = indexOf([file("a.txt", text)]).parts()[0]!;
  let next = 1;
  for (let at = 0; at < segment.passages; at++) {
    const from = segment.fromLines[at]!;
    expect([next, next - 1]).toContain(from); // the long line is 91 several times over
    next = from + segment.lineCounts[at]!;
  }
  expect(next).toBe(93);
});

test("a hit tells of each telling word how it was found: whole, by what is like it, or not", () => {
  const index = indexOf([
    said("a", "the ports of minChunkSize are configured, kaleidoscopes included"),
    said("b", "a chunk of bytes"),
    said("c", "nothing of it"),
  ]);
  const found = (text: string, key = "a") =>
    index
      .search({ text })
      .find((hit) => hit.key === key)!
      .words.map(({ word, found: how, isName, entries }) => `${word} ${isName ? "name " : ""}${how} ${entries}`);
  expect(found("Which Port?")).toEqual(["Port whole 1"]);
  expect(found("MIN_CHUNK_SIZE port")).toEqual(["MIN_CHUNK_SIZE name whole 1", "port whole 1"]);
  expect(found("minChunkSize bytes", "b")).toEqual(["minChunkSize name alike 1", "bytes whole 1"]);
  expect(found("kaleidescopes config zebra")).toEqual(["kaleidescopes alike 0", "config alike 0", "zebra not 0"]);
});

test("the shares of the words of a question make one, rare ones having more", () => {
  const index = indexOf([said("a", "port deadline"), said("b", "port"), said("c", "port")]);
  const [hit] = index.search({ text: "port deadline" });
  const [port, deadline] = hit!.words;
  expect(port!.share + deadline!.share).toBeCloseTo(1);
  expect(deadline!.share).toBeGreaterThan(port!.share);
});

test("groups narrow, the limit cuts, recency raises what is new", () => {
  const entries = [
    said("old", "the port is 80", 0),
    said("new", "the port is 90", 1_000),
    file("f.md", "the port is 70", 0),
  ];
  const index = indexOf(entries);
  expect(keysFor(index, { text: "port", groups: ["file"] })).toEqual(["f.md"]);
  expect(index.search({ text: "port", limit: 2 })).toHaveLength(2);
  const recency = { now: 1_000, halfLife: 100, weight: 0.5 };
  expect(keysFor(index, { text: "port", groups: ["session"], recency })).toEqual(["new", "old"]);
});

test("R2: adding one at a time leaves few segments, and nothing is sealed that nobody asks for", () => {
  const index = createSearchIndex();
  for (let at = 0; at < 300; at++) {
    index.put([said(`m${at}`, `message number ${at} about the port`)]);
    if (at % 3 === 0) index.search({ text: "port" });
  }
  expect(index.parts().length).toBeLessThanOrEqual(Math.ceil(Math.log2(300)) + 1);
  expect(index.search({ text: "299" })[0]!.key).toBe("m299");
});

test("R3: what was removed gives its bytes back", () => {
  const index = indexOf(Array.from({ length: 200 }, (_, at) => said(`m${at}`, `word${at} and word${at + 1}`)));
  index.parts();
  const before = index.bytes;
  index.remove(Array.from({ length: 150 }, (_, at) => `m${at}`));
  index.parts();
  expect(index.bytes).toBeLessThan(before / 2);
  index.remove([...index.keys()]);
  expect(index.parts()).toEqual([]);
});

test("a question without a word finds nothing, and so does an empty index", () => {
  expect(indexOf([said("a", "port")]).search({ text: " ?! " })).toEqual([]);
  expect(createSearchIndex().search({ text: "port" })).toEqual([]);
});

test("within a beginning of keys only those are found, whatever follows it", () => {
  const index = indexOf([said("s1/a", "tide"), said("s10/b", "tide"), said("s2/c", "tide")]);
  index.remove(["s2/c"]);
  const keys = (within: string) => index.search({ text: "tide", within }).map(({ key }) => key);
  expect(keys("s1/")).toEqual(["s1/a"]);
  expect(keys("s1").toSorted()).toEqual(["s1/a", "s10/b"]);
  expect(keys("s2/")).toEqual([]);
  expect(keys("s1/a/longer")).toEqual([]);
});

test("neighbours of a key are those next to it in order, of its group and beginning", () => {
  const index = indexOf([
    said("s/3", "three"),
    said("s/1", "one"),
    { ...said("s/2", "a tool's"), group: "output" },
    said("t/2", "elsewhere"),
    said("s/5/x", "below"),
  ]);
  expect(index.neighbours("s/3")).toEqual({ before: "s/1" });
  index.search({ text: "one" }); // sealed or not, the same
  index.put([said("s/4", "four")]);
  expect(index.neighbours("s/3")).toEqual({ before: "s/1", after: "s/4" });
  expect(index.neighbours("t/2")).toEqual({});
});
