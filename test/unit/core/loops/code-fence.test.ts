/** Code in a stream, by the rules and by a plain reading of whole lines. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CLOSED, CODE, createFenceReader, FENCE, MAYBE, OPENED, TEXT } from "../../../../src/core/loops/code-fence.js";

/** The text without its code: what is left of it, the line of an opening fence too, but not of a closing one. */
function textIn(text: string, reader = createFenceReader()): string {
  let kept = "";
  for (const char of text) {
    const part = readWith(reader, char);
    if (part === TEXT || part === MAYBE || part === FENCE) kept += char;
  }
  return kept;
}
const readWith = (reader: ReturnType<typeof createFenceReader>, char: string) => reader.read(char.charCodeAt(0));

/** The same by whole lines: a text is read up to its first fence, then up to the fence that closes it, and so on. */
function plainTextIn(text: string, isStart = true): string {
  const end = text.indexOf("\n");
  if (end < 0) return text;
  const line = text.slice(0, end);
  const rest = text.slice(end + 1);
  const fence = isStart ? /^\s*(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line) : null;
  if (fence) {
    const marks = fence[1] ?? fence[2]!;
    const close = new RegExp(`^[^\\S\\n]*${marks[0]}{${marks.length},}[^\\S\\n]*\\n`, "m").exec(rest);
    return line + (close ? plainTextIn(rest.slice(close.index + close[0].length)) : "");
  }
  const within = openWithin(line, isStart);
  if (within === "") return `${line}\n${plainTextIn(rest)}`;
  const close = rest.indexOf(within);
  return line + (close < 0 ? "" : plainTextIn(rest.slice(close + within.length), false));
}

/** The backticks within a line that code begins with (R3), or "". */
function openWithin(line: string, isStart: boolean): string {
  const quotes = [...line.matchAll(/`{3,}/g)].reduce(
    (open, [run]) => (open === "" ? run : run === open ? "" : open),
    "",
  );
  const last = /(`{3,})[^\s`]*$/.exec(line);
  return quotes !== "" && last?.[1] === quotes && (!isStart || line.slice(0, last.index).trim() !== "") ? quotes : "";
}

describe("code begins after a fence (R1)", () => {
  for (const fence of ["```", "````", "```js", "```js title=a b", "~~~", "~~~~~ `x` ```", "  ```", "\t~~~", "```\r"])
    test(JSON.stringify(fence), () => expect(textIn(`a\n${fence}\nx\ny`)).toBe(`a\n${fence}`));
  for (const fence of ["``", "~~", "```a```", "```a`", "a ~~~", "`` ` ", "~ ~ ~", "-~~~"])
    test(`but not after ${fence}`, () => expect(textIn(`a\n${fence}\nx\ny`)).toBe(`a\n${fence}\nx\ny`));
});

describe("code ends after a line of the same marks (R2)", () => {
  for (const fence of ["```", "`````", "  ```", "```  ", "```\r"])
    test(JSON.stringify(fence), () => expect(textIn(`\`\`\`\nx\n${fence}\ny`)).toBe("```y"));
  for (const fence of ["``", "~~~", "```js", "``` x", "x ```", "``` ```", "`` `"])
    test(`not after ${fence}`, () => expect(textIn(`\`\`\`\nx\n${fence}\ny`)).toBe("```"));
  test("as many as opened it", () => expect(textIn("~~~~\n~~~\nx\n~~~~\ny")).toBe("~~~~y"));
});

describe("backticks within a line (R3)", () => {
  for (const line of ["so: ```", "so: ```js", "- ```sh", "> ```", "a ```b``` c ```d"])
    test(`begin code: ${line}`, () => expect(textIn(`${line}\nx\ny`)).toBe(line));
  for (const line of ["so ``` and", "so ```js ", "a ```b``` c", "a ```b```", "a ```b c```", "a ```b `c", "so `` x"])
    test(`begin none: ${line}`, () => expect(textIn(`${line}\nx\ny`)).toBe(`${line}\nx\ny`));
  test("end it wherever they stand", () => {
    expect(textIn("so: ```js\nx\n```\ny")).toBe("so: ```js\ny");
    expect(textIn("so: ```js\nx``` y\nz")).toBe("so: ```js y\nz");
    expect(textIn("> ```\n> x\n> ```\n> y")).toBe("> ```\n> y");
  });
});

describe("for any text", () => {
  const marked = fc
    .array(
      fc.constantFrom(
        ..."`~ \nx\t",
        "```",
        "````",
        "~~~",
        "\n```\n",
        "\n```js\n",
        "\n~~~\n",
        " ```\n",
        "\n```` \n",
        "x y",
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(""));

  test("the code is the one of a plain reading of whole lines", () =>
    fc.assert(
      fc.property(marked, (text) => {
        expect(textIn(`${text}\n`)).toBe(plainTextIn(`${text}\n`));
      }),
      { numRuns: 3_000 },
    ));
  test("what need not be shown changes nothing", () =>
    fc.assert(
      fc.property(marked, (text) => {
        const [all, few] = [createFenceReader(), createFenceReader()];
        let isPlain = false;
        for (const char of text) {
          const part = readWith(all, char);
          if (isPlain && char !== "\n" && char !== "`") {
            expect(part).toBe(TEXT);
            continue;
          }
          expect(readWith(few, char)).toBe(part);
          isPlain = part === TEXT && !/\s/.test(char);
        }
      }),
      { numRuns: 1_000 },
    ));
  test("a reader that was reset is like a new one", () =>
    fc.assert(
      fc.property(marked, marked, (one, other) => {
        const reader = createFenceReader();
        textIn(one, reader);
        reader.reset();
        expect(textIn(other, reader)).toBe(textIn(other));
      }),
      { numRuns: 1_000 },
    ));
  test("code opens and closes in turn", () =>
    fc.assert(
      fc.property(marked, (text) => {
        const reader = createFenceReader();
        let isCode = false;
        for (const char of text) {
          const part = readWith(reader, char);
          expect(part === CODE || part === CLOSED).toBe(isCode);
          if (part === OPENED) isCode = true;
          if (part === CLOSED) isCode = false;
        }
      }),
    ));
});
