/** What is said aloud of an answer that grows. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { finishedSentences } from "../../../src/ui/sentences.js";

const said = (text: string) => finishedSentences(text, 0).words;

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
test("code is not read out, and what follows it is", () =>
  expect(finishedSentences("Look:\n```js\nlet a = 1;\n```\nDone.", 0, true).words).toBe("Look: Done."));
test("nothing of a block of code that is still open is said", () =>
  expect(said("Look:\n```js\nlet a. \n")).toBe("Look:"));

test("piece by piece, the same words are said as all at once", () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("One. ", "Two", " ", "three! ", "Four?\n", "五。"), { maxLength: 30 }),
      (pieces) => {
        const whole = pieces.join("");
        const heard: string[] = [];
        let upTo = 0;
        for (let end = 1; end <= whole.length; end++) {
          const now = finishedSentences(whole.slice(0, end), upTo, end === whole.length);
          if (now.words) heard.push(now.words);
          upTo = now.upTo;
        }
        expect(heard.join(" ").replaceAll(/\s+/g, "")).toBe(whole.replaceAll(/\s+/g, ""));
      },
    ),
  ));
