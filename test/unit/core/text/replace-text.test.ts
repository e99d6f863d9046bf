import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replaceText, usualEnd } from "../../../../src/core/text/replace-text.js";

/** What comes out, or what is said instead. */
function replaced(file: string, old: string, put: string, times?: number | "any") {
  const outcome = replaceText(file, { old, new: put, ...(times !== undefined && { times }) });
  return outcome.kind === "replaced" ? outcome.text : outcome.kind;
}

describe("line ends (R1)", () => {
  test("an old text with other line ends is found, and the file keeps its own", () => {
    expect(replaced("a\r\nb\r\nc\r\n", "a\nb", "a\nx\nb")).toBe("a\r\nx\r\nb\r\nc\r\n");
    expect(replaced("a\nb\nc\n", "a\r\nb", "a\r\nx")).toBe("a\nx\nc\n");
  });

  test("a file of mixed line ends keeps every one that is not in the changed piece", () => {
    expect(replaced("a\r\nb\nc\r\nd\n", "b\nc", "b\nx")).toBe("a\r\nb\nx\r\nd\n");
  });

  test("a lone carriage return is a letter like others", () => {
    expect(replaced("a\rb\nc", "b", "x")).toBe("a\rx\nc");
    expect(replaced("a\r\r\nb", "b", "x")).toBe("a\r\r\nx");
  });

  test("says what most lines end with", () => {
    expect(usualEnd("a\r\nb\r\nc\n")).toBe("\r\n");
    expect(usualEnd("a\nb")).toBe("\n");
    expect(usualEnd("")).toBe("\n");
  });

  test("whatever the file: all around the piece stays, and the piece becomes the new text", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "\t", "é", "😀", "{", "$&"), maxLength: 6 });
    const ends = fc.constantFrom("\n", "\r\n");
    const files = fc.array(fc.tuple(line, ends), { maxLength: 12 });
    fc.assert(
      fc.property(files, fc.nat(), fc.nat(), fc.array(line, { maxLength: 4 }), (parts, from, length, lines) => {
        const file = parts.map((part) => part.join("")).join("");
        const text = file.replaceAll("\r\n", "\n");
        fc.pre(text !== "");
        const start = from % text.length;
        const old = text.slice(start, start + 1 + (length % 20));
        const put = lines.join("\n");
        const outcome = replaceText(file, { old, new: put, times: "any" });
        const expected = text.split(old).join(put);
        if (outcome.kind !== "replaced") return old === put || expected === text;
        const isUniform = !parts.some(([, end]) => end !== parts[0]![1]);
        const end = parts[0]?.[1] ?? "\n";
        return (
          outcome.text.replaceAll("\r\n", "\n") === expected &&
          (!isUniform || outcome.text === expected.replaceAll("\n", end))
        );
      }),
    );
  });
});

describe("blanks (R3)", () => {
  test("an exact place counts before any that is only alike (R2)", () => {
    expect(replaced("  a\na\n", "\na\n", "\nb\n")).toBe("  a\nb\n");
  });

  test("blanks at the ends of lines don't hide a place, and it is remarked on", () => {
    const outcome = replaceText("one  \ntwo\t\nthree\n", { old: "one\ntwo\n", new: "1\n2\n" });
    expect(outcome).toMatchObject({ kind: "replaced", text: "1\n2\nthree\n", lines: [1] });
    expect(outcome).toHaveProperty("remark", expect.stringContaining("blanks at the ends"));
  });

  test("a piece that is indented otherwise is found, and the new one gets the file's indentation", () => {
    const file = "class A {\n    run() {\n        go();\n    }\n}\n";
    const outcome = replaceText(file, {
      old: "run() {\n    go();\n}",
      new: "run() {\n    if (a) {\n        go();\n    }\n}",
    });
    expect(outcome).toMatchObject({
      text: "class A {\n    run() {\n        if (a) {\n            go();\n        }\n    }\n}\n",
      remark: expect.stringContaining("indentation"),
    });
  });

  test("tabs of the file are kept where a Model says blanks, and the other way round", () => {
    expect(
      replaced(
        "f() {\n\tif (x) {\n\t\ty();\n\t}\n}\n",
        "    if (x) {\n        y();\n    }",
        "    if (x) {\n        y();\n            z();\n    }",
      ),
    ).toBe("f() {\n\tif (x) {\n\t\ty();\n\t\t\tz();\n\t}\n}\n");
    expect(replaced("  a:\n    b\n", "\ta:\n\t\tb", "\ta:\n\t\tb\n\t\t\tc")).toBe("  a:\n    b\n      c\n");
  });

  test("lines that contradict each other in their indentation are no match", () => {
    expect(replaced("if a:\n  b\n    c\n", "x\n", "y\n")).toBe("not-found");
    expect(replaced("  a\n    b\n", " a\n b", " a\n c")).toBe("not-found");
  });

  test("whatever the indentation: a block shifted as a whole is replaced as one that is exact", () => {
    // A single line would be found as it stands, within the deeper one.
    const block = fc.array(fc.tuple(fc.nat(3), fc.constantFrom("aa", "bb", "cc")), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(block, block, fc.integer({ min: 1, max: 3 }), (old, put, shift) => {
        const said = (lines: readonly (readonly [number, string])[], by: number) =>
          lines.map(([depth, word]) => " ".repeat((depth + by) * 2) + word).join("\n");
        const file = `start\n${said(old, shift)}\nend\n`;
        const outcome = replaceText(file, { old: said(old, 0), new: said(put, 0) });
        if (outcome.kind === "same") return said(old, 0) === said(put, 0);
        return outcome.kind === "replaced" && outcome.text === `start\n${said(put, shift)}\nend\n`;
      }),
    );
  });
});

describe("how often (R4)", () => {
  test("a text that stands there twice is refused with the lines", () => {
    expect(replaceText("a\nb\na\n", { old: "a", new: "c" })).toEqual({ kind: "ambiguous", lines: [1, 3], expected: 1 });
  });

  test("as many as expected are replaced, and any number where that is allowed", () => {
    expect(replaced("a\nb\na\n", "a", "c", 2)).toBe("c\nb\nc\n");
    expect(replaced("a\nb\na\n", "a", "c", 3)).toBe("ambiguous");
    expect(replaced("a\nb\na\na", "a", "c", "any")).toBe("c\nb\nc\nc");
  });

  test("places that are only alike must be as many as expected, too", () => {
    expect(replaced("  a\n  b\nx\n  a\n  b\n", "a\n b", "c")).toBe("not-found");
    expect(replaced("a \nb\nx\na \nb\n", "a\nb", "c")).toBe("ambiguous");
  });
});

describe("not found (R5)", () => {
  test("shows the lines that are most like it, with their numbers", () => {
    const file = "alpha\nbeta\nconst total = sum(items);\nreturn total;\n";
    expect(replaceText(file, { old: "const total = add(items);\nreturn total;", new: "x" })).toEqual({
      kind: "not-found",
      near: { first: 3, lines: ["const total = sum(items);", "return total;"] },
    });
    expect(replaceText(file, { old: "const total = sums(item)", new: "x" })).toMatchObject({ near: { first: 3 } });
    expect(replaceText(file, { old: "zzzzzzzz", new: "x" })).toEqual({ kind: "not-found", near: undefined });
  });
});

describe("nothing to do (R6)", () => {
  test("an empty old text is found in an empty file alone", () => {
    expect(replaced("", "", "new\n")).toBe("new\n");
    expect(replaced("a", "", "new\n")).toBe("not-found");
  });

  test("a new text that changes nothing is no edit", () => {
    expect(replaced("a\r\nb", "a\nb", "a\r\nb")).toBe("same");
    expect(replaced("a\nb", "x", "x")).toBe("same");
  });
});
