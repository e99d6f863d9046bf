import { describe, expect, test } from "vitest";
import { createToolRig, type ToolRigOptions } from "../../../support/tool-rig.js";
import { createFolderSearch } from "../../../../src/core/files/folder-search.js";
import type { Workspace } from "../../../../src/core/files/workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";

const call = (name: string, tree: Tree, args: object, options: ToolRigOptions = {}) =>
  createToolRig(tree, options).call(name, args as Record<string, unknown>);
const bodyOf = (output: string) => output.split("\n").slice(1).join(" ");

describe("list_directory", () => {
  const list = (tree: Tree, args: object = {}) => call("list_directory", tree, args);
  const tree: Tree = {
    ".git": { HEAD: "x" },
    ".gitignore": "*.log",
    src: { "a.ts": "1234", lib: {} },
    "b.md": "1",
    "a.log": "",
  };

  test("shows folders first, then files with their size, and counts what is ignored", async () => {
    expect(await list(tree)).toBe("Listing of “.”:\n[DIR] src\n.gitignore (5 bytes)\nb.md (1 byte)\n\n(2 ignored)");
    expect(await list(tree, { dir_path: "src" })).toBe("Listing of “src”:\n[DIR] lib\na.ts (4 bytes)");
    expect(await list(tree, { dir_path: "src/lib" })).toBe("“src/lib” has nothing to list.");
  });

  test("leaves out more, or less, as it is asked to", async () => {
    expect(bodyOf(await list(tree, { ignore: ["*.md", "src"] }))).toBe(".gitignore (5 bytes)  (4 ignored)");
    expect(bodyOf(await list(tree, { respect_git_ignore: false }))).toBe(
      "[DIR] src .gitignore (5 bytes) a.log (0 bytes) b.md (1 byte)  (1 ignored)",
    );
  });

  test("of a crowded folder lists what fits, and says how many more there are", async () => {
    const crowd = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`f${at}.md`, ""]));
    const output = await list(crowd);
    expect(output.split("\n")).toHaveLength(952);
    expect(output).toMatch(/\n\.\.\. and 2050 more entries: use glob to find what you need\.$/);
  });

  test("says that a file is no folder", async () => {
    await expect(list(tree, { dir_path: "b.md" })).rejects.toMatchObject({ name: "TypeMismatchError" });
  });
});

describe("glob", () => {
  const tree: Tree = {
    ".git": { HEAD: "x" },
    ".gitignore": "dist/\n*.gen.ts",
    src: { "App.ts": "", "b.gen.ts": "", ".hidden.ts": "", ui: { "card.ts": "", "[id].ts": "" } },
    dist: { "app.ts": "" },
    node_modules: { lit: { "index.ts": "" } },
    "top.TS": "",
    "read.md": "",
  };
  const find = (pattern: string, args: object = {}, options: ToolRigOptions = {}) =>
    call("glob", tree, { pattern, ...args }, options);
  const found = async (pattern: string, args: object = {}) => bodyOf(await find(pattern, args));

  test("finds files at any depth, dot files too, whatever the case; neither ignored nor heavy ones", async () => {
    expect(await find("**/*.ts")).toBe(
      "5 files in the workspace fit “**/*.ts”, recently changed ones first:\nsrc/.hidden.ts\nsrc/App.ts\nsrc/ui/[id].ts\nsrc/ui/card.ts\ntop.TS\n(1 ignored)",
    );
    expect(await found("**/*.ts", { case_sensitive: true })).not.toContain("top.TS");
    expect(await found("SRC/a*.ts")).toBe("src/App.ts");
  });

  test("starts at the folder it is given", async () => {
    expect(await found("*.ts", { dir_path: "src/ui" })).toBe("src/ui/[id].ts src/ui/card.ts");
    expect(await found("./ui/*.{ts,md}", { dir_path: "src" })).toBe("src/ui/[id].ts src/ui/card.ts");
  });

  test("takes a path that looks like a pattern for what it is", async () => {
    expect(await found("src/ui/[id].ts")).toBe("src/ui/[id].ts");
  });

  test("enters a heavy folder that is named, and an ignored one when asked", async () => {
    expect(await found("node_modules/lit/*.ts")).toBe("node_modules/lit/index.ts");
    expect(await found("*.ts", { dir_path: "node_modules/lit" })).toBe("node_modules/lit/index.ts");
    expect(await found("dist/*.ts")).toBe("");
    expect(await found("dist/*.ts", { respect_git_ignore: false })).toBe("dist/app.ts");
    await expect(find("*.ts", { dir_path: "dist" })).rejects.toMatchObject({
      name: "InvalidArgsError",
      message: expect.stringContaining("“dist” is left out"),
    });
  });

  test("puts what was changed in the last 24 hours first, the newest before all, then the others by path", async () => {
    const now = Date.UTC(2026, 5, 2);
    const hour = 3_600_000;
    const changes = {
      "top.TS": now - hour,
      "src/ui/card.ts": now - 2 * hour,
      "src/App.ts": now - 25 * hour,
      "src/.hidden.ts": now - 30 * hour,
    };
    expect(bodyOf(await find("**/*.ts", {}, { now, changes }))).toBe(
      "top.TS src/ui/card.ts src/.hidden.ts src/App.ts src/ui/[id].ts (1 ignored)",
    );
  });

  test("gives what it has when time is up, and says so", async () => {
    let asked = 0;
    const search = (workspace: Workspace) => createFolderSearch(workspace, { isTimeUp: () => ++asked > 2 });
    const output = await find("**/*.ts", {}, { search });
    expect(output).toMatch(
      /^3 files .+src\/\.hidden\.ts\nsrc\/App\.ts\ntop\.TS\n.+too much to look through all of it/s,
    );
  });

  test("says that nothing was found, and what to try", async () => {
    expect(await find("*.py")).toBe("No file in the workspace fits “*.py”. To look in sub-folders too, use “**/*.py”.");
  });

  test("X6 gives as many as fit, and says how many more there are", async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`${"n".repeat(90)}${at}.md`, ""]));
    const output = await call("glob", many, { pattern: "*.md" });
    expect(output.length).toBeLessThan(40_000);
    const shown = output.split("\n").filter((line) => line.endsWith(".md")).length;
    expect(output).toContain(`... and ${2_000 - shown} more files: narrow the pattern or dir_path`);
  });

  test("refuses what is no glob, with a sentence", async () => {
    for (const pattern of ["", "../*.ts", "/etc/*", "a/../../*", "x".repeat(70_000)]) {
      await expect(find(pattern), pattern.slice(0, 20)).rejects.toMatchObject({
        name: "InvalidArgsError",
        message: expect.stringMatching(/^The glob .+\.$|\.$/),
      });
    }
  });
});
