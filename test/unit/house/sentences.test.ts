/** Sentences for people stand in word tables, one for each folder, so that they can be read together and put into another language. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scriptsIn } from "../../support/exported-names.js";

const sourceFiles = [...scriptsIn("src"), ...scriptsIn("workers")];
const codeOf = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
const isTable = (file: string): boolean => /(?:^|[-/])(?:words|texts)\.ts$/.test(file);

/** Three words in a row, in quotes, within the parentheses of a `new …Error(…)`. */
const SENTENCE = /["'`][^"'`]*\b[A-Za-z’']+ [A-Za-z’']+ [A-Za-z’']+/;

/** The arguments of each error that is made in the code, up to the parenthesis that closes them. */
function argumentsOfErrors(code: string): readonly string[] {
  return [...code.matchAll(/\bnew \w*(?:Error|Exception)\(/g)].map(({ index, 0: { length } }) => {
    let depth = 1;
    let end = index + length;
    for (; depth > 0 && end < code.length; end++) depth += code[end] === "(" ? 1 : code[end] === ")" ? -1 : 0;
    return code.slice(index + length, end - 1);
  });
}

const sentencesIn = (code: string): readonly string[] =>
  argumentsOfErrors(code).filter((given) => SENTENCE.test(given));

test("no sentence stands where an error is thrown", () => {
  const found = sourceFiles
    .filter((file) => !isTable(file))
    .flatMap((file) => sentencesIn(codeOf(readFileSync(file, "utf8"))).map((given) => `${file}: ${given.trim()}`));
  expect(found).toEqual([]);
});

test("and one that did would be found", () => {
  expect(sentencesIn('throw new AgentError("NotFoundError", "There is no such file.");')).toHaveLength(1);
  expect(sentencesIn("throw new Error(`${of(count)} more lines are there.`)")).toHaveLength(1);
  expect(sentencesIn('throw new AgentError("NotFoundError", words.noSuchFile(path));')).toEqual([]);
});
