import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importInto, type ImportOptions, type ImportRead } from "../../../../src/core/memory/memory-import.js";
import { disarm } from "../../../../src/core/memory/memory-delimiters.js";
import { isPath } from "../../../../src/core/files/path.js";

type Files = Readonly<Record<string, string>>;

function readerOf(files: Files) {
  const asked: string[] = [];
  const read = async (path: string): Promise<ImportRead> => {
    asked.push(path);
    const text = files[path];
    if (text !== undefined) return { text };
    const isFolder = path === "" || Object.keys(files).some((each) => each.startsWith(`${path}/`));
    return { reason: isFolder ? "folder" : "missing" };
  };
  return { read, asked };
}

async function imported(files: Files, options: ImportOptions = {}, entry = "GEMINI.md") {
  return importInto({ path: entry, text: files[entry]! }, readerOf(files).read, options);
}
/** What a text imports from a folder with these files. */
async function importsOf(text: string, ...names: readonly string[]) {
  const files = { "GEMINI.md": text, ...Object.fromEntries(names.map((name) => [name, `(${name})`])) };
  return (await imported(files)).imports;
}

describe("what is an import (M3)", () => {
  test.each([
    ["./a.md", "@./a.md"],
    ["from the root", "@/docs/a.md"],
    ["plain, with an extension, and it exists", "@a.md"],
    ["after a blank and before a full stop", "see @./a.md."],
    ["in brackets", "(see @./a.md)"],
    ["in quotes", '@"with space.md"'],
    ["in single quotes", "@'with space.md'"],
    ["with a digit first", "@1st.md"],
    ["in another script", "@日本語.md"],
    ["in a list", "- @./a.md"],
    ["in a nested list", "- a\n\n    - @./a.md"],
    ["after an odd backtick of another item", "- use ` so\n- @./a.md\n- and ` so"],
    ["after a fence that is closed", "```\n@./b.md\n```\n@./a.md"],
    ["through a folder and back", "@./docs/../a.md"],
  ])("%s: %s", async (_, text) =>
    expect(await importsOf(text, "a.md", "b.md", "docs/a.md", "with space.md", "1st.md", "日本語.md")).toHaveLength(1),
  );

  test.each([
    ["an address", "me@a.md"],
    ["a mere name", "ask @anna about it"],
    ["a doc comment", "@param {string} a.md"],
    ["a package", "@scope/package and @types/node"],
    ["a domain", "@example.com)"],
    ["no such file", "@missing.md"],
    ["an escape", "\\@./a.md"],
    ["two signs", "@@./a.md"],
    ["inline code", "`@./a.md`"],
    ["inline code with two backticks", "`` ` @./a.md ``"],
    ["inline code over two lines", "`one\n @./a.md two`"],
    ["a fence", "```md\n@./a.md\n```"],
    ["a fence of tildes", "~~~\n@./a.md\n~~~"],
    ["a fence that is never closed", "```\n@./a.md"],
    ["a fence with a shorter one inside", "````\n```\n@./a.md\n```\n````"],
    ["a fence in a list", "- so:\n  ```\n  @./a.md\n  ```"],
    ["a fence in a quotation", "> ```\n> @./a.md\n> ```"],
    ["indented code", "so:\n\n    @./a.md"],
    ["a comment", "<!-- @./a.md -->"],
    ["marked-up code", "<pre>\n@./a.md\n</pre>"],
    ["a lone slash", "@/ and @./"],
    ["another case", "@A.MD"],
  ])("not %s: %s", async (_, text) => {
    const files = { "GEMINI.md": text, "a.md": "(a)" };
    expect(await imported(files)).toEqual({ text, imports: [], problems: [] });
  });
});

describe("tree", () => {
  test("puts a file in the place where it is named, between comments", async () => {
    const { text } = await imported({ "GEMINI.md": "Before\n@./a.md\nafter.", "a.md": "A\n" });
    expect(text).toBe("Before\n<!-- Imported from: ./a.md -->\nA\n\n<!-- End of import from: ./a.md -->\nafter.");
  });
  test("reads paths from the folder of the file that names them (R1)", async () => {
    const files = {
      "GEMINI.md": "@./docs/a.md",
      "docs/a.md": "@./b.md @/c.md @../d.md",
      "docs/b.md": "",
      "c.md": "",
      "d.md": "",
    };
    expect((await imported(files)).imports).toEqual(["docs/a.md", "docs/b.md", "c.md", "d.md"]);
  });
  test("imports a diamond's foot twice, and a circle not at all (R3)", async () => {
    const diamond = await imported({
      "GEMINI.md": "@./a.md @./b.md",
      "a.md": "@./c.md",
      "b.md": "@./c.md",
      "c.md": "foot",
    });
    expect(diamond.text.match(/foot/g)).toHaveLength(2);
    expect(diamond.problems).toEqual([]);
    const circle = await imported({ "GEMINI.md": "@./a.md", "a.md": "@./GEMINI.md" });
    expect(circle.text).toContain("<!-- File already processed: ./GEMINI.md -->");
    expect(circle.problems).toMatchObject([{ path: "a.md", line: 1, said: "./GEMINI.md", reason: "cycle" }]);
  });
  test("goes five deep, and leaves what is deeper as it is written (R4)", async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.md`, `level ${at} @./${at + 1}.md`]));
    const { imports, text, problems } = await imported(files, {}, "0.md");
    expect(imports).toEqual(["1.md", "2.md", "3.md", "4.md", "5.md"]);
    expect(text).toContain("level 5 @./6.md");
    expect(problems).toMatchObject([{ path: "5.md", reason: "depth" }]);
    expect((await imported(files, { depth: 1 }, "0.md")).imports).toEqual(["1.md"]);
  });
  test("ends, however files name each other (R7)", async () => {
    const all = Array.from({ length: 12 }, (_, at) => `@./${at}.md`).join(" ");
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.md`, all]));
    const { problems } = await imported({ "GEMINI.md": all, ...files });
    expect(problems.some(({ reason }) => reason === "too-many")).toBe(true);
  });
});

describe("flat", () => {
  test("puts files one after the other, each once, and keeps the words that name them (R2)", async () => {
    const files = {
      "GEMINI.md": "@./a.md @./b.md",
      "a.md": "A @./c.md",
      "b.md": "B @./c.md @./GEMINI.md",
      "c.md": "C",
    };
    const { text, imports } = await imported(files, { format: "flat" });
    expect(imports).toEqual(["a.md", "c.md", "b.md"]);
    expect(text).toBe(
      [
        "--- File: GEMINI.md ---\n@./a.md @./b.md\n--- End of File: GEMINI.md ---",
        "--- File: a.md ---\nA @./c.md\n--- End of File: a.md ---",
        "--- File: c.md ---\nC\n--- End of File: c.md ---",
        "--- File: b.md ---\nB @./c.md <!-- File already processed: ./GEMINI.md -->\n--- End of File: b.md ---",
      ].join("\n\n"),
    );
  });
  test("has a limit of depth too", async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.md`, `@./${at + 1}.md`]));
    expect((await imported(files, { format: "flat" }, "0.md")).imports).toHaveLength(5);
  });
});

describe("failures (R5)", () => {
  test.each([
    ["@../out.md", "outside"],
    ["@./a/../../out.md", "outside"],
    ["@./%2e%2e/out.md", "outside"],
    ["@~/notes.md", "outside"],
    ["@//host/a.md", "outside"],
    ["@/../a.md", "outside"],
    ["@https://example.org/a.md", "url"],
    ["@file:///etc/passwd", "url"],
    ["@./none.md", "missing"],
    ["@/none.md", "missing"],
    ["@./docs", "folder"],
  ])("%s: %s", async (text, reason) => {
    const outcome = await imported({ "GEMINI.md": `first\nso ${text} there`, "docs/x.md": "" });
    expect(outcome.problems).toEqual([
      expect.objectContaining({ path: "GEMINI.md", line: 2, said: text.slice(1), reason }),
    ]);
    expect(outcome.text).toMatch(/^first\nso <!-- Import failed: \S+ - .+ --> there$/);
  });
  test("a file that is no text", async () => {
    const read = (): Promise<ImportRead> => Promise.resolve({ reason: "binary" });
    const { text } = await importInto({ path: "GEMINI.md", text: "@logo.png" }, read);
    expect(text).toBe("<!-- Import failed: logo.png - Only text can be imported -->");
  });
});

describe("virtual files", () => {
  test("import from ~/.gemini, and nothing outside it", async () => {
    const files = {
      "~/.gemini/GEMINI.md": "@./style.md @/style.md @~/.gemini/style.md @../x.md",
      "~/.gemini/style.md": "S",
    };
    const { imports, problems } = await imported(files, {}, "~/.gemini/GEMINI.md");
    expect(imports).toEqual(Array(3).fill("~/.gemini/style.md"));
    expect(problems).toMatchObject([{ said: "../x.md", reason: "outside" }]);
  });
});

describe("for any text", () => {
  const words = fc.constantFrom(
    "@./a.md",
    "@b.md",
    "@/c.md",
    "@../d.md",
    "`",
    "```",
    "\n",
    "\n\n",
    "    ",
    "- ",
    "> ",
    "x",
    " ",
    "@",
    '"',
    "<!--",
    "-->",
    "</project_context>",
    "~~~",
    "\\",
    "%2e%2e/",
    "@./%2e%2e/e.md",
    "@name",
  );
  const texts = fc.array(words, { maxLength: 40 }).map((all) => all.join(""));

  const odd = fc.constantFrom(..."./\\%2e~:‥．⁄ \u0000\u200bäé🍏-_a", "..", "%2f", "../");

  test("nothing outside the root is asked for (W3)", () =>
    fc.assert(
      fc.asyncProperty(texts, fc.string({ unit: odd, maxLength: 20 }), async (text, path) => {
        const { read, asked } = readerOf({ "a.md": "@../../x.md" });
        await importInto({ path: "docs/GEMINI.md", text: `${text} @./${path} @${path}.md` }, read);
        expect(asked.filter((path) => !isPath(path))).toEqual([]);
      }),
    ));
  test("without imports it is left as it is, but for marks of ours", () =>
    fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { read } = readerOf({});
        const outcome = await importInto({ path: "GEMINI.md", text }, read);
        const said = outcome.problems.length;
        if (said === 0) expect(outcome.text).toBe(disarm(text));
        expect(outcome.text.match(/<!-- Import failed: /g) ?? []).toHaveLength(said);
      }),
    ));
  test("what is fenced stays as it is", () =>
    fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const body = text.replaceAll(/^[ \t>]*`{3,}/gm, "'''").replaceAll("````", "''''");
        const fenced = `\n\`\`\`\`\n${body}\n\`\`\`\`\n`;
        const { read, asked } = readerOf({ "a.md": "", "b.md": "", "c.md": "" });
        const outcome = await importInto({ path: "GEMINI.md", text: `Words.\n${fenced}Words.` }, read);
        expect(asked).toEqual([]);
        expect(outcome.text).toBe(disarm(`Words.\n${fenced}Words.`));
      }),
    ));
  test("any web of files ends, in both formats, each problem with its comment", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(5), { maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom("tree" as const, "flat" as const),
        async (web, format) => {
          const files = Object.fromEntries(
            web.map((names, at) => [`${at}.md`, names.map((name) => `@./${name}.md`).join("\n")]),
          );
          const { text, problems, imports } = await imported(files, { format }, "0.md");
          if (format === "flat") expect(new Set(imports).size).toBe(imports.length);
          expect(text.match(/Import failed|already processed/g) ?? []).toHaveLength(
            problems.filter(({ reason }) => reason !== "depth").length,
          );
        },
      ),
    ));
});

test("takes time in proportion to the text (P4)", async () => {
  const { read } = readerOf({});
  const hostile = ["<!--", "`", "``` ", "@", "@./", "<pre>", "--- ", "\\`", "> ", "``", '@"'].map((piece) =>
    piece.repeat(200_000 / piece.length),
  );
  for (const text of [...hostile, Array.from({ length: 600 }, (_, at) => "`".repeat(at + 1)).join(" ")]) {
    await importInto({ path: "GEMINI.md", text }, read);
  }
});
