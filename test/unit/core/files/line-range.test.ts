import { array, assert, constantFrom, integer, option, property, record } from "fast-check";
import { expect, test } from "vitest";
import { LINE_CUT, readRange, type RangeQuery } from "../../../../src/core/files/line-range.js";

const wide = { lines: 100, lineChars: 100, chars: 10_000 };
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");

test("R1 a newline at the end begins no line, and stays", () => {
  expect(readRange("a\nb\n", wide)).toMatchObject({ text: "a\nb\n", last: 2, total: 2, isWhole: true });
  expect(readRange("a\nb", wide)).toMatchObject({ text: "a\nb", total: 2, isWhole: true });
  expect(readRange("a\r\n\r\nb\r\n", wide)).toMatchObject({ text: "a\n\nb\n", total: 3, isWhole: true });
  expect(readRange("", wide)).toMatchObject({ text: "", total: 0, isWhole: true });
});

test("R2 gives what is asked for", () => {
  const text = numbered(300);
  const range = (first?: number, last?: number) => {
    const found = readRange(text, { ...wide, first, last });
    return [found.first, found.last, found.isWhole];
  };
  expect(range()).toEqual([1, 100, false]);
  expect(range(250)).toEqual([250, 300, false]);
  expect(range(undefined, 200)).toEqual([1, 200, false]);
  expect(range(20, 30)).toEqual([20, 30, false]);
  expect(range(299, 999)).toEqual([299, 300, false]);
  expect(range(1, 999)).toEqual([1, 300, true]);
});

test("R3 cuts a long line, but no emoji in two", () => {
  expect(readRange(`${"x".repeat(101)}\ny`, wide)).toMatchObject({
    text: `${"x".repeat(100)}${LINE_CUT}\ny`,
    cutLines: 1,
    isWhole: false,
  });
  expect(readRange(`${"x".repeat(99)}🍏`, wide).text).toBe(`${"x".repeat(99)}${LINE_CUT}`);
});

test("R4 ends where it gets too long, but never without a line", () => {
  expect(readRange("aaaa\nbbbb\ncccc", { ...wide, chars: 10 })).toMatchObject({
    text: "aaaa\nbbbb\n",
    last: 2,
    total: 3,
  });
  expect(readRange("aaaa\nbbbb", { ...wide, chars: 1 })).toMatchObject({ text: "aaaa\n", last: 1 });
});

test("R5 beyond the end there is nothing", () => {
  expect(readRange("a\nb", { ...wide, first: 3 })).toMatchObject({
    text: "",
    first: 3,
    last: 2,
    total: 2,
    isWhole: false,
  });
});

const text = array(constantFrom("a", "bb", "\n", "\r\n", "🍏", " ", "xxxxxxxxxxxx"), { maxLength: 60 }).map((all) =>
  all.join(""),
);
const query = record({
  lines: integer({ min: 1, max: 9 }),
  lineChars: integer({ min: 4, max: 40 }),
  chars: integer({ min: 1, max: 90 }),
});
const linesOf = (content: string) => content.replace(/\r?\n$/, "").split(/\r?\n/);

test("reading on from where each range ends gives every line once, in order", () => {
  assert(
    property(text, query, (content, limits) => {
      const read: string[] = [];
      let range = readRange(content, limits);
      const { total } = range;
      while (range.last < total) {
        read.push(...linesOf(range.text));
        expect(range.last).toBeGreaterThanOrEqual(range.first);
        range = readRange(content, { ...limits, first: range.last + 1 });
      }
      if (total > 0) read.push(...linesOf(range.text));
      const expected = content === "" ? [] : linesOf(content);
      expect(read.map((line) => line.replace(LINE_CUT, ""))).toHaveLength(expected.length);
      for (const [at, line] of read.entries()) {
        if (line.endsWith(LINE_CUT)) expect(expected[at]!.startsWith(line.slice(0, -LINE_CUT.length))).toBe(true);
        else expect(line).toBe(expected[at]);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("whatever is asked, no limit is passed", () => {
  const asked = record({ first: option(integer({ min: 1, max: 40 })), last: option(integer({ min: 1, max: 40 })) });
  assert(
    property(text, query, asked, (content, limits, { first, last }) => {
      const all: RangeQuery = { ...limits, first: first ?? undefined, last: last ?? undefined };
      const range = readRange(content, all);
      const lines = range.last < range.first ? [] : linesOf(range.text);
      expect(lines).toHaveLength(range.last - range.first + 1);
      if (last === null) expect(lines.length).toBeLessThanOrEqual(limits.lines);
      else expect(range.last).toBeLessThanOrEqual(Math.max(last, range.first - 1));
      for (const line of lines) expect(line.replace(LINE_CUT, "").length).toBeLessThanOrEqual(limits.lineChars);
      if (lines.length > 1) expect(range.text.length).toBeLessThanOrEqual(limits.chars);
      expect(range.text).not.toMatch(/\p{Cs}/u);
    }),
    { numRuns: 1_000 },
  );
});
