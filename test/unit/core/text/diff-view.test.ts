/** Diffs, by the rules of src/core/text/diff-view.ts. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffFiles, textLines, marksOf, withoutHunks, type FileDiff } from "../../../../src/core/text/diff-view.js";

/** A text of lines, one letter each: "abc" is three lines. */
const lines = (letters: string) => letters.replaceAll(/./g, "$&\n");
const diff = (before: string, after: string) => diffFiles(lines(before), lines(after));
/** "a-b+c": a stays, b goes, c comes. */
function told({ before, after, hunks }: FileDiff): string {
  let [at, said] = [0, ""];
  for (const { oldFrom, oldTo, newFrom, newTo } of hunks.flatMap((hunk) => hunk.changes)) {
    said += before.slice(at, oldFrom).join("");
    said += before
      .slice(oldFrom, oldTo)
      .map((line) => `-${line}`)
      .join("");
    said += after
      .slice(newFrom, newTo)
      .map((line) => `+${line}`)
      .join("");
    at = oldTo;
  }
  return (said + before.slice(at).join("")).replaceAll("\n", "");
}
const allOf = ({ hunks }: FileDiff) => new Set(hunks.keys());
const someLines = fc
  .array(fc.constantFrom("a\n", "b\n", "c\n", "d\r\n", "\n", "e"), { maxLength: 40 })
  .map((all) => all.join(""));

describe("lines", () => {
  test.each([
    ["abc", "abc", "abc"],
    ["abc", "axc", "a-b+xc"],
    ["abc", "ac", "a-bc"],
    ["ac", "abc", "a+bc"],
    ["", "ab", "+a+b"],
    ["ab", "", "-a-b"],
    ["abcdef", "abxdef", "ab-c+xdef"],
  ])("%s → %s is %s", (before, after, expected) => expect(told(diff(before, after))).toBe(expected));

  test("R1: a changed line end is a changed line", () => {
    expect(diffFiles("a\r\nb\r\n", "a\nb\r\n")).toMatchObject({ added: 1, removed: 1 });
    expect(diffFiles("a\nb", "a\nb\n")).toMatchObject({ added: 1, removed: 1 });
  });

  test("R1: all lines joined are the text", () =>
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => textLines(text).join("") === text)));

  test("R2: a moved line among many others is one that goes and one that comes", () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `line ${at}\n`);
    const moved = many.toSpliced(10, 1).toSpliced(4_000, 0, many[10]!);
    expect(diffFiles(many.join(""), moved.join(""))).toMatchObject({ added: 1, removed: 1 });
  });

  test("R3: a gap with too many edits is replaced as a whole, and says what it is", () => {
    const letters = (count: number, of: string) =>
      Array.from({ length: count }, (_, at) => `${of}${at % 7}\n`).join("");
    const { hunks } = diffFiles(`same\n${letters(600, "x")}end\n`, `same\n${letters(600, "y")}end\n`);
    expect(hunks.flatMap(({ changes }) => changes)).toEqual([{ oldFrom: 1, oldTo: 601, newFrom: 1, newTo: 601 }]);
  });

  test("R3: where too many lines are left to compare, all of them are replaced", () => {
    const long = (of: string) => Array.from({ length: 20_000 }, (_, at) => `${of} ${at}\n`).join("");
    expect(diffFiles(`${long("a")}end\n`, `${long("b")}end\n`)).toMatchObject({
      replaced: true,
      added: 20_000,
      removed: 20_000,
    });
    expect(diffFiles(long("a"), `${long("a")}end\n`)).toMatchObject({ added: 1, removed: 0 });
    expect(diffFiles(long("a"), long("a"))).toMatchObject({ hunks: [], added: 0 });
  });
});

describe("hunks", () => {
  test("R4: changes with six equal lines between them are one hunk, with seven two", () => {
    expect(diff("a123456b", "x123456y").hunks).toHaveLength(1);
    expect(diff("a1234567b", "x1234567y").hunks).toHaveLength(2);
  });
  test("R4: a hunk has three equal lines around it", () =>
    expect(diff("123456a123456", "123456x123456").hunks).toMatchObject([
      { oldFrom: 3, oldTo: 10, newFrom: 3, newTo: 10 },
    ]));

  test("R5: leaving one out keeps its old lines, and no others", () => {
    const two = diff("a1234567b", "x1234567y");
    expect(withoutHunks(two, new Set([0]))).toBe(lines("a1234567y"));
    expect(withoutHunks(two, new Set([1]))).toBe(lines("x1234567b"));
  });
  test("R5: none left out is the new text, all left out the old one", () =>
    fc.assert(
      fc.property(someLines, someLines, (before, after) => {
        const found = diffFiles(before, after);
        expect(withoutHunks(found, new Set())).toBe(after);
        expect(withoutHunks(found, allOf(found))).toBe(before);
      }),
    ));
  test("R5: the hunks left out are those that a second diff no longer finds", () =>
    fc.assert(
      fc.property(someLines, someLines, (before, after) => {
        const found = diffFiles(before, after);
        const left = withoutHunks(found, new Set([0].filter((index) => index < found.hunks.length)));
        if (found.hunks.length > 1) expect(left).not.toBe(before);
        if (found.hunks.length > 0) expect(left).not.toBe(after);
      }),
    ));
});

describe("words", () => {
  const marked = (before: string, after: string) => {
    const found = marksOf(before, after);
    const cut = (line: string, marks: readonly { from: number; to: number }[]) =>
      marks.map(({ from, to }) => line.slice(from, to));
    return found && [cut(before, found.old), cut(after, found.now)];
  };
  test("R6: what differs in a line is marked", () =>
    expect(marked("const config = read();\n", "const settings = read();\n")).toEqual([["config"], ["settings"]]));
  test("R6: lines that have little in common are not marked", () =>
    expect(marked("return total;", "for (const line of lines) count(line);")).toBeUndefined());
  test("R6: in a script without spaces a sign is a word", () =>
    expect(marked("三羽のサギ", "四羽のサギ")).toEqual([["三"], ["四"]]));
  test("R6: the marks and what is between them make up the line", () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const found = marksOf(before, after);
        if (!found) return;
        for (const mark of found.old) expect(mark.to).toBeLessThanOrEqual(before.length);
        const rest = (line: string, marks: readonly { from: number; to: number }[]) =>
          marks.toReversed().reduce((text, { from, to }) => text.slice(0, from) + text.slice(to), line);
        const ended = (line: string) => line.replace(/\r?\n$/, "");
        expect(rest(ended(before), found.old)).toBe(rest(ended(after), found.now));
      }),
    ));
});
