import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { needsOf, needsOfWords } from "../../../../src/core/files/pattern-needs.js";
import { mayHold, sketchOf, triplesOf } from "../../../../src/core/files/text-sketch.js";

/** Runs, parted by a space. */
const needs = (pattern: string, isCaseSensitive = true) => needsOf(pattern, isCaseSensitive).join(" ");

describe("what a text must hold for a pattern to fit", () => {
  test.each([
    ["words", "words"],
    [String.raw`a\.b\/c`, "a.b/c"],
    ["foo.*bar", "foo bar"],
    ["colou?r", "colo r"],
    ["abc*de", "ab de"],
    ["ab+c", "ab c"],
    ["ab{2}c{0,3}d", "ab d"],
    ["x{ y", "x  y"],
    ["^import$", "import"],
    [String.raw`\bword\b\s+\d\w`, "word"],
    [String.raw`\u{1F600}x\p{L}y\x41z\u0042w`, "x y z w"],
    ["pre(one|two)post", "pre post"],
    ["a[xyz)|]b", "a b"],
    [String.raw`a(?:b[)\]]c)d`, "a d"],
    ["one|two", ""],
    ["ab😀?c", "ab c"],
    ["(?i)Wort", "Wort"],
  ])("%s needs %s (R1–R4)", (pattern, runs) => expect(needs(pattern)).toBe(runs));

  test("only ASCII counts where case does not matter (R5)", () => {
    expect(needs("straßeÄpfel", false)).toBe("stra e pfel");
    expect(needsOfWords("a.b*ß", false)).toEqual(["a.b*"]);
    expect(needsOfWords("a.b*ß", true)).toEqual(["a.b*ß"]);
  });
});

describe("a sketch", () => {
  const fits = (text: string, pattern: string, isCaseSensitive = false) =>
    mayHold(sketchOf(text), triplesOf(needsOf(pattern, isCaseSensitive)));

  test("says no to what is not there, and yes to what is", () => {
    const text = "export const PORT = 4173; // the one fixed port\n".repeat(40);
    expect(fits(text, "port")).toBe(true);
    expect(fits(text, "fixed.*PORT")).toBe(true);
    expect(fits(text, "harbour")).toBe(false);
    expect(fits("", "harbour")).toBe(false);
  });

  test("folds the two letters beyond ASCII that fold into it (R2)", () => {
    expect(/kiss/iu.test("\u212Ai\u017Fs")).toBe(true);
    expect(fits("\u212Ai\u017Fs", "kiss")).toBe(true);
  });

  test("is forgotten between texts", () => {
    sketchOf("first words of all");
    expect(fits("others", "first")).toBe(false);
  });

  test("never passes over a text that the pattern fits (R1)", () => {
    const piece = fc.constantFrom(
      "a",
      "b",
      "ab",
      "K",
      "\u212A",
      "ß",
      "😀",
      ".",
      "\\.",
      "\\d",
      "[ab]",
      "(a|b)",
      "^",
      "$",
      "\\b",
      "1",
    );
    const repeated = fc
      .tuple(piece, fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{0,1}", "??"))
      .map(([one, often]) => (["^", "$", "\\b"].includes(one) ? one : one + often));
    const pattern = fc.array(repeated, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));
    const text = fc.array(fc.constantFrom("a", "b", "A", "B", "k", "K", "\u212A", "ß", "😀", ".", "1", "2"), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(pattern, text, fc.boolean(), fc.boolean(), (source, units, isCaseSensitive, isUnicode) => {
        const line = units.join("");
        const expression = new RegExp(source, `${isCaseSensitive ? "" : "i"}${isUnicode ? "u" : ""}`);
        if (expression.test(line)) expect(fits(line, source, isCaseSensitive)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test("of 20 KB of text takes some kilobytes", () => {
    const words = Array.from({ length: 3_000 }, (_, at) => `word${(at * 7919) % 1000}`).join(" ");
    expect(sketchOf(words).byteLength).toBeLessThan(8_000);
  });
});
