import { expect, test } from "vitest";
import {
  entryOfFile,
  isReadable,
  planFolder,
  rootRules,
  indexableText,
} from "../../../../src/core/search/file-index.js";
import { parentOf } from "../../../../src/core/files/path.js";
import { createSearchIndex } from "../../../../src/core/search/search-index.js";

const listed = (path: string, size = 10, changedAt = 1) => ({ path, size, changedAt });

test("R4: only what is new or changed is stale, and what is gone is told", () => {
  const index = createSearchIndex();
  index.put(
    [listed("same.ts"), listed("longer.ts"), listed("later.ts"), listed("gone.ts")].map((file) => entryOfFile(file)),
  );
  index.put([{ key: "note", group: "memory", text: "not of the folder", time: 0 }]);
  const plan = planFolder(index, [
    listed("same.ts"),
    listed("longer.ts", 11),
    listed("later.ts", 10, 2),
    listed("new.ts"),
  ]);
  expect(plan.stale.map(({ path }) => path)).toEqual(["longer.ts", "later.ts", "new.ts"]);
  expect(plan.gone).toEqual(["gone.ts"]);
});

/** Whether the path, or any folder on the way to it, is excluded. */
function isLeftOut(path: string, rules: ReturnType<typeof rootRules>): boolean {
  for (let folder = parentOf(path); folder !== ""; folder = parentOf(folder)) {
    if (rules.excludes(folder, "folder")) return true;
  }
  return rules.excludes(path, "file");
}

test("R1, R3: what other tools made, secrets and locks are left out", () => {
  const rules = rootRules();
  const isOut = (path: string) => isLeftOut(path, rules);
  for (const path of [
    "node_modules/a/b.js",
    "x/.git/config",
    "dist/app.js",
    "package-lock.json",
    ".env",
    ".env.local",
  ]) {
    expect(isOut(path), path).toBe(true);
  }
  for (const path of ["src/app.ts", ".github/workflows/ci.yml", "builder/main.go", "src/env.ts"]) {
    expect(isOut(path), path).toBe(false);
  }
});

test("R1: .gitignore and .geminiignore hold for all below them, and the deeper has the last word", () => {
  const rules = rootRules(["*.log\n/secret\n", "drafts/\n"]).within("docs", ["!keep.log\nbuild-*.md\n"]);
  const isOut = (path: string) => isLeftOut(path, rules);
  expect(isOut("docs/a.log")).toBe(true);
  expect(isOut("docs/keep.log")).toBe(false);
  expect(isOut("docs/build-1.md")).toBe(true);
  expect(isOut("docs/drafts/a.md")).toBe(true);
  expect(isOut("docs/secret")).toBe(false);
});

test("R2: big files and pictures are known by their path alone", () => {
  expect(isReadable(listed("a.ts"))).toBe(true);
  expect(isReadable(listed("a.png"))).toBe(false);
  expect(isReadable(listed("a.ts", 1_000_001))).toBe(false);
  const index = createSearchIndex();
  index.put([entryOfFile(listed("img/company-logo.png"))]);
  expect(index.search({ text: "logo" })[0]).toMatchObject({ key: "img/company-logo.png", passages: [] });
});

test("R2: text is told from what is none by its bytes", () => {
  expect(indexableText(new TextEncoder().encode("plain — text"))).toBe("plain — text");
  expect(indexableText(Uint8Array.of(0x50, 0, 1, 2))).toBeUndefined();
  expect(indexableText(Uint8Array.of(0xff, 0xfe, 0x41, 0))).toBe("A");
  expect(indexableText(Uint8Array.from({ length: 100 }, (_, at) => 0x80 + (at % 64)))).toBeUndefined();
});
