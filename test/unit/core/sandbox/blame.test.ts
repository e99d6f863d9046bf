import * as fc from "fast-check";
import { expect, test } from "vitest";
import { blame, type BlameHistory } from "../../../../src/core/sandbox/blame.js";

/** Commits newest first: name, parents, and the file with a letter a line; "-" where there is none. */
type Line = readonly [name: string, parents: string, file: string];

const historyOf = (commits: readonly Line[]): BlameHistory => {
  const find = (name: string) => commits.find(([each]) => each === name)!;
  return {
    async fileAt(name) {
      const file = find(name)[2];
      return file === "-" ? undefined : { id: file, lines: async () => [...file] };
    },
    parentsOf: async (name) => [...find(name)[1]],
    timeOf: async (name) => -commits.indexOf(find(name)),
  };
};
const blamed = async (commits: readonly Line[], { first = 1, last = commits[0]![2].length, most = 100 } = {}) => {
  const { commits: found, isCut } = await blame(historyOf(commits), commits[0]![0], { first, last, most });
  return found.join("") + (isCut ? "…" : "");
};

test("a line is the commit's that brought it (R3)", async () => {
  expect(
    await blamed([
      ["c", "b", "xAyzB"],
      ["b", "a", "xyzB"],
      ["a", "", "xyz"],
    ]),
  ).toBe("acaab");
});

test("a commit that did not touch the file is passed over (R2)", async () => {
  expect(
    await blamed([
      ["c", "b", "xy"],
      ["b", "a", "xy"],
      ["a", "", "x"],
    ]),
  ).toBe("ab");
});

test("lines come through a merge from both sides, each looked at once all have handed on (R1)", async () => {
  const commits: Line[] = [
    ["m", "lr", "LabR"],
    ["l", "o", "Lab"],
    ["r", "o", "abR"],
    ["o", "", "ab"],
  ];
  expect(await blamed(commits)).toBe("loor");
});

test("a file that was not there before is its commit's", async () => {
  expect(
    await blamed([
      ["b", "a", "xy"],
      ["a", "", "-"],
    ]),
  ).toBe("bb");
});

test("only the lines asked for", async () => {
  expect(
    await blamed(
      [
        ["b", "a", "xAy"],
        ["a", "", "xy"],
      ],
      { first: 2, last: 3 },
    ),
  ).toBe("ba");
});

test("an end is found, and told of (R4)", async () => {
  const long: Line[] = Array.from({ length: 50 }, (_, at) => [
    String.fromCharCode(200 + at),
    at === 49 ? "" : String.fromCharCode(201 + at),
    "x",
  ]);
  expect(await blamed(long, { most: 10 })).toBe(`${String.fromCharCode(210)}…`);
});

test("whatever the history, a line blamed on a commit stands in it, and in no parent's whole stead", async () => {
  const file = fc.stringMatching(/^[a-d]{1,8}$/);
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 6 }), async (files) => {
      const commits = files.map((each, at): Line => [String(at), at + 1 < files.length ? String(at + 1) : "", each]);
      const found = await blamed(commits);
      expect(found.length).toBe(files[0]!.length);
      for (const [at, name] of [...found].entries()) expect(files[Number(name)]).toContain(files[0]![at]);
    }),
  );
});
