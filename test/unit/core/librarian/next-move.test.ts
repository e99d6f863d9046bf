/** The librarian over a small project: what it calls, and what it answers. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyLibrary } from "../../../support/empty-library.js";
import { nextMove } from "../../../../src/core/librarian/next-move.js";
import { planFor } from "../../../../src/core/librarian/plan.js";
import { SELF } from "../../../../src/core/librarian/small-talk.js";
import { modelSaid, userSaid } from "../../../../src/core/content.js";
import type { Hit } from "../../../../src/core/search/search.js";
import { temporaryFolder } from "../../../support/browser.js";
import { openLibrarian, type LibrarianOfFolder } from "../../../support/librarian-judge.js";
import { plantTree } from "../../../support/real-folder.js";

const disk = temporaryFolder("librarian");
let librarian: LibrarianOfFolder;
beforeAll(async () => {
  plantTree(disk.path, {
    "README.md": "# Tide\n\nA timetable of tides.\n\n```sh\nnpm start\n```\n",
    src: {
      "settings.ts": "export const settings = {\n  port: 8080,\n  host: '127.0.0.1',\n};\n",
      "server.ts":
        "import { settings } from './settings.js';\n\nexport function startServer() {\n  throw new Error('E42: port in use');\n}\n",
      "moon.ts":
        "/** The phase of the moon on a day. */\nexport const phaseOfMoon = (day: number) => (day % 29.53) / 29.53;\n",
    },
    test: { "moon.test.ts": "test('the moon is new', () => {});\n// TODO more moons\n" },
  });
  librarian = await openLibrarian(disk.path);
});
afterAll(() => disk.remove());

/** As if all that was asked for were in it. */
const hitOf = (_: string, at: number): Hit => ({
  ...{ key: `s/${at}`, group: "session", time: 0, score: 9 - at, coverage: 1 },
  words: [{ word: "port", share: 1, found: "whole", isName: false, entries: 3 }],
  passages: [],
});

test("R1 says once in a session what it is", async () => {
  const first = await nextMove({ contents: [userSaid("hello")] }, emptyLibrary);
  expect(first).toMatchObject({ kind: "answer", text: expect.stringContaining(SELF) });
  const contents = [userSaid("hello"), modelSaid((first as { text: string }).text), userSaid("thanks")];
  expect(await nextMove({ contents }, emptyLibrary)).toMatchObject({ text: expect.not.stringContaining(SELF) });
});

test("a question: reads the best places by a tool, quotes them and links to their lines", async () => {
  const { text, calls, files } = await librarian.ask("where is the port set?");
  expect(calls).toContain("read_file");
  expect(files[0]).toBe("src/settings.ts");
  expect(text).toContain("[`src/settings.ts:2`](#/file/src/settings.ts:2)");
  expect(text).toContain("  port: 8080,");
});
test("what stands in quotation marks is found letter by letter", async () => {
  const { calls, files } = await librarian.ask('where is "E42: port in use" thrown?');
  expect(calls).toContain("grep_search");
  expect(files).toEqual(["src/server.ts"]);
});
test("nothing convincing: says so, says what was searched, and links nowhere", async () => {
  const { text, files } = await librarian.ask("Where are invoices emailed to customers?");
  expect(text).toMatch(/Nothing found: I searched 5 files of `.+` and in past sessions/);
  expect(files).toEqual([]);
});
test("R2 of recall: what was told to be read or changed just now is not quoted as something said", async () => {
  const texts = ["change the port to 90", "read port.md", "The port is 8080 in May. Read it again."];
  const library = {
    ...emptyLibrary,
    searchSessions: () => Promise.resolve({ hits: texts.map(hitOf), entries: 100 }),
    said: (key: string) =>
      Promise.resolve({ session: "s", title: "t", at: 0, from: "user" as const, text: texts[Number(key.slice(2))]! }),
  };
  const move = await nextMove({ contents: [userSaid("change the port to 90")] }, library);
  expect((move as { text: string }).text).toContain("> The port is 8080 in May.");
  expect((move as { text: string }).text).not.toMatch(/> (?:change|read) /);
});
test("reads a range, and a file by its name alone", async () => {
  const range = await librarian.ask("read src/settings.ts 2-3");
  expect(range.text).toContain("[`src/settings.ts:2`](#/file/src/settings.ts:2), lines 2 to 3 of 4:");
  expect(range.text).toContain("```ts\n  port: 8080,\n  host: '127.0.0.1',\n```");
  const byName = await librarian.ask("open moon.ts");
  expect(byName.calls).toEqual(["read_file", "glob", "read_file"]);
  expect(byName.files).toEqual(["src/moon.ts"]);
});
test("a fence is longer than any inside", async () => {
  const { text } = await librarian.ask("read README.md");
  expect(text).toContain("````md\n# Tide");
  expect(text.match(/^````$/gm)).toHaveLength(1);
});
test("lists, finds and counts", async () => {
  expect((await librarian.ask("list src")).files).toEqual(["src/moon.ts", "src/server.ts", "src/settings.ts"]);
  expect((await librarian.ask("list the tests")).files).toEqual(["test/moon.test.ts"]);
  expect((await librarian.ask("how many .ts files are there?")).text).toContain("4 files");
  expect((await librarian.ask("find every TODO")).text).toContain("test/moon.test.ts:2");
});
test("R3 an order that cannot be carried out is searched for", async () => {
  const { calls, files } = await librarian.ask("list moon");
  expect(calls[0]).toBe("list_directory");
  expect(files[0]).toBe("src/moon.ts");
});
test("G3: it says all it answers from, and offers only orders that it understands", async () => {
  const { text } = await librarian.ask("what can you do?");
  for (const source of ["your folder", "your past sessions", "what you had me remember"])
    expect(text).toContain(source);
  const orders = [...text.matchAll(/"([^"]+)"/g)].map(([, order]) => order!).filter((order) => /^[a-z]/.test(order));
  expect(orders.map((order) => planFor(order).kind)).toEqual([
    "search",
    "read",
    "files",
    "lines",
    "recall",
    "remember",
  ]);
});
test("a fact is put into no memory where the settings leave the Tool out", async () => {
  const told = await nextMove({ contents: [userSaid("remember that the quay closes at nine")] }, emptyLibrary);
  expect(told).toMatchObject({ text: expect.stringContaining("the settings leave `save_memory` out") });
});
test("what it cannot do it says, and shows what that was about", async () => {
  const { text, files } = await librarian.ask("change the port");
  expect(text).toContain("I cannot write or change files");
  expect(files[0]).toBe("src/settings.ts");
});
test.each([
  [{ state: "none" as const }, /No folder is open/],
  [{ state: "locked" as const, name: "tide" }, /asks for a click before it opens `tide` again/],
])("without a folder it says so: %o", async (folder, words) => {
  const library = { ...emptyLibrary, folder: () => folder };
  for (const ask of ["read a.ts", "where is the port set?"]) {
    expect(await nextMove({ contents: [userSaid(ask)] }, library)).toMatchObject({
      text: expect.stringMatching(words),
    });
  }
});
