/** Labels: words that the user reads stand in the catalogues (`texts.ts`, `*-texts.ts`), where another language can take their place. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scriptsIn } from "../../support/exported-names.js";

const SPOKEN = /\s(?:aria-label|aria-description|placeholder|title|alt|label)="([^"]*\p{L}[^"]*)"/gu;

/** Words between tags, and in the attributes that are shown or spoken. */
function wordsOf(template: string): readonly string[] {
  const spoken = [...template.matchAll(SPOKEN)].map(([, words = ""]) => words);
  const shown = template.replaceAll(/<!--.*?-->|<[^>]*>/gs, "\n").split("\n");
  return [...spoken, ...shown.map((line) => line.trim()).filter((line) => /\p{L}{2}/u.test(line))];
}

/** The html templates of a file, those within others too, each without what is put into it. */
function templatesIn(source: string): readonly string[] {
  const found: string[] = [];
  const read = (from: number): number => {
    let text = "";
    let at = from;
    while (source[at] !== "`") {
      if (source.startsWith("${", at)) at = skip(at + 2);
      else text += source[at++];
    }
    found.push(text);
    return at + 1;
  };
  /** Behind the brace that closes what is put in. */
  const skip = (from: number): number => {
    let at = from;
    for (let depth = 1; depth > 0;) {
      if (source[at] === "`") at = readOther(at + 1, source.slice(at - 4, at) === "html");
      else depth += { "{": 1, "}": -1 }[source[at++]!] ?? 0;
    }
    return at;
  };
  const readOther = (from: number, isHtml: boolean): number => {
    const end = read(from);
    if (!isHtml) found.pop();
    return end;
  };
  for (let at = source.indexOf("html`"); at >= 0; at = source.indexOf("html`", at)) at = read(at + "html`".length);
  return found;
}

test("no template has words of its own", () => {
  const files = scriptsIn("src/ui").filter((file) => !file.endsWith("texts.ts"));
  const templates = files.flatMap((file) => templatesIn(readFileSync(file, "utf8")).map((text) => ({ file, text })));
  expect(templates.length).toBeGreaterThan(300);
  expect(templates.flatMap(({ file, text }) => wordsOf(text).map((words) => `${file}: ${words}`))).toEqual([]);
});

test("and such words would be found", () => {
  const source = 'html`<p title="Two words">${a ? html`<b>Three ${`not ${b}`} words</b>` : ""}</p>`';
  expect(templatesIn(source).flatMap(wordsOf).toSorted()).toEqual(["Three  words", "Two words"]);
});
