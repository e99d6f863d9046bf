/** What test/corpus/memory-facts promises of itself, before any comparison of facts is judged by it (M8). */
import { expect, test } from "vitest";
import { factPairs } from "../../corpus/memory-facts/facts.js";
import { languages, meansOf, relations, type FactPair } from "../../corpus/memory-facts/types.js";

const wordsOf = (text: string) =>
  new Set(
    Array.from(new Intl.Segmenter("und", { granularity: "word" }).segment(text.toLowerCase())).flatMap(
      ({ segment, isWordLike }) => (isWordLike ? [segment] : []),
    ),
  );

/** The share of words that two facts have in common, 0 to 1: what a naive comparison would go by. */
function overlap({ a, b }: FactPair): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  return [...left].filter((word) => right.has(word)).length / new Set([...left, ...right]).size;
}
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const overlapsOf = (relation: FactPair["relation"]) =>
  factPairs.filter((pair) => pair.relation === relation).map(overlap);

test("there are at least 120 pairs, at least 40 of each relation, and five of each in every language", () => {
  expect(factPairs.length).toBeGreaterThanOrEqual(120);
  for (const relation of relations) {
    const pairs = factPairs.filter((pair) => pair.relation === relation);
    expect(pairs.length, relation).toBeGreaterThanOrEqual(40);
    for (const language of languages) {
      expect(
        pairs.filter((pair) => pair.language === language).length,
        `${relation} ${language}`,
      ).toBeGreaterThanOrEqual(5);
    }
  }
});

test("every means by which two facts are alike or apart is there in every language", () => {
  for (const language of languages) {
    const used = new Set(factPairs.filter((pair) => pair.language === language).map(({ by }) => by));
    expect(
      Object.values(meansOf)
        .flat()
        .filter((means) => !used.has(means)),
      language,
    ).toEqual([]);
  }
});

test("a relation is that of its means", () => {
  expect(factPairs.filter(({ relation, by }) => !meansOf[relation].some((means) => means === by))).toEqual([]);
});

test("no pair comes twice, either way round, and none is a fact with itself", () => {
  const keys = factPairs.map(({ a, b }) => JSON.stringify([a, b].toSorted()));
  expect(new Set(keys).size).toBe(keys.length);
  expect(factPairs.filter(({ a, b }) => a === b)).toEqual([]);
});

test("a fact is one line, neither empty nor padded", () => {
  const facts = factPairs.flatMap(({ a, b }) => [a, b]);
  expect(facts.filter((fact) => fact.trim() !== fact || fact === "" || fact.includes("\n"))).toEqual([]);
});

test("contradictions share more words than what is the same in other words: counting words does not solve it", () => {
  const reworded = factPairs.filter(({ by }) => by === "wording").map(overlap);
  expect(mean(overlapsOf("contradicts"))).toBeGreaterThan(mean(reworded));
  expect(Math.max(...overlapsOf("different"))).toBeGreaterThan(Math.min(...overlapsOf("same")));
});
