import { describe, expect, test } from "vitest";
import { createToolRig, type ToolRigOptions } from "../../../support/tool-rig.js";
import { createFolderSearch } from "../../../../src/core/files/folder-search.js";
import type { Workspace } from "../../../../src/core/files/workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";

const grep = (tree: Tree, pattern: string, args: object = {}, options: ToolRigOptions = {}) =>
  createToolRig(tree, options).call("grep_search", { pattern, ...args });
const numbered = (count: number, word = "line") =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}\n`).join("");
/** The matches alone: `a.ts:1 a.ts:7`. */
async function hits(tree: Tree, pattern: string, args: object = {}): Promise<string> {
  const found: string[] = [];
  let file = "";
  for (const line of (await grep(tree, pattern, { context: 0, ...args })).split("\n")) {
    file = /^File: (.+)/.exec(line)?.[1] ?? file;
    const number = /^L(\d+):/.exec(line)?.[1];
    if (number) found.push(`${file}:${number}`);
  }
  return found.join(" ");
}

test("shows matches under the path of their file, four or more without what is around them", async () => {
  expect(await grep({ "a.ts": "let a\nlet b\n", src: { "b.ts": "Let c\nno\nlet d" } }, "let \\w")).toBe(
    "Found 4 matches for “let \\w” in “.”:\n---\nFile: a.ts\nL1: let a\nL2: let b\n---\nFile: src/b.ts\nL1: Let c\nL3: let d\n---",
  );
});

describe("auto-context", () => {
  const shown = async (matches: number) => {
    const lines = numbered(200)
      .split("\n")
      .map((line, at) => (at % 60 === 30 && at < matches * 60 ? "match" : line));
    const output = await grep({ "a.txt": lines.join("\n") }, "^match$");
    return output.split("\n").filter((line) => /^L\d+- /.test(line)).length;
  };
  test("is 50 lines either side of one match", async () => expect(await shown(1)).toBe(80));
  test("is 15 of two or three", async () => expect([await shown(2), await shown(3)]).toEqual([60, 90]));
  test("is none of more", async () => {
    expect(await grep({ "a.txt": numbered(90) }, "line [1-4]$")).not.toMatch(/^L\d+- /m);
  });
  test("gives way to what is asked for, and shows no line twice", async () => {
    const output = await grep({ "a.txt": numbered(9) }, "line [57]", { before: 2, after: 1 });
    expect(output.split("\n").slice(3, -1)).toEqual([
      "L3- line 3",
      "L4- line 4",
      "L5: line 5",
      "L6- line 6",
      "L7: line 7",
      "L8- line 8",
    ]);
  });
});

const tree: Tree = {
  ".git": { HEAD: "port" },
  ".gitignore": "dist/",
  dist: { "a.js": "port" },
  node_modules: { x: { "a.js": "port" } },
  src: { "a.ts": "Port\nport: 1\nexport\n", "b.tsx": "port(x)\n", "c.md": "a port\r\n\r\nport" },
  "a.png": "port",
  "b.bin": Uint8Array.from([0, ...new TextEncoder().encode("port")]),
  "top.ts": "no",
};

describe("what is searched", () => {
  test("is neither ignored nor heavy nor binary", async () => {
    expect(await hits(tree, "port")).toBe("src/a.ts:1 src/a.ts:2 src/a.ts:3 src/b.tsx:1 src/c.md:1 src/c.md:3");
    expect(await hits(tree, "port", { no_ignore: true, include_pattern: "*.js" })).toBe("dist/a.js:1");
    expect(await hits(tree, "port", { dir_path: "node_modules/x" })).toBe("node_modules/x/a.js:1");
    await expect(grep(tree, "port", { dir_path: "dist" })).rejects.toMatchObject({
      message: expect.stringContaining("“dist” is left out"),
    });
  });
  test("is a folder, or a single file", async () => {
    expect(await hits(tree, "port", { dir_path: "src/b.tsx" })).toBe("src/b.tsx:1");
    expect(await hits(tree, "port", { dir_path: "@src", include_pattern: "*.md" })).toBe("src/c.md:1 src/c.md:3");
  });
  test.each([
    ["*.{ts,tsx}", "src/a.ts:2 src/b.tsx:1"],
    ["**/*.tsx", "src/b.tsx:1"],
    ["src/*.tsx", "src/b.tsx:1"],
    ["!*.ts", "src/b.tsx:1 src/c.md:3"],
    ["B.tsx", "src/b.tsx:1"],
  ])("is what %s includes", async (include_pattern, expected) => {
    expect(await hits(tree, "^port", { include_pattern, case_sensitive: true })).toBe(expected);
  });
  test("is an earlier output too (X2)", async () => {
    const outputs = { c1: "ok\nError: port in use\nok" };
    const output = await grep({}, "error", { dir_path: "tool-output://c1", context: 0 }, { outputs });
    expect(output).toBe(
      "Found 1 match for “error” in “tool-output://c1”:\n---\nFile: tool-output://c1\nL2: Error: port in use\n---",
    );
  });
});

describe("what is found", () => {
  test("is by regular expression, or by the very words", async () => {
    expect(await hits(tree, "port\\(|^a p")).toBe("src/b.tsx:1 src/c.md:1");
    expect(await hits(tree, "port(x)", { fixed_strings: true })).toBe("src/b.tsx:1");
    expect(await hits(tree, "PORT", { case_sensitive: true })).toBe("");
    expect(await hits(tree, "(?i)PORT:", { case_sensitive: true })).toBe("src/a.ts:2");
    expect(await hits({ "a.txt": "ä\n1" }, "^\\p{L}$")).toBe("a.txt:1");
  });
  test("leaves out lines that fit exclude_pattern", async () => {
    expect(await hits(tree, "port", { exclude_pattern: "export|\\(" })).toBe(
      "src/a.ts:1 src/a.ts:2 src/c.md:1 src/c.md:3",
    );
  });
  test("is lines, and no more of them than there are", async () => {
    expect(await hits({ "a.txt": "x\r\n\r\ny\r\n" }, "^$")).toBe("a.txt:2");
    expect(await hits({ "a.txt": "x\r\ny\r\n" }, "^x$")).toBe("a.txt:1");
    expect(await hits({ "a.txt": "foo\nbar" }, "foo\\sbar")).toBe("");
    expect(await hits({ "a.txt": "foo\nbar" }, "foo(?!\\s*bar)")).toBe("a.txt:1");
  });
  test("is names alone, if asked", async () => {
    expect(await grep(tree, "port", { names_only: true })).toBe(
      "3 files with a line that fits “port” in “.”:\nsrc/a.ts\nsrc/b.tsx\nsrc/c.md",
    );
  });
  test("is as much as asked for in a file and in all, and says when there is more", async () => {
    expect(await hits(tree, "port", { max_matches_per_file: 1 })).toBe("src/a.ts:1 src/b.tsx:1 src/c.md:1");
    const many = { "a.txt": numbered(101) };
    expect(await grep(many, "line")).toContain(
      "Found 100 matches for “line” in “.”; there are more than 100, and these are the first:",
    );
    expect(await grep(many, "line", { total_max_matches: 101 })).toContain("Found 101 matches for “line” in “.”:");
  });
  test("of a long line is the part around the match", async () => {
    const line = `${"a".repeat(9_000)}NEEDLE${"b".repeat(9_000)}`;
    const output = await grep({ "a.js": line }, "needle");
    expect(output).toContain(`L1: [truncated] ...${"a".repeat(500)}NEEDLE${"b".repeat(1_494)}... [truncated]`);
    expect(await grep({ "a.js": `needle${"b".repeat(9_000)}` }, "needle")).toContain(
      `L1: needle${"b".repeat(1_994)}... [truncated]`,
    );
  });
  test("X6 stays below where outputs are cut, and says how much more there is", async () => {
    const output = await grep({ "a.txt": `x${"y".repeat(1_500)}\n`.repeat(90) }, "x");
    expect(output.length).toBeLessThan(40_000);
    expect(output).toMatch(/\n\.\.\. and \d+ more lines: narrow/);
  });
});

test("says that nothing was found, and in how many files", async () => {
  expect(await grep(tree, "harbour")).toBe("No line fits “harbour” in “.” (5 files searched).");
});

test("refuses what is no regular expression, with a sentence", async () => {
  for (const args of [{ pattern: "(" }, { pattern: "a", exclude_pattern: "[" }, { pattern: "" }]) {
    await expect(createToolRig(tree).call("grep_search", args)).rejects.toMatchObject({
      name: "InvalidArgsError",
      message: expect.stringMatching(/\.$/),
    });
  }
});

test("names what it could not read, and searches the rest", async () => {
  const rig = createToolRig({ "a.txt": "port", "b.txt": "port", "c.txt": new Uint8Array(20_000_001).fill(32) });
  const read = rig.workspace.read;
  rig.workspace.read = async (path) => {
    if (path === "a.txt") throw new DOMException("It keeps changing.", "NotReadableError");
    return read(path);
  };
  const output = await rig.call("grep_search", { pattern: "port", context: 0 });
  expect(output).toContain("File: b.txt\nL1: port");
  expect(output).toMatch(/Not read: a\.txt \(NotReadableError\), c\.txt \(over 20 MB\)\.$/);
});

test("U4 tells how far it is", async () => {
  const rig = createToolRig(
    Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`${1_000 + at}.txt`, at % 10 === 0 ? "port" : "no"])),
  );
  await rig.call("grep_search", { pattern: "port" });
  expect(rig.progress).toEqual(["5 matches in 50 files", "10 matches in 100 files"]);
});

test("gives what it has when time is up, and says so", async () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`${1_000 + at}.txt`, "port"]));
  let asked = 0;
  const search = (workspace: Workspace) => createFolderSearch(workspace, { isTimeUp: () => ++asked > 7 });
  const output = await grep(many, "port", {}, { search });
  expect(output).toMatch(/^Found (\d) matches for “port” in “\.”:\n[^]*\nTime was up after \1 files: narrow dir_path/);
  asked = 0;
  expect(
    await grep(
      many,
      "port",
      { include_pattern: "*.ts" },
      { search: (w) => createFolderSearch(w, { isTimeUp: () => true }) },
    ),
  ).toBe(
    "No line fits “port” in “.” (only *.ts) (0 files searched).\nTime was up after 0 files: narrow dir_path or include_pattern to search the rest.",
  );
});

test("does not search what the user keeps from Models, whatever the Model asks", async () => {
  const kept = { ".geminiignore": "private/", private: { "a.txt": "port" }, ".env": "port" };
  expect(await hits(kept, "port", { no_ignore: true })).toBe("");
});

test("stops when it is told to", async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(createToolRig(tree).run("grep_search", { pattern: "port" }, stop.signal)).rejects.toMatchObject({
    name: "AbortError",
  });
});
