import * as fc from "fast-check";
import { expect, test } from "vitest";
import { asTyped, withLineEnds } from "../../../../src/core/text/line-endings.js";

const text = fc
  .array(fc.constantFrom("a", "b", "\n", "\r\n", "\r", "\ufeff", "é"), { maxLength: 20 })
  .map((pieces) => pieces.join(""));

test("M8: what nobody touched comes back from a text field byte for byte", () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(withLineEnds(original, asTyped(original))).toBe(original);
    }),
  );
});

test("M8: what was typed is what is saved, line ends aside, and lines before and after it keep theirs", () => {
  fc.assert(
    fc.property(text, text, text, (before, put, after) => {
      const original = `${before}\n${after}`;
      const saved = withLineEnds(original, `${asTyped(before)}\n${asTyped(put)}\n${asTyped(after)}`);
      expect(asTyped(saved)).toBe(`${asTyped(before)}\n${asTyped(put)}\n${asTyped(after)}`);
    }),
  );
  expect(withLineEnds("a\r\nb\nc\r\nd\r\n", "a\nb\nnew\nc\nd\n")).toBe("a\r\nb\nnew\r\nc\r\nd\r\n");
});
