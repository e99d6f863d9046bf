/** The rows of a diff. A text is one letter a line; a row is told as the letters of its two sides. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffFiles } from "../../../../src/core/text/diff-view.js";
import { countRows, rowsOf, type DiffLayout, type DiffRow } from "../../../../src/ui/diff/diff-rows.js";

const lines = (letters: string) => letters.replaceAll(/./g, "$&\n");
const told = (row: DiffRow): string => {
  if (row.kind === "fold") return `…${row.lines}`;
  if (row.kind === "hunk") return `@${row.first}-${row.last}`;
  return `${row.old?.text ?? " "}${row.now?.text ?? " "}`;
};
const rows = (before: string, after: string, layout: DiffLayout = "unified", open: number[] = []) =>
  [...rowsOf(diffFiles(lines(before), lines(after)), layout, new Set(open))].map(told);

describe("the rows of a diff", () => {
  test("unified: what goes stands above what comes", () =>
    expect(rows("abcd", "axyd")).toEqual(["@2-3", "aa", "b ", "c ", " x", " y", "dd"]));
  test("side by side: they stand beside each other", () =>
    expect(rows("abcd", "axd", "split")).toEqual(["@2-2", "aa", "bx", "c ", "dd"]));
  test("unchanged runs are folded, and unfolded one by one", () => {
    expect(rows("12345a", "12345x")).toEqual(["…2", "@6-6", "33", "44", "55", "a ", " x"]);
    expect(rows("12345a", "12345x", "unified", [0]).slice(0, 3)).toEqual(["11", "22", "@6-6"]);
    expect(rows("a12345", "x12345", "unified").at(-1)).toBe("…2");
    expect(rows("a12345", "x12345", "unified", [1]).slice(-2)).toEqual(["44", "55"]);
  });
  test("a removed run is told by the line it stood before", () => expect(rows("abc", "ac")[0]).toBe("@2-2"));
  test("are counted without being made", () => {
    const some = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 40 });
    fc.assert(
      fc.property(
        some,
        some,
        fc.constantFrom("unified", "split"),
        fc.array(fc.nat(4)),
        (before, after, layout, open) => {
          const diff = diffFiles(lines(before), lines(after));
          const shown = new Set(open);
          return countRows(diff, layout, shown) === [...rowsOf(diff, layout, shown)].length;
        },
      ),
    );
  });
  test("equal texts have no rows", () => expect(rows("abc", "abc")).toEqual([]));
  test("a line end that is missing or of Windows is told where the other's is another", () => {
    const ends = (before: string, after: string) =>
      [...rowsOf(diffFiles(before, after), "split", new Set())].flatMap((row) =>
        row.kind === "lines" && row.old?.changed ? [[row.old.end, row.now?.end]] : [],
      );
    expect(ends("a\r\n", "a\n")).toEqual([["crlf", undefined]]);
    expect(ends("a\n", "a")).toEqual([[undefined, "none"]]);
    expect(ends("a\r\n", "b\r\n")).toEqual([[undefined, undefined]]);
  });
});
