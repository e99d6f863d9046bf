import { expect, test } from "vitest";
import { findBestLine, findWords } from "../../../../src/core/search/search-quote.js";

const source = `import { settings } from "./settings.js";
// the port comes from elsewhere
listen(settings.port);

export const defaults = {
  host: "localhost",
  port: 8080,
};
print(defaults.port);
`;
const bestLine = (query: string, text = source, path = "a.ts") =>
  findBestLine(text, { text: query }, { fromLine: 1, toLine: text.split("\n").length }, path);
const marked = (text: string, query: string) =>
  findWords(text, { text: query }).map(({ from, to }) => text.slice(from, to));

test("R1: the line that defines a word comes before those that use it", () =>
  expect(bestLine("where is the port set?")).toBe(7));

test("R1: the line with most of what was asked wins", () => expect(bestLine("listen settings")).toBe(3));

test("R1: a passage without a word of the question begins with its first line", () => {
  const passage = { fromLine: 5, toLine: 7 };
  expect(findBestLine(source, { text: "harbour" }, passage)).toBe(5);
});

test("R1: lines are counted within the passage alone", () =>
  expect(findBestLine(source, { text: "port" }, { fromLine: 8, toLine: 9 })).toBe(9));

test("R1: a heading answers before the text below it", () =>
  expect(bestLine("deployment", "We deploy on Friday.\n\n## Deployment\n\nSee above.", "a.md")).toBe(3));

test("R2: words are marked in whatever form they stand", () => {
  expect(marked("The Ports are configured by setPort().", "port configuration")).toEqual([
    "Ports",
    "configured",
    "setPort",
  ]);
  expect(marked("服务器的端口在这里", "端口")).toHaveLength(1);
});

test("R2: words that only ask are not marked", () =>
  expect(marked("where is the port", "where is the port?")).toEqual(["port"]));
