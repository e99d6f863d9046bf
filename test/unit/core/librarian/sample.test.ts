/** U6: what the first screen and the sample itself suggest to ask has an answer in it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sample } from "../../../../src/platform/workspace/sample.js";
import { texts } from "../../../../src/ui/base/texts.js";
import { temporaryFolder } from "../../../support/browser.js";
import { openLibrarian, type LibrarianOfFolder } from "../../../support/librarian-judge.js";
import { plantTree } from "../../../support/real-folder.js";

const disk = temporaryFolder("sample");
let librarian: LibrarianOfFolder;
beforeAll(async () => {
  plantTree(disk.path, sample);
  librarian = await openLibrarian(disk.path);
});
afterAll(() => disk.remove());

test.each([
  ["What do I need to buy for the plan of this week?", "plan.md"],
  ["Find every recipe with lentils.", "recipes/lentil-soup.md"],
  ["Why does scale.js give 4 eggs for 2 people?", "scale.js"],
  ["who is allergic to nuts?", "GEMINI.md"],
])("R6 %s", async (question, file) => {
  expect((await librarian.ask(question)).files[0]).toBe(file);
});

test.each(texts.welcome.examples)("%s", async (question) => {
  const { text } = await librarian.ask(question);
  expect(text).not.toMatch(/Nothing found|No line of this folder/);
});
