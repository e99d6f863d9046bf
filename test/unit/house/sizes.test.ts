/** Sizes: a file over 400 lines has two subjects, and a folder with more than 30 source files has two domains. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { scriptsIn } from "../../support/exported-names.js";

const MOST_LINES = 400;
const MOST_FILES = 30;

const files = [...scriptsIn("src"), ...scriptsIn("workers")];

test(`no source file has more than ${MOST_LINES} lines`, () => {
  expect(files.length).toBeGreaterThan(500);
  const long = files
    .map((file) => ({ file, lines: readFileSync(file, "utf8").split("\n").length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES);
  expect(long).toEqual([]);
});

test(`no folder has more than ${MOST_FILES} source files`, () => {
  const folders = new Map<string, number>();
  for (const file of files) folders.set(path.dirname(file), (folders.get(path.dirname(file)) ?? 0) + 1);
  expect([...folders].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});
