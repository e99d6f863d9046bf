/**
 * Citations lead somewhere. A rule number in a comment or a test's name stands in src/docs/spec.md, or is a numbered rule of a file's own
 * header (`R1 …`); a decision (`decisions/31`) is a page; a file that a comment of src names is there; and no document is cited that is not in the repository.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** These tests have made-up citations of their own. */
const HOUSE = /^test\/unit\/house\//;
const files = ["src", "workers", "test"]
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => `${root}/${file}`))
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.(?:ts|mjs|css|html)$/.test(file) && !HOUSE.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const spec = rulesIn(readFileSync("src/docs/spec.md", "utf8"));
const decisions = readdirSync("src/docs/decisions");
/**
 * Rules of files themselves: a line of a comment that begins with a number, such as ` * R1 A path …`. Their letters are R, or
 * such as spec.md has no group for.
 */
const groups = new Set([...spec].map((number) => number[0]!).filter((letter) => letter !== "R"));
const own = new Set([...sources.values()].flatMap(ownRules).filter((number) => !groups.has(number[0]!)));

/** Things that look like a rule and are none. */
const NO_RULES = new Set(["V8"]);

function rulesIn(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/^- \*\*([A-Z]\d+)\*\* \S/gm)].map((found) => found[1]!));
}

function ownRules(source: string): readonly string[] {
  return commentsIn(source).flatMap((comment) =>
    [...comment.matchAll(/^(?:\/\*\*|\/\/)? ?\*? ?([A-Z]\d{1,2})[ :] ?\S/gm)].map((found) => found[1]!),
  );
}

/** Comments stand at the start of a line or behind a blank: a glob in a string begins none. */
function commentsIn(source: string): readonly string[] {
  return source.match(/(?<=^|[\s({,])(?:\/\*[\s\S]*?\*\/|\/\/ .*)/gm) ?? [];
}

/** The numbers a test's name begins with, and those in brackets in it. */
function namesIn(source: string): readonly string[] {
  const names = [...source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*\(\s*["'`]([^\n]*)/g)].map((found) => found[1]!);
  return names.flatMap((name) => [
    /^(?:[A-Z]\d{1,2}(?:, | and |[ –/])?)+/.exec(name)?.[0] ?? "",
    ...(name.match(/\((?:[A-Z]\d{1,2}(?:, )?)+\)/g) ?? []),
  ]);
}

/** The notation of logs and calls is set in backticks: no rule is. */
const withoutCode = (text: string) => text.replaceAll(/`[^`\n]*`/g, "");

function citedIn(source: string, isTest: boolean): readonly string[] {
  const texts = [...commentsIn(source).map(withoutCode), ...(isTest ? namesIn(source) : [])];
  const numbers = texts.flatMap((text) => text.match(/(?<![\w#.$-])[A-Z]\d{1,2}(?![\w.]\w|\w|-\d)/g) ?? []);
  return [...new Set(numbers)].filter((number) => !NO_RULES.has(number));
}

const unknownIn = (source: string, isTest: boolean) =>
  citedIn(source, isTest).filter((number) => !spec.has(number) && !own.has(number));

const OUTSIDE =
  /\bfacts? (?:II\b|\d)|\bPart II\b|\b(?:browser|model)-lab\b|\bpeers \d|\b(?:house|ux)-review\b|\bgemini-cli-facts\b|\bARCHITECTURE\b|\bSPEC\b|\(7\.\d+\)/g;
const outsideIn = (source: string) => source.match(OUTSIDE) ?? [];

/** Numbers of decisions, and pages of docs, that are cited and not there. */
const missingPages = (source: string) =>
  [...source.matchAll(/\bdecisions\/(\d+[\w-]*)/g)]
    .map((found) => found[1]!)
    .filter((name) => !decisions.some((page) => page === `${name}.md` || page.startsWith(`${name}-`)));

const named = new Set(files.flatMap((file) => file.split("/").map((_, at, parts) => parts.slice(at).join("/"))));

/** Files of ours that a comment names and that are not there: a file that is renamed takes its mentions along. */
function missingFiles(source: string): readonly string[] {
  const texts = commentsIn(source).map((comment) => withoutCode(comment).replaceAll(/"[^"\n]*"/g, ""));
  return texts
    .flatMap((text) => text.match(/(?<![\w*@./-])(?:[\w.-]+\/)*[\w-]+(?:\.\w+)*\.(?:ts|mjs|css)\b/g) ?? [])
    .filter((name) => !named.has(name));
}

const complaints = (complain: (source: string, file: string) => readonly string[]) =>
  [...sources].flatMap(([file, source]) => complain(source, file).map((what) => `${file}: ${what}`));

test("every rule that is cited stands in spec.md", () => {
  expect(spec.size).toBeGreaterThan(100);
  expect(complaints((source, file) => unknownIn(source, file.startsWith("test/")))).toEqual([]);
});

test("no rule stands in spec.md twice", () => {
  const lines = readFileSync("src/docs/spec.md", "utf8").match(/^- \*\*[A-Z]\d+\*\*/gm)!;
  expect(lines.length).toBe(spec.size);
});

test("nothing is cited that is not in the repository", () => expect(complaints(outsideIn)).toEqual([]));

test("every file that a comment names is there", () =>
  expect(complaints((source, file) => (file.startsWith("test/") ? [] : missingFiles(source)))).toEqual([]));

test("every decision that is cited is a page of at most 15 lines", () => {
  expect(complaints(missingPages)).toEqual([]);
  const long = decisions.filter(
    (page) => readFileSync(`src/docs/decisions/${page}`, "utf8").trimEnd().split("\n").length > 15,
  );
  expect(long).toEqual([]);
});

describe("a citation that leads nowhere is found", () => {
  test.each([
    ["in a comment", "/** Written before it is told (C99). */"],
    ["in a line of one", "const a = 1; // L3 and Y2 both hold"],
    ["in a list", "/** Rules (L3, M42). */"],
  ])("%s", (_, source) => expect(unknownIn(source, false)).toHaveLength(1));

  test("in the name of a test", () =>
    expect(unknownIn('test("C98 L3: a word", () => {});\ntest("a word (M97)", () => {});', true)).toEqual([
      "C98",
      "M97",
    ]));

  test("of a document that nobody has", () => expect(outsideIn("// as facts 4.3 says; SPEC C1")).toHaveLength(2));

  test("of a file that has another name by now", () =>
    expect(missingFiles("/** As in core/was-renamed.ts, not in `src/a.ts`. */")).toEqual(["core/was-renamed.ts"]));

  test("of a decision that was never made", () => expect(missingPages("// see decisions/99")).toEqual(["99"]));
});

test("what only looks like a rule is none", () =>
  expect(
    unknownIn('const S9 = "C99"; // V8 keeps `E9` and R2-D2 apart; see #C99\nconst glob = "src/**/*.Z9";', false),
  ).toEqual([]));
