import { expect, test } from "vitest";
import { planImport } from "../../../../src/core/files/import-plan.js";
import { isPath } from "../../../../src/core/files/path.js";
import { hostilePaths, neverPaths } from "../../../corpus/hostile-paths.js";

/** Files of one byte each, unless told: `a.md:500`. */
const candidates = (words: string) =>
  words.split(" ").map((word) => {
    const [name = "", size = "1"] = word.split(":");
    return { name, size: Number(size) };
  });
const plan = (words: string, limits?: { files: number; bytes: number }) => {
  const { files, skipped, top } = planImport(candidates(words), limits);
  return { paths: files.map(({ path }) => path).join(" "), skipped: skipped.map(({ name }) => name).join(" "), top };
};

test("the folder that holds all the rest falls away (R2)", () => {
  expect(plan("garden/a.md garden/sub/b.md")).toEqual({ paths: "a.md sub/b.md", skipped: "", top: "garden" });
  expect(plan("garden/a.md b.md")).toEqual({ paths: "garden/a.md b.md", skipped: "", top: undefined });
  expect(plan("a.md")).toEqual({ paths: "a.md", skipped: "", top: undefined });
});

test("of two files of one path the first counts, and no file becomes a folder (R3)", () => {
  expect(plan("a b/c a b/c/d b ./a")).toMatchObject({ paths: "a b/c", skipped: "a b/c/d b ./a" });
});

test("no hostile path is copied to where it says, and each is told (R1, W3)", () => {
  const bad = hostilePaths.filter(({ kind }) => neverPaths.has(kind)).map(({ path }) => ({ name: path, size: 1 }));
  const { files, skipped } = planImport([{ name: "good.md", size: 1 }, ...bad]);
  expect(files.map(({ path }) => path)).toEqual(["good.md"]);
  expect(skipped).toHaveLength(bad.length);
  expect(skipped.every(({ why }) => /^\S.+[.]$/.test(why))).toBe(true);
  for (const { path } of planImport(hostilePaths.map(({ path }) => ({ name: path, size: 1 }))).files) {
    expect(isPath(path), path).toBe(true);
  }
});

test("what its source calls unfit is left out with its reason (R1)", () => {
  const { files, skipped } = planImport([{ name: "l", size: 1, unfit: "It is a link." }, ...candidates("a b")]);
  expect(files).toHaveLength(2);
  expect(skipped).toEqual([{ name: "l", why: "It is a link." }]);
});

test("too many files or bytes: nothing is copied, with a sentence (R4)", () => {
  const told = (words: string) =>
    expect.objectContaining({ name: "QuotaExceededError", message: expect.stringContaining(words) });
  expect(() => plan("a b c", { files: 2, bytes: 100 })).toThrow(told("3 files, and at most 2 files"));
  expect(() => plan("a:900000000 b:200000000")).toThrow(told("1100 MB, and at most 1000 MB"));
  expect(plan("a:50 a:60", { files: 2, bytes: 50 })).toMatchObject({ paths: "a" });
});
