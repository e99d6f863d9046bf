import { expect, test } from "vitest";
import { isPath, readPath } from "../../../../src/core/files/path.js";
import { hostilePaths, neverPaths } from "../../../corpus/hostile-paths.js";

test("there are at least 500 hostile paths, no two alike", () => {
  expect(hostilePaths.length).toBeGreaterThanOrEqual(500);
  expect(new Set(hostilePaths.map(({ path }) => path)).size).toBe(hostilePaths.length);
});

test("those that leave the root or hide what they are get a sentence, and no path (W3)", () => {
  for (const { path, kind } of hostilePaths.filter(({ kind }) => neverPaths.has(kind))) {
    const told = { name: "InvalidPathError", message: expect.stringMatching(/^\S.+[.]$/) };
    expect(() => readPath(path), `${kind} ${JSON.stringify(path.slice(0, 80))}`).toThrow(expect.objectContaining(told));
  }
});

test("the others are read as paths below the root, and reading them again changes nothing", () => {
  for (const { path, kind } of hostilePaths.filter(({ kind }) => !neverPaths.has(kind))) {
    const read = readPath(path);
    expect(isPath(read), `${kind} ${path}`).toBe(true);
    expect(read.split("/"), path).not.toContain("..");
  }
});
