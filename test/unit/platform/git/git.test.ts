/** Ours compared with the real Git, on repositories that the real Git made. */
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createGit } from "../../../../src/platform/git/create-git.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import { createDiskWorkspace } from "../../../support/disk-workspace.js";
import { hasGit, openRealRepository } from "../../../support/real-git.js";

const never = new AbortController().signal;
const quiet = () => undefined;
let real: ReturnType<typeof openRealRepository>;
const ours = () => createGit(createDiskWorkspace(real.path));

const lines = (from: number, to: number, mark = "") =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}${mark}\n`).join("");

/** As `git status --porcelain` writes it. */
async function porcelain(): Promise<string[]> {
  const { staged, unstaged, untracked } = await ours().status({}, quiet, never);
  const marks = new Map<string, [string, string]>();
  const letter = { added: "A", modified: "M", deleted: "D" };
  for (const { path: each, state } of staged) marks.set(each, [letter[state], " "]);
  for (const { path: each, state } of unstaged) marks.set(each, [marks.get(each)?.[0] ?? " ", letter[state]]);
  return [
    ...[...marks].map(([each, [one, other]]) => `${one}${other} ${each}`),
    ...untracked.map((each) => `?? ${each}`),
  ].toSorted();
}
const realPorcelain = () =>
  real.git("status", "--porcelain", "-uall", "--no-renames").split("\n").filter(Boolean).toSorted();

describe.skipIf(!hasGit())("a repository that the real Git made", () => {
  beforeEach(() => {
    real = openRealRepository();
    real.commit("First", {
      "a.txt": lines(1, 20),
      "src/b.ts": "export const b = 1;\n",
      ".gitignore": "dist/\n*.log\n",
    });
    real.commit("Second", { "a.txt": lines(1, 20).replace("line 5\n", "line five\n"), "src/c.ts": "c\n" });
  });
  afterEach(() => real.remove());

  describe("its status", () => {
    test("is empty where nothing has changed", async () => {
      const status = await ours().status({}, quiet, never);
      expect(status).toMatchObject({ branch: "main", staged: [], unstaged: [], untracked: [] });
      expect(status.head).toBe(real.git("rev-parse", "HEAD").trim());
    });

    test("tells staged, unstaged and untracked as Git does, ignored left out", async () => {
      real.write("a.txt", "changed\n");
      real.write("new.txt", "new\n");
      real.write("deep/er/new.txt", "new\n");
      real.write("dist/x.js", "x\n");
      real.write("some.log", "x\n");
      real.write("staged.txt", "staged\n");
      real.git("add", "staged.txt");
      real.write("src/c.ts", "staged, then changed\n");
      real.git("add", "src/c.ts");
      real.write("src/c.ts", "once more\n");
      unlinkSync(path.join(real.path, "src/b.ts"));
      expect(await porcelain()).toEqual(realPorcelain());
      expect((await porcelain()).length).toBe(6);
    });

    test("of a folder is only that folder's", async () => {
      real.write("a.txt", "changed\n");
      real.write("src/b.ts", "changed\n");
      const { unstaged } = await ours().status({ path: "src" }, quiet, never);
      expect(unstaged).toEqual([{ path: "src/b.ts", state: "modified" }]);
    });

    test("changes nothing, not even the index", async () => {
      real.write("a.txt", readFileSync(path.join(real.path, "a.txt"), "utf8")); // same bytes, new time
      const index = readFileSync(path.join(real.path, ".git/index"));
      expect(await porcelain()).toEqual([]);
      expect(readFileSync(path.join(real.path, ".git/index")).equals(index)).toBe(true);
    });

    test("takes links, which no page can see, for unchanged (W4)", async () => {
      symlinkSync("a.txt", path.join(real.path, "link"));
      real.commit("A link");
      const status = await ours().status({}, quiet, never);
      expect(status).toMatchObject({ unstaged: [], untracked: [], links: 1 });
    });

    test("is the same when all is packed", async () => {
      real.commit("Third", { "a.txt": lines(1, 30) });
      real.git("tag", "-a", "v1", "-m", "One");
      real.git("gc", "-q", "--aggressive", "--prune=now");
      real.git("pack-refs", "--all");
      expect(existsSync(path.join(real.path, ".git/refs/heads/main"))).toBe(false);
      real.write("a.txt", "x\n");
      expect(await porcelain()).toEqual(realPorcelain());
      const { commits } = await ours().log({ most: 10, from: "v1" }, quiet, never);
      expect(commits.map(({ id }) => id)).toEqual(real.git("log", "--format=%H", "v1").trim().split("\n"));
    });

    test("a change of the same length within the same second is seen", async () => {
      real.write("a.txt", lines(1, 20).replace("line 5\n", "line FIVE\n"));
      expect(await porcelain()).toEqual([" M a.txt"]);
    });
  });

  describe("its history", () => {
    const ids = (...args: readonly string[]) =>
      real
        .git("log", "--format=%H", ...args)
        .trim()
        .split("\n");
    const log = async (query: { path?: string; from?: string; most?: number } = {}) =>
      (await ours().log({ most: 100, ...query }, quiet, never)).commits.map(({ id }) => id);

    /** main and a branch go their ways and meet again. */
    function merge() {
      real.git("checkout", "-q", "-b", "side");
      real.commit("On the side", {
        "side.txt": "s\n",
        "a.txt": lines(1, 20).replace("line 5\n", "line five\n") + "end\n",
      });
      real.git("checkout", "-q", "main");
      real.commit("On main", {
        "main.txt": "m\n",
        "a.txt": `start\n${lines(1, 20).replace("line 5\n", "line five\n")}`,
      });
      real.tick();
      real.git("merge", "-q", "--no-ff", "side", "-m", "Merge side");
    }

    test("is Git's, merges and all", async () => {
      merge();
      expect(await log()).toEqual(ids());
      expect(await log({ from: "side" })).toEqual(ids("side"));
      expect(await log({ from: "HEAD~1" })).toEqual(ids("HEAD~1"));
      expect(await log({ from: ids()[2]!.slice(0, 7) })).toEqual(ids(ids()[2]!));
    });

    test("of a path is Git's", async () => {
      merge();
      for (const each of ["a.txt", "src", "src/b.ts", "side.txt"]) {
        expect(await log({ path: each }), each).toEqual(ids("--", each));
      }
    });

    test("says who, when and what", async () => {
      const { commits, isCut } = await ours().log({ most: 1 }, quiet, never);
      expect(commits[0]).toMatchObject({ author: "Ada", email: "ada@example.com", message: "Second\n", west: -60 });
      expect(commits[0]!.at).toBe(Number(real.git("log", "-1", "--format=%at")) * 1000);
      expect(isCut).toBe(true);
    });

    test("of a repository without commits is empty", async () => {
      rmSync(path.join(real.path, ".git"), { recursive: true });
      real.git("init", "-q", "-b", "main");
      expect(await log()).toEqual([]);
      expect((await ours().status({}, quiet, never)).head).toBeUndefined();
    });

    test("that was fetched in part ends where it ends", async () => {
      writeFileSync(path.join(real.path, ".git/shallow"), `${ids()[0]}\n`);
      expect(await log()).toEqual([ids()[0]]);
    });

    test.each(["nowhere", "0123456", "--all", "HEAD~99", "a b"])("has no “%s”", async (from) => {
      await expect(ours().log({ most: 1, from }, quiet, never)).rejects.toMatchObject({
        name: expect.stringMatching(/NotFoundError|InvalidArgsError/),
      });
    });

    test("blames each line on the commit that Git blames", async () => {
      merge();
      real.commit("Rewrite some", {
        "a.txt": readFileSync(path.join(real.path, "a.txt"), "utf8")
          .replace("line 9\n", "nine\nand a half\n")
          .replace("line 3\n", ""),
      });
      for (const file of ["a.txt", "src/b.ts", "side.txt"]) {
        const { lines: blamed } = await ours().blame({ path: file }, quiet, never);
        const expected = real
          .git("blame", "-l", "-s", "--root", "--no-abbrev", file)
          .trim()
          .split("\n")
          .map((line) => line.slice(0, 40));
        expect(
          blamed.map(({ commit }) => commit),
          file,
        ).toEqual(expected);
      }
      const some = await ours().blame({ path: "a.txt", first: 9, last: 10 }, quiet, never);
      expect(some.lines.map(({ number }) => number)).toEqual([9, 10]);
      expect(some.commits.length).toBeGreaterThan(0);
    });

    test("blames nobody for what is not there", async () => {
      await expect(ours().blame({ path: "no.txt" }, quiet, never)).rejects.toMatchObject({ name: "NotFoundError" });
      await expect(ours().blame({ path: "a.txt", first: 99 }, quiet, never)).rejects.toMatchObject({
        name: "InvalidArgsError",
      });
    });
  });

  describe("its diff", () => {
    /** Without what ours does not write: ids of blobs, and what stands behind a hunk's numbers. */
    const plain = (text: string) =>
      text
        .trimEnd()
        .split("\n")
        .filter((line) => !line.startsWith("index "))
        .map((line) => line.replace(/^(@@ .* @@).*$/, "$1"));
    const realDiff = (...args: readonly string[]) => plain(real.git("diff", "--no-renames", ...args));

    beforeEach(() => {
      real.write(
        "a.txt",
        `first\n${lines(1, 20).replace("line 5\n", "line 5!\n").replace("line 18\n", "")}no break at the end`,
      );
      real.write("src/c.ts", "staged\n");
      real.write("src/d.ts", "d\n");
      real.git("add", "src");
      unlinkSync(path.join(real.path, "src/b.ts"));
    });

    test.each([
      [{}, []],
      [{ isStaged: true }, ["--staged"]],
      [{ from: "HEAD~1", to: "HEAD" }, ["HEAD~1", "HEAD"]],
      [{ from: "HEAD", to: "HEAD~1" }, ["HEAD", "HEAD~1"]],
      [{ from: "HEAD~1" }, ["HEAD~1"]],
      [{ from: "HEAD", path: "src" }, ["HEAD", "--", "src"]],
      [{ path: "a.txt" }, ["--", "a.txt"]],
    ])("is Git's: %j", async (query, args) => {
      const { text, leftOut } = await ours().diff(query, quiet, never);
      expect(plain(text)).toEqual(realDiff(...args));
      expect(leftOut).toEqual([]);
    });

    test("of what is no text says only that it differs", async () => {
      real.commit("Binary", { "x.bin": Uint8Array.of(0, 1, 2) });
      real.write("x.bin", Uint8Array.of(0, 1, 3));
      expect(plain((await ours().diff({}, quiet, never)).text)).toEqual(realDiff());
    });
  });

  describe("a commit to it", () => {
    const commit = (message: string, files?: readonly string[]) => ours().commit({ message, files }, quiet, never);
    const healthy = () => expect(real.git("fsck", "--full", "--strict")).toBe("");

    test("is one that Git reads as its own, and takes only the files it is told", async () => {
      real.write("a.txt", "new\n");
      real.write("new/file.txt", "n\n");
      real.write("other.txt", "o\n");
      unlinkSync(path.join(real.path, "src/b.ts"));
      const before = real.git("rev-parse", "HEAD").trim();
      const made = await commit("Say why\n\nIn two lines.", ["a.txt", "new", "src/b.ts"]);
      expect(real.git("rev-parse", "HEAD").trim()).toBe(made.id);
      expect(real.git("log", "-1", "--format=%an <%ae> %P")).toBe(`Ada <ada@example.com> ${before}\n`);
      expect(real.git("log", "-1", "--format=%B").trim()).toBe("Say why\n\nIn two lines.");
      expect(real.git("show", "--name-status", "--format=", "HEAD").trim().split("\n")).toEqual([
        "M\ta.txt",
        "A\tnew/file.txt",
        "D\tsrc/b.ts",
      ]);
      expect(realPorcelain()).toEqual(["?? other.txt"]);
      expect(real.git("symbolic-ref", "HEAD")).toBe("refs/heads/main\n");
      healthy();
    });

    test("takes what is staged where it is told no files, as it was staged", async () => {
      real.write("a.txt", "staged\n");
      real.git("add", "a.txt");
      real.write("a.txt", "later\n");
      await commit("Staged");
      expect(real.git("show", "HEAD:a.txt")).toBe("staged\n");
      expect(realPorcelain()).toEqual([" M a.txt"]);
      healthy();
    });

    test("leaves a script its right to run", async () => {
      real.write("run.sh", "echo 1\n");
      chmodSync(path.join(real.path, "run.sh"), 0o755);
      real.commit("A script");
      real.write("run.sh", "echo 2\n");
      await commit("Better", ["run.sh"]);
      expect(real.git("ls-tree", "HEAD", "run.sh")).toMatch(/^100755/);
    });

    test("can be the first", async () => {
      rmSync(path.join(real.path, ".git"), { recursive: true });
      real.git("init", "-q", "-b", "main");
      const order = { message: "Begin", files: ["."], author: { name: "Bob", email: "bob@example.com" } };
      await ours().commit(order, quiet, never);
      expect(real.git("log", "--format=%an %s")).toBe("Bob Begin\n");
      expect(realPorcelain()).toEqual([]);
      healthy();
    });

    const refused = async (make: () => void, files: readonly string[] | undefined, name: string, words: string) => {
      make();
      const [head, index] = [real.git("rev-parse", "HEAD"), readFileSync(path.join(real.path, ".git/index"))];
      const told = { name, message: expect.stringContaining(words) };
      await expect(commit("No", files)).rejects.toMatchObject(told);
      expect(real.git("rev-parse", "HEAD")).toBe(head);
      expect(readFileSync(path.join(real.path, ".git/index")).equals(index)).toBe(true);
    };
    test("is refused where nothing has changed", () =>
      refused(() => undefined, undefined, "InvalidArgsError", "nothing to commit"));
    test("is refused for files that have not changed", () =>
      refused(() => real.write("new", "x"), ["new", "a.txt"], "InvalidArgsError", "“a.txt”"));
    test("is refused where nothing is staged, with what could be", () =>
      refused(() => real.write("a.txt", "x"), undefined, "InvalidArgsError", "changed are: a.txt"));
    test("is refused while a merge is under way", () =>
      refused(() => real.write(".git/MERGE_HEAD", "x"), ["."], "InvalidStateError", "a merge"));
    test("is refused while another Git is at work", () =>
      refused(
        () => (real.write("a.txt", "x"), real.write(".git/index.lock", "")),
        ["."],
        "InvalidStateError",
        "index.lock",
      ));
    test("is refused where nobody knows who commits", () =>
      refused(
        () => (real.write("a.txt", "x"), void real.git("config", "--unset", "user.email")),
        ["."],
        "InvalidArgsError",
        "user.email",
      ));
    test("is refused for paths that leave the folder", () =>
      refused(() => undefined, ["../x"], "InvalidPathError", "leaves"));

    test("says that hooks did not run", async () => {
      real.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n");
      real.write("a.txt", "x");
      expect((await commit("X", ["a.txt"])).notes.join()).toContain("pre-commit hook did not run");
    });
  });
});

describe("refused with a sentence", () => {
  const status = (tree: Parameters<typeof createMemoryWorkspace>[0]["tree"]) =>
    createGit(createMemoryWorkspace({ id: "w", name: "w", tree })).status({}, quiet, never);

  test.each([
    ["a folder without a repository", { "a.txt": "a" }, "NotFoundError", "no Git repository"],
    [
      "a linked worktree or a submodule",
      { ".git": "gitdir: /elsewhere/.git/worktrees/x\n" },
      "NotSupportedError",
      "linked worktree",
    ],
    [
      "SHA-256",
      { ".git": { HEAD: "ref: refs/heads/main\n", config: "[extensions]\n\tobjectformat = sha256\n" } },
      "NotSupportedError",
      "sha256",
    ],
    [
      "reftable",
      { ".git": { HEAD: "ref: x\n", config: "[extensions]\n\trefStorage = reftable\n" } },
      "NotSupportedError",
      "reftable",
    ],
  ])("%s", async (_, tree, name, words) => {
    await expect(status(tree)).rejects.toMatchObject({ name, message: expect.stringContaining(words) });
  });
});

test.each([
  "../package.json",
  "refs/../../package.json",
  "refs/heads/../../../package.json",
  "refs/../hooks/pre-commit",
  "refs/../CONFIG",
])("R3 of git-files: a HEAD that names %s lets nothing be written there", async (ref) => {
  const tree = {
    ".git": {
      HEAD: `ref: ${ref}\n`,
      config: "[user]\n\tname = A\n\temail = a@b\n",
      hooks: { "pre-commit": "old" },
      objects: {},
      refs: {},
    },
    "package.json": "{}",
    "a.txt": "a",
  };
  const workspace = createMemoryWorkspace({ id: "w", name: "w", tree });
  const text = async (each: string) => new TextDecoder().decode(await workspace.read(each));
  await expect(createGit(workspace).commit({ message: "X", files: ["a.txt"] }, quiet, never)).rejects.toThrow();
  expect([await text("package.json"), await text(".git/hooks/pre-commit")]).toEqual(["{}", "old"]);
  expect((await workspace.list(".git")).map(({ name }) => name)).not.toContain("CONFIG");
});
