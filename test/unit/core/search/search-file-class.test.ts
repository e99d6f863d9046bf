import { expect, test } from "vitest";
import { createSearchIndex } from "../../../../src/core/search/search-index.js";
import { passesOn } from "../../../../src/core/search/search-file-class.js";
import { file } from "../../../support/entries.js";
import { cpuTime } from "../../../support/cpu-time.js";

test("a file that only passes on what others have is told from one that makes something", () => {
  expect(passesOn('export { a } from "./a.js";\nexport { b } from "./b.js";\nexport * from "./c.js";\n')).toBe(true);
  expect(passesOn('import a from "./a.js";\nimport b from "./b.js";\n\nexport {\n  a,\n  b,\n};\n')).toBe(true);
  expect(passesOn('import a from "./a.js";\n\nexport function b() {\n  return a(1) + 2;\n}\n')).toBe(false);
  expect(passesOn("# Notes\n\nNothing is passed on here.\n")).toBe(false);
});

test("such a file steps back behind what it names, and takes no time however odd its lines", async () => {
  const index = createSearchIndex();
  index.put([
    file(
      "index.js",
      'export { camelCase } from "./a.js";\nexport { snakeCase } from "./b.js";\nexport * from "./c.js";\n',
    ),
    file("a.js", "/** Turns words into camel case. */\nexport function camelCase(words) {\n  return words;\n}\n"),
  ]);
  expect(index.search({ text: "camelCase" })[0]!.key).toBe("a.js");
  expect(await cpuTime(() => passesOn(`export {\n${"a ".repeat(25_000)}(\n}`))).toBeLessThan(1_000);
});

test("R4 of search-build: a file called index goes by the name of its folder", () => {
  const index = createSearchIndex();
  const body = "module.exports = { run };\n";
  index.put([file("lib/remove/index.js", body), file("lib/remove/other.js", body), file("lib/copy/index.js", body)]);
  expect(index.search({ text: "remove" })[0]!.key).toBe("lib/remove/index.js");
});

test("R1, R7 of search-query: plain words lack nothing, and what is never used is unused", () => {
  const index = createSearchIndex();
  index.put([
    file("no-unused-vars.js", "reports variables that nobody reads"),
    file("complaints.md", "people complain about everything"),
    file("vars.js", "variables are read here"),
  ]);
  expect(index.search({ text: "what complains about variables that are never used" })[0]!.key).toBe(
    "no-unused-vars.js",
  );
});
