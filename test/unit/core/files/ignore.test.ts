import { array, assert, asyncProperty, boolean, constantFrom, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { createIgnore, createNameFilter, type IgnoreOptions } from "../../../../src/core/files/ignore.js";
import { parentOf } from "../../../../src/core/files/path.js";
import { cpuTime } from "../../../support/cpu-time.js";

/** Files by path; which of the paths are ignored. A path that ends in a slash is a folder. */
async function ignored(files: Record<string, string>, paths: string, options?: IgnoreOptions): Promise<string> {
  const ignore = createIgnore(async (path) => files[path], options);
  const found: string[] = [];
  for (const path of paths.split(" ")) {
    const isFolder = path.endsWith("/");
    if (await ignore.isIgnored(isFolder ? path.slice(0, -1) : path, isFolder)) found.push(path);
  }
  return found.join(" ");
}
const git = { ".git/HEAD": "ref: refs/heads/main\n" };

describe("R1", () => {
  test("`.git` is ignored at any depth, in any case, and whatever is said of it", async () => {
    const files = { ...git, ".gitignore": "!.git", ".geminiignore": "!.git\n!.git/config" };
    expect(await ignored(files, ".git/ .git .git/config a/.GIT/ a/.Git/x .gitignore .github/ a.git")).toBe(
      ".git/ .git .git/config a/.GIT/ a/.Git/x",
    );
  });
});

describe("R2", () => {
  test("secrets are ignored, in a repository or not", async () => {
    expect(await ignored({}, ".env a/.env .env.example gha-creds-1f.json")).toBe(".env a/.env gha-creds-1f.json");
  });
  test("unless a rule brings them back", async () => {
    expect(await ignored({ ".geminiignore": "!.env" }, ".env a/.env")).toBe("");
  });
});

describe("R3", () => {
  test("`.gitignore` counts only in a repository", async () => {
    const files = { ".gitignore": "*.log" };
    expect(await ignored(files, "a.log")).toBe("");
    expect(await ignored({ ...files, ...git }, "a.log")).toBe("a.log");
    expect(await ignored({ ...files, ".git": "gitdir: ../elsewhere" }, "a.log")).toBe("a.log");
  });

  test("a folder's own rules count below it, and override those above", async () => {
    const files = {
      ...git,
      ".gitignore": "*.log\n/top",
      "a/.gitignore": "!keep.log\n/only\nb/c",
      "a/b/.gitignore": "x",
    };
    const paths =
      "keep.log a/keep.log a/b/keep.log a/z.log top a/top only a/only a/b/only b/c a/b/c a/a/b/c a/x a/b/x a/b/d/x";
    expect(await ignored(files, paths)).toBe("keep.log a/z.log top a/only a/b/c a/b/x a/b/d/x");
  });

  test("`.git/info/exclude` comes before `.gitignore`", async () => {
    const files = { ...git, ".git/info/exclude": "*.tmp\n*.bak", ".gitignore": "!a.bak" };
    expect(await ignored(files, "a.tmp a.bak b.bak")).toBe("a.tmp b.bak");
  });

  test("folders with names that mean something in patterns have rules too", async () => {
    for (const folder of ["[id]", "a b", "x*", "#1", "!no", "q?", "(g)"]) {
      const files = { ...git, [`${folder}/.gitignore`]: "skip\n!keep\n\\!odd" };
      const paths = [
        `${folder}/skip`,
        `${folder}/in/skip`,
        `${folder}/!odd`,
        `${folder}/keep`,
        "skip",
        "i/skip",
        "xx/skip",
      ];
      const found: string[] = [];
      const ignore = createIgnore(async (path) => (files as Record<string, string>)[path]);
      for (const path of paths) if (await ignore.isIgnored(path, false)) found.push(path);
      expect(found, folder).toEqual(paths.slice(0, 3));
    }
  });

  test("comments, empty lines, line ends of Windows and a byte order mark don't matter", async () => {
    expect(await ignored({ ...git, ".gitignore": "\ufeffa.txt\r\n\r\n# b.txt\r\n\\#c\r\n" }, "a.txt b.txt #c")).toBe(
      "a.txt #c",
    );
  });

  test("a file too long to be a list of patterns is none", async () => {
    expect(await ignored({ ...git, ".gitignore": "*.log\n".repeat(200_000) }, "a.log")).toBe("");
  });
});

describe("R4", () => {
  test("`.geminiignore` counts at the root alone, repository or not", async () => {
    expect(await ignored({ ".geminiignore": "*.csv", "a/.geminiignore": "*.md" }, "x.csv a/x.csv a/x.md")).toBe(
      "x.csv a/x.csv",
    );
  });
  test("it brings back what git ignores, and files that the user named have the last word", async () => {
    const files = {
      ...git,
      ".gitignore": "*.log\ndist/",
      ".geminiignore": "!a.log\n!dist/",
      "my.ignore": "a.log\n!b.log",
    };
    expect(await ignored(files, "a.log b.log dist/ dist/x")).toBe("b.log");
    expect(await ignored(files, "a.log b.log dist/ dist/x", { ignoreFiles: ["my.ignore"] })).toBe("a.log");
  });
});

test("R5 nothing inside an ignored folder can be brought back", async () => {
  const files = { ...git, ".gitignore": "dist/", "dist/.gitignore": "!*", ".geminiignore": "!dist/keep" };
  expect(await ignored(files, "dist/ dist/keep dist/a/b dist")).toBe("dist/ dist/keep dist/a/b");
});

test("R6 each kind of rule can be left out", async () => {
  const files = { ...git, ".gitignore": "g", ".geminiignore": "m" };
  expect(await ignored(files, "g m", { respectGitIgnore: false })).toBe("m");
  expect(await ignored(files, "g m", { respectGeminiIgnore: false })).toBe("g");
  expect(await ignored(files, "g m .git/", { respectGeminiIgnore: false, respectGitIgnore: false })).toBe(".git/");
});

test("files are read once, until they are to be forgotten", async () => {
  let rules = "a";
  const read: string[] = [];
  const ignore = createIgnore(async (path) => {
    read.push(path);
    return path === ".gitignore" ? rules : path === ".git/HEAD" ? "x" : undefined;
  });
  await Promise.all(["a", "b", "d/e", "d/f"].map((path) => ignore.isIgnored(path, false)));
  expect(read.toSorted()).toEqual([".geminiignore", ".git/HEAD", ".git/info/exclude", ".gitignore", "d/.gitignore"]);
  rules = "b";
  expect(await ignore.isIgnored("b", false)).toBe(false);
  ignore.forget();
  expect(await ignore.isIgnored("b", false)).toBe(true);
});

test("an ignore file that can't be read fails what was asked, and is tried again", async () => {
  let fails = true;
  const ignore = createIgnore(async (path) => {
    if (path === "d/.gitignore" && fails) throw new DOMException("no", "NotReadableError");
    return { ".git/HEAD": "x", "d/.gitignore": "a" }[path];
  });
  await expect(ignore.isIgnored("d/a", false)).rejects.toMatchObject({ name: "NotReadableError" });
  fails = false;
  expect(await ignore.isIgnored("d/a", false)).toBe(true);
});

test("hostile patterns take no longer than others", async () => {
  const name = "a".repeat(250);
  const taken = await cpuTime(async () => {
    expect(
      await ignored({ ".geminiignore": `${"*a".repeat(100)}*b\n${"**/".repeat(100)}b\n[` }, `${name} ${name}/${name}`),
    ).toBe("");
    expect(createNameFilter(["*a".repeat(100) + "b", "*.log"])(name)).toBe(false);
  });
  expect(taken).toBeLessThan(1_000);
});

// The reference: git's own words (gitignore(5)), for patterns of names and `*`, by trying every rule on every part of the path.
interface Line {
  readonly folder: string;
  readonly isNegative: boolean;
  readonly isTied: boolean;
  readonly isForFolders: boolean;
  readonly names: readonly string[];
}

function refersTo(line: Line, path: string, isFolder: boolean): boolean {
  if (line.isForFolders && !isFolder) return false;
  if (line.folder !== "" && !path.startsWith(`${line.folder}/`)) return false;
  const parts = path.slice(line.folder === "" ? 0 : line.folder.length + 1).split("/");
  const tested = line.isTied || line.names.length > 1 ? parts : parts.slice(-1);
  return tested.length === line.names.length && line.names.every((name, at) => name === "*" || name === tested[at]);
}

function isIgnoredByGit(lines: readonly Line[], path: string, isFolder: boolean): boolean {
  if (parentOf(path) !== "" && isIgnoredByGit(lines, parentOf(path), true)) return true;
  const last = lines.findLast((line) => refersTo(line, path, isFolder));
  return last !== undefined && !last.isNegative;
}

const written = ({ isNegative, isTied, isForFolders, names }: Line) =>
  `${isNegative ? "!" : ""}${isTied ? "/" : ""}${names.join("/")}${isForFolders ? "/" : ""}`;

const name = constantFrom("a", "b", "c");
const line = record({
  folder: constantFrom("", "", "a", "a/b"),
  isNegative: boolean(),
  isTied: boolean(),
  isForFolders: boolean(),
  names: array(constantFrom("a", "b", "c", "*"), { minLength: 1, maxLength: 3 }),
});

test("whatever the patterns, the answer is git's", async () => {
  let hits = 0;
  await assert(
    asyncProperty(
      array(line, { maxLength: 8 }),
      array(name, { minLength: 1, maxLength: 4 }),
      boolean(),
      async (said, names, isFolder) => {
        // Rules of deeper folders come later, whichever order they were written in.
        const lines = said.toSorted((a, b) => a.folder.length - b.folder.length);
        const files: Record<string, string> = { ...git };
        for (const each of lines) {
          const file = each.folder === "" ? ".gitignore" : `${each.folder}/.gitignore`;
          files[file] = `${files[file] ?? ""}${written(each)}\n`;
        }
        const path = names.join("/");
        const ignore = createIgnore(async (asked) => files[asked]);
        const expected = isIgnoredByGit(lines, path, isFolder);
        if (expected) hits++;
        expect(await ignore.isIgnored(path, isFolder)).toBe(expected);
        const rules = await ignore.rulesIn(parentOf(path));
        expect(rules.isIgnored(path, isFolder)).toBe(expected);
      },
    ),
    { numRuns: 1_000 },
  );
  expect(hits).toBeGreaterThan(100);
});
