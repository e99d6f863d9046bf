import * as fc from "fast-check";
import { expect, test } from "vitest";
import { librarianSays } from "../../../src/core/librarian-words.js";

test.each(["hello", "Hi there!", "Good morning", "你好", "  hey  "])("greets back: %s", (words) =>
  expect(librarianSays(words)).toMatch(/^Hello\./),
);
test.each([
  "who are you?",
  "help",
  "What can you do?",
  "are you a robot",
  "hello",
  "tell me a joke",
  "why is the sky blue?",
])("says that it is no model: %s", (words) => expect(librarianSays(words)).toMatch(/no language model/));
test.each(["who are you?", "hello", "tell me a joke", "why is the sky blue?", "do you work with Gemini?"])(
  "says how to get a model: %s",
  (words) => expect(librarianSays(words)).toMatch(/"Gemini API key" in Settings/),
);
test.each([
  ["read src/app.ts 10-40", "`src/app.ts`"],
  ["please open the file README", "`README`"],
  ["Can you show me package.json?", "`package.json`"],
])("says where a file can be read: %s", (words, name) => {
  expect(librarianSays(words)).toContain(name);
  expect(librarianSays(words)).toMatch(/cannot read .* yet\. .*Open folder.*Files tab/);
});
test.each(["list the tests", "ls", "show all files"])("says where files are listed: %s", (words) =>
  expect(librarianSays(words)).toMatch(/cannot list .*Files tab/s),
);
test.each(["find where the port is set", "where is the config", "grep TODO"])(
  "does not pretend to search: %s",
  (words) => expect(librarianSays(words)).toMatch(/^I cannot search yet/),
);
test.each(["remember that I use tabs", "don't forget the milk"])("does not pretend to remember: %s", (words) =>
  expect(librarianSays(words)).toMatch(/^I cannot put anything into a memory yet/),
);
test("a question it cannot answer gets no answer", () =>
  expect(librarianSays("why is the sky blue?")).toMatch(/^I have no answer to that\./));
test("an order it cannot follow is kept, and it says so", () =>
  expect(librarianSays("write me a parser for INI files")).toMatch(/^Your message is kept, and that is all/));

test("R1 the same words get the same answer, at once, whatever they are", () =>
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 2_000 }), (words) => {
      expect(librarianSays(words)).toBe(librarianSays(words));
    }),
  ));
test("R2 nothing of the message comes back but the name of a file", () =>
  fc.assert(
    fc.property(
      fc.constantFrom("read ", "hello ", "find ", "remember ", ""),
      fc.stringMatching(/^[a-z]{6,12}$/),
      (verb, word) => {
        const known = librarianSays("") + librarianSays("help");
        fc.pre(!known.includes(word));
        expect(librarianSays(`${verb}xx${word}xx <b>`)).not.toContain(`xx${word}xx`);
      },
    ),
  ));
test("R3 at most two paragraphs, each under 80 words", () =>
  fc.assert(
    fc.property(
      fc.constantFrom("hello", "help", "read a.ts", "ls", "find it", "remember it", "offline?", "why?", "x", "thanks"),
      (words) => {
        const paragraphs = librarianSays(words).split("\n\n");
        expect(paragraphs.length).toBeLessThanOrEqual(2);
        for (const paragraph of paragraphs) expect(paragraph.split(" ").length).toBeLessThan(80);
      },
    ),
  ));
test("a long message costs no time", () => {
  const began = performance.now();
  librarianSays(`read ${"a/".repeat(50_000)} ${"list ".repeat(50_000)}`);
  // Measured 1 ms; a backtracking rule would take minutes.
  expect(performance.now() - began).toBeLessThan(1_000);
});
