/** M9: the memory manager reaches Memory files and nothing else, whatever it says. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryPath } from "../../../../src/core/memory/memory-sandbox.js";

const bounds = { names: ["GEMINI.md", "AGENTS.md"], workspace: "w1" };

test.each([
  ["~/.gemini/GEMINI.md", "~/.gemini/GEMINI.md"],
  ["~/.gemini/notes/./people.md", "~/.gemini/notes/people.md"],
  ["~/.gemini/tmp/w1/memory/GEMINI.md", "~/.gemini/tmp/w1/memory/GEMINI.md"],
  ["GEMINI.md", "GEMINI.md"],
  ["src/../docs/AGENTS.md", "docs/AGENTS.md"],
  [".gemini/GEMINI.md", ".gemini/GEMINI.md"],
])("allows %s", (said, path) => expect(memoryPath(said, bounds)).toBe(path));

test("allows a name with a folder where it is one, and no file of another folder that is called so", () => {
  const named = { names: ["docs/NOTES.md"], workspace: "w1" };
  expect(memoryPath("docs/NOTES.md", named)).toBe("docs/NOTES.md");
  expect(memoryPath("src/.gemini/docs/NOTES.md", named)).toBe("src/.gemini/docs/NOTES.md");
  expect(() => memoryPath("src/NOTES.md", named)).toThrow();
  expect(() => memoryPath("mydocs/NOTES.md", named)).toThrow();
});

test.each([
  "~/.gemini/settings.json",
  "~/.gemini/policies/auto-saved.toml",
  "~/.gemini/tmp/w2/memory/GEMINI.md",
  "~/.gemini/TMP/w2/memory/GEMINI.md",
  "~/.gemini/tmp/w1/plans/GEMINI.md.md/../../../w2/memory/x.md",
  "~/.gemini/../../etc/passwd.md",
  "~/.gemini/%2e%2e/x.md",
  "~/GEMINI.md",
  "~",
  "/GEMINI.md",
  "../GEMINI.md",
  "README.md",
  "gemini.md",
  "GEMINI.md/x",
  "GEMINI.md\u202e",
  ".git/GEMINI.md",
  "node_modules/a/GEMINI.md",
  "a/.GIT/GEMINI.md",
  "https://example.com/GEMINI.md",
  "C:/GEMINI.md",
  "",
])("refuses %j", (said) => expect(() => memoryPath(said, bounds)).toThrow());

describe("property", () => {
  const piece = fc.constantFrom(
    "~",
    ".gemini",
    "tmp",
    "w1",
    "w2",
    "memory",
    "GEMINI.md",
    "x.md",
    "..",
    ".",
    "src",
    ".git",
    "%2e%2e",
    "",
    "\\",
    "/",
  );
  test("what is allowed is a memory file of this folder or of the user, and reading it again changes nothing", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom("/", "\\"), (pieces, by) => {
        let path: string;
        try {
          path = memoryPath(pieces.join(by), bounds);
        } catch {
          return true; // refused
        }
        const isVirtual =
          path.startsWith("~/.gemini/") && path.endsWith(".md") && !/^~\/\.gemini\/tmp\/(?!w1\/memory\/)/.test(path);
        const isReal = /(?:^|\/)GEMINI\.md$/.test(path) && !path.startsWith("~") && !/(?:^|\/)\.git\//.test(path);
        return (isVirtual || isReal) && !path.split("/").includes("..") && memoryPath(path, bounds) === path;
      }),
      { numRuns: 3_000 },
    );
  });
});

test("without a folder there are only the user's own", () =>
  expect(() => memoryPath("GEMINI.md", { names: ["GEMINI.md"] })).toThrow());
