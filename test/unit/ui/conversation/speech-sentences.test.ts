/** What is said aloud of an answer that grows. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSentenceReader } from "../../../../src/ui/conversation/speech-sentences.js";

const said = (text: string) => createSentenceReader().read(text);
/** In these pieces, to the end. */
function heard(...pieces: readonly string[]): string {
  const reader = createSentenceReader();
  return [...pieces.map((piece) => reader.read(piece)), reader.end()].filter(Boolean).join(" ");
}

test("a sentence is said once it has ended", () => {
  expect(said("Four her")).toBe("");
  expect(said("Four herons. And")).toBe("Four herons.");
  expect(said("Is it so? Yes! May")).toBe("Is it so? Yes!");
});
test("a full stop inside a number or a name ends nothing", () => expect(said("Version 1.2 of a.ts")).toBe(""));
test("a line ends a sentence, and so do the stops of Chinese and Japanese", () => {
  expect(said("## By month\nMarch")).toBe("By month");
  expect(said("四羽の鷺。春")).toBe("四羽の鷺。");
});
test("Markdown's signs are not read out", () =>
  expect(said("- **bold** and `code`, see [the atlas](https://example.org).\n")).toBe("bold and code, see the atlas."));
test("the number of an item and the line below a table's head are no sentences", () => {
  expect(said("1. ")).toBe("");
  expect(said("| a | b |\n| --- | :-: |\n")).toBe("a b");
});
test("code is not read out, and what follows it is", () =>
  expect(heard("Look:\n```js\nlet a = 1;\n```\nDone.")).toBe("Look: Done."));
test("nothing of a block of code that is still open is said", () =>
  expect(said("Look:\n```js\nlet a. \n")).toBe("Look:"));
test("a fence that comes sign by sign is one", () =>
  expect(heard(..."Look:\n```js\nlet a. b\n```\nDone.")).toBe("Look: Done."));
test("what never ends is said up to a word before it gets too long", () => {
  const words = "word ".repeat(2_000);
  const first = said(words);
  expect(first.length).toBeGreaterThan(900);
  expect(heard(...words)).toBe(words.trim());
});
test("an answer that follows another begins anew", () => {
  const reader = createSentenceReader();
  reader.read("```js\nlet");
  reader.end();
  expect(reader.read("Done. ")).toBe("Done.");
});

const piece = fc.constantFrom("One. ", "Two", " ", "three! ", "Four?\n", "五。", "```\n", "\n```js\n", "1. ");
test("piece by piece, the same words are said as all at once", () =>
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const whole = pieces.join("");
      expect(heard(...whole).replaceAll(/\s+/g, "")).toBe(heard(whole).replaceAll(/\s+/g, ""));
    }),
  ));
test("without code, nothing is left out", () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom("One. ", "Two", " ", "three! ", "Four?\n", "五。")), (pieces) => {
      const whole = pieces.join("");
      expect(heard(...pieces).replaceAll(/\s+/g, "")).toBe(whole.replaceAll(/\s+/g, ""));
    }),
  ));
