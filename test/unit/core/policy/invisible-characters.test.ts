import { expect, test } from "vitest";
import { revealed, turnsMore } from "../../../../src/core/policy/invisible-characters.js";

test.each([
  ["ls -la\n\tcat 'süß' “x” 日本", "ls -la\n\tcat 'süß' “x” 日本"],
  ["rm \u202etxt.a\u202c", String.raw`rm \u{202e}txt.a\u{202c}`],
  ["cat a\u200b;rm b", String.raw`cat a\u{200b};rm b`],
  ["git\u00a0log", String.raw`git\u{a0}log`],
  ["a\rb\r\nc", "a\\u{d}b\nc"],
  ["a\u{e0041}", String.raw`a\u{e0041}`],
])("%j is shown as it is", (text, shown) => expect(revealed(text)).toBe(shown));

test("an edit that adds what turns text is told from one that only keeps it", () => {
  expect(turnsMore("a \u202e b", "a \u202e c")).toBe(false);
  expect(turnsMore("if (x)", "if (\u2066x\u2069)")).toBe(true);
  expect(turnsMore("", "שלום")).toBe(false);
});
