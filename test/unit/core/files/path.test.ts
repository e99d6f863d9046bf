import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { isNamed } from "../../../../src/core/errors.js";
import { extensionOf, isPath, joinPath, nameOf, parentOf, readPath } from "../../../../src/core/files/path.js";

/** The path that was read, or "refused". Anything but `InvalidPathError` is a bug. */
function outcome(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (isNamed(error, "InvalidPathError")) return "refused";
    throw error;
  }
}
const read = (said: string) => outcome(() => readPath(said));
const refused = (...all: string[]) => expect(all.filter((said) => read(said) !== "refused")).toEqual([]);

describe("R1", () => {
  test.each([
    ["", ""],
    [".", ""],
    ["./", ""],
    ["src/a.ts", "src/a.ts"],
    ["./src//a.ts/", "src/a.ts"],
    ["src\\core\\a.ts", "src/core/a.ts"],
    ["src/../README.md", "README.md"],
    ["src/./core/../a.ts", "src/a.ts"],
    [".gitignore", ".gitignore"],
    ["..a/a..b/...c", "..a/a..b/...c"],
    ["日本語/émoji 👩‍🚀.md", "日本語/émoji 👩‍🚀.md"],
    ["~lock.odt", "~lock.odt"],
  ])("reads %j as %j", (said, path) => expect(read(said)).toBe(path));
});

describe("what leaves the root is refused", () => {
  test("R2 by climbing", () => refused("..", "../", "../x", "a/../../x", "a\\..\\..\\x", "./..", "a/b/../../../x"));
  test("R2 by starting elsewhere", () =>
    refused(
      "/",
      "/etc/passwd",
      "//host/share",
      "\\",
      "\\\\host\\share",
      "C:",
      "c:\\x",
      "C:/x",
      "file:///etc",
      "~",
      "~/x",
    ));
  test("R2 only once it is read", () => refused("./~/x", "a/../C:/x", "./file:/x", "a\\..\\~"));
  test("R3 by percent signs", () =>
    refused("%2e%2e/x", "%2E%2e%2fx", "a/%2e%2e", ".%2e/x", "%252e%252e/x", "%2525252e./x", "..%2fx", "a%5c..%5cx"));
  test("R3 by an encoded start, control or overlong form", () =>
    refused(
      "%2fetc",
      "%5cx",
      "C%3a%5cx",
      "%7e/x",
      "a%00.txt",
      "a%0a",
      "%c0%ae%c0%ae/x",
      "%e0%80%ae./x",
      "%ef%bc%8e./x",
    ));
  test("R3 while other percent signs stand for themselves", () =>
    expect(["100%.md", "./a%20b.md", "https%3A%2F%2Fexample.org.html"].map(read)).toEqual([
      "100%.md",
      "a%20b.md",
      "https%3A%2F%2Fexample.org.html",
    ]));
});

describe("what would deceive is refused", () => {
  test("R4 control and invisible characters", () =>
    refused("a\0", "a\nb", "\ta", "a\u007f", "a\u0085", "a\u202etxt.exe", "a\u200bb", "\ufeffa", "a\u2028", "a\ud800"));
  test("R5 look-alikes of separators and dots", () =>
    refused("a∕b", "a⁄b", "a／b", "a＼b", "a⧸b", "a╱b", "․․/x", "‥/x", "．．/x", ".\u200d./x", "…"));
  test("R6 dots and spaces at the end of a name", () =>
    refused("a.", "a ", ".. /x", "...", ".git./config", "a\u3000", ". ."));
  test("R7 names over 255 bytes and paths over 4,000", () => {
    refused("a".repeat(256), "é".repeat(128), "abc/".repeat(1_100));
    expect(read("a".repeat(255))).toHaveLength(255);
    expect(read("abc/".repeat(1_000))).toHaveLength(3_999);
  });
});

test("a refusal quotes what was said, harmless and cut to a line", () => {
  expect(() => readPath("../x")).toThrow("The path “../x” leaves the workspace.");
  expect(() => readPath("a\u202etxt.exe")).toThrow("“a\\u{202e}txt.exe”");
  expect(() => readPath(`../${"x".repeat(9_000)}`)).toThrow(/^.{1,300}$/);
});

// Everything that could make a difference, and enough of what could not.
const piece = constantFrom(
  ...["..", "./", "/../", "%2e", "%2f", "%25", "%c0%ae", "C:", "file:", "~/", ".git", "src", "x".repeat(250)].concat(
    "/\\.~%:a Z\0\n\u202e\u200d∕․．‥…é日👩\ud800".split(""),
  ),
);
const said = oneof(
  array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
  string({ unit: "binary" }),
);

test("R8 whatever is said, what is read stays inside and reads as itself", () => {
  let kept = 0;
  assert(
    property(said, (words) => {
      const path = read(words);
      if (path === "refused") return;
      kept += 1;
      expect(path.split("/")).not.toContain("..");
      expect(path.split("/")).not.toContain(".");
      expect(path).not.toMatch(/^\/|\\|\/\/|\/$|[\p{Cc}]/u);
      expect(new TextEncoder().encode(path).length).toBeLessThanOrEqual(4_000);
      expect(readPath(path)).toBe(path);
      expect(isPath(path)).toBe(true);
    }),
    { numRuns: 4_000 },
  );
  expect(kept).toBeGreaterThan(200);
});

test("a path and what is joined to it is inside as well, or refused", () => {
  assert(
    property(said, said, (folder, words) => {
      const base = read(folder);
      if (base === "refused") return;
      const path = outcome(() => joinPath(base, words));
      if (path !== "refused") expect(readPath(path)).toBe(path);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["docs", "../a.md", "a.md"],
  ["docs", "b/c.md", "docs/b/c.md"],
  ["", "a.md", "a.md"],
  ["docs", "", "docs"],
  ["docs", "../../a.md", "refused"],
  ["docs", "/a.md", "refused"],
  ["docs", "~/a.md", "refused"],
  ["docs", "C:\\a.md", "refused"],
])("joined to %j, %j is %j", (folder, words, path) => expect(outcome(() => joinPath(folder, words))).toBe(path));

test("a path is the path of its name in its parent", () => {
  assert(
    property(said, (words) => {
      const path = read(words);
      if (path === "refused" || path === "") return;
      expect([parentOf(path), nameOf(path)].filter(Boolean).join("/")).toBe(path);
      expect(isPath(parentOf(path))).toBe(true);
    }),
  );
  expect(parentOf("")).toBe("");
});

test.each([
  ["a/b.TS", "ts"],
  ["a.tar.gz", "gz"],
  [".gitignore", ""],
  ["a.b/Makefile", ""],
])("the extension of %j is %j", (path, extension) => expect(extensionOf(path)).toBe(extension));
