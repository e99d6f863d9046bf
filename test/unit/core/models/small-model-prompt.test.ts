/** R1–R5 of src/core/models/small-model-prompt.ts. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelSaid, textOf, userSaid } from "../../../../src/core/content.js";
import type { Content } from "../../../../src/core/content.js";
import { SHORT, SHORT_WORDS, shortened } from "../../../../src/core/models/small-model-prompt.js";
import { estimateContent, estimateText } from "../../../../src/core/tokens/tokens.js";

// u: a user's words, m: a model's, c: its call, r: the call's result; then the tokens.
const history = (notation: string): readonly Content[] =>
  notation.split(" ").map((word): Content => {
    const text = "x".repeat(Number(word.slice(1)) * 4);
    if (word.startsWith("u")) return userSaid(text);
    if (word.startsWith("m")) return modelSaid(text);
    return word.startsWith("c")
      ? { role: "model", parts: [{ functionCall: { name: "glob", args: {} } }] }
      : { role: "user", parts: [{ functionResponse: { name: "glob", response: { output: text } } }] };
  });
const kinds = (contents: readonly Content[]) =>
  contents
    .map(({ role, parts: [part] }) =>
      part?.functionCall ? "c" : part?.functionResponse ? "r" : role === "user" ? "u" : "m",
    )
    .join("");
const kept = (notation: string, tokens = SHORT.tokens) =>
  kinds(shortened({ contents: history(notation) }, { ...SHORT, tokens }).contents);
const tool = (name: string) => ({ name, description: "A Tool.", parameters: { type: "object", properties: {} } });

test("R1 short words stand for the long ones", () =>
  expect(shortened({ system: "x".repeat(20_000), contents: history("u1") }).system).toBe(SHORT_WORDS));

describe("R2 Tools", () => {
  const names = (called: readonly string[], declared: readonly string[]) =>
    shortened({
      contents: [
        userSaid("Do it"),
        ...called.map((name): Content => ({ role: "model", parts: [{ functionCall: { name } }] })),
      ],
      tools: declared.map(tool),
    }).tools?.map(({ name }) => name);
  test("are three, those that read before others", () =>
    expect(names([], ["replace", "glob", "write", "read_file"])).toEqual(["read_file", "glob", "replace"]));
  test("those called last come first", () =>
    expect(names(["replace", "write"], ["replace", "glob", "write", "read_file"])).toEqual([
      "write",
      "replace",
      "read_file",
    ]));
  test("none are none", () => expect(shortened({ contents: history("u1") })).not.toHaveProperty("tools"));
});

describe("R3 the last Turn", () => {
  test("keeps its words and the newest calls that fit, with their results", () =>
    expect(kept("u10 c1 r400 c1 r400 c1 r400 c1 r400")).toBe("ucrcrcr"));
  test("goes before the ones before it", () => expect(kept("u10 m500 u10 c1 r500 c1 r500")).toBe("ucrcr"));
});

test("R4 Turns before it are kept whole, newest first", () => {
  expect(kept("u10 m500 u10 m500 u10 m500 u10")).toBe("umumu");
  expect(kept("u10 m10 u10 c1 r100 m10 u10")).toBe("umucrmu");
});

test("R5 a text that is too long keeps its beginning and its end", () => {
  const text = `begin ${"👋".repeat(5_000)} end`;
  const [content] = shortened({ contents: [userSaid(text)] }).contents;
  const said = textOf(content!);
  expect(said).toMatch(/^begin 👋+\n\[… left out here …\]\n👋+ end$/u);
});

test("whatever it is given, what is sent fits, begins with a user, and has the last words", () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("u", "m", "c"), fc.nat(3_000)), { maxLength: 12 }), (turns) => {
      const notation = [...turns.map(([kind, size]) => (kind === "c" ? `c1 r${size}` : kind + size)), "u5"].join(" ");
      const { contents, system = "" } = shortened({ contents: history(notation) });
      const size = contents.reduce((sum, content) => sum + estimateContent(content), estimateText(system));
      expect(size).toBeLessThanOrEqual(SHORT.tokens + contents.length);
      expect(kinds(contents)).toMatch(/^u.*$/);
      expect(kinds(contents)).not.toMatch(/(?:^|[^c])r/);
      expect(textOf(contents.at(-1)!)).toBe("x".repeat(20));
    }),
  ));
