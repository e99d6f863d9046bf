import * as fc from "fast-check";
import { expect, test } from "vitest";
import { escapePath, findAtPaths, pathBefore, withoutEscapes } from "../../../../src/core/files/at-path.js";

const paths = (text: string) => findAtPaths(text).map(({ path }) => path);

test.each([
  ["R1", "see @src/app.ts now", ["src/app.ts"]],
  ["R1", "@a.md and (@b.md)", ["a.md", "b.md"]],
  ["R1", String.raw`not \@this, nor me@example.org`, []],
  ["R1", "a lone @ and @, too", []],
  ["R2", "compare @a.md,@b.md; and @c.md?", ["a.md", "b.md", "c.md"]],
  ["R2", String.raw`@my\ notes.md please`, ["my notes.md"]],
  ["R3", 'read @"my notes, 2.md" please', ["my notes, 2.md"]],
  ["R3", 'an open @" quote', []],
  ["R4", "see @a.md. Then @src/b.ts: it", ["a.md", "src/b.ts"]],
  ["R4", "`@a.md`", ["a.md"]],
])("%s: %j points at %j", (_rule, text, expected) => expect(paths(text)).toEqual(expected));

test("R1: an escaped at sign reaches the Model without its backslash", () =>
  expect(withoutEscapes(String.raw`mail \@home`)).toBe("mail @home"));

test("what is written for a path is read as that path, wherever it stands", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "é", " ", ",", "(", "]", "!", '"', "\\", "-"), minLength: 1 });
  fc.assert(
    fc.property(name, fc.constantFrom("", "see ", "("), (name, before) => {
      const path = `${name}z`;
      expect(paths(`${before}@${escapePath(path)}, please`)).toEqual([path]);
    }),
  );
});

test("no text makes it stumble, and what it finds begins with an at sign", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("@", "\\", '"', "a", ".", " ", "\n", ",") }), (text) => {
      for (const { start, end, path } of findAtPaths(text)) {
        expect(text[start]).toBe("@");
        expect(end).toBeGreaterThan(start + 1);
        expect(path).not.toBe("");
      }
    }),
  );
});

test.each([
  ["see @sr", { start: 4, path: "sr" }],
  ["@", { start: 0, path: "" }],
  [String.raw`@my\ no`, { start: 0, path: "my no" }],
  ['@"my no', { start: 0, path: "my no" }],
  ["@done and", undefined],
  ["me@example", undefined],
])("before the caret in %j stands %j", (text, expected) => expect(pathBefore(text, text.length)).toEqual(expected));
