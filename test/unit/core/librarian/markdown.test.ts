/** What strangers wrote stays a quotation. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { blockquote, fenced, fileLink, inCode } from "../../../../src/core/librarian/markdown.js";

test("no line of a text can close the fence around it", () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom("`", "```", "````", "x", "\n", "~~~"), { maxLength: 40 }), (pieces) => {
      const lines = fenced(pieces.join(""), "ts").split("\n");
      const fence = /^`+/.exec(lines[0]!)![0];
      expect(lines.slice(1, -1).some((line) => line.trim().startsWith(fence))).toBe(false);
      expect(lines.at(-1)).toBe(fence);
    }),
  ));

test("code within a line neither ends nor breaks it", () =>
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(inCode(text)).toMatch(/^`[^`\n]*`$/);
    }),
  ));

test("an address has nothing in it that would end a link", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (path) => {
      expect(fileLink(path, 3)).toMatch(/^\[`[^`\n]*`\]\(#\/file\/[\w./%:-]+\)$/);
    }),
  ));

test("a quoted message is no Markdown of its own", () =>
  expect(blockquote("# Hi [a](javascript:x)\n<b>")).toBe("> \\# Hi \\[a\\](javascript\\:x)\n> \\<b\\>"));
