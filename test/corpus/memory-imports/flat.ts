/**
 * The flat format (M3). Each file is there once, whoever imports it. Decided: files come in
 * the order in which a reader meets them (Gemini CLI reverses them; the rule says neither, so a judge may sort), a second
 * import of a file is no failure, one that goes back up its own chain is a cycle as in a tree, failures are told (M3), and
 * the depth holds (M3; in Gemini CLI it does not). Whether the `@path` itself stays in the text is left open.
 */
import type { Files, ImportCase } from "./types.js";
import { bytes, lines, memory, memoryAt, texts, type Told } from "./write.js";

const flat = (name: string, text: string, told: Told, files: Files = {}, depth?: number): ImportCase =>
  memory(name, text, told, files, depth === undefined ? { format: "flat" } : { format: "flat", depth });

const chain = (length: number): Files =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `${index + 1}.md`,
      index + 1 < length ? `Level ${index + 1}. @./${index + 2}.md` : `Level ${index + 1}, the last.`,
    ]),
  );

export const flatImports: readonly ImportCase[] = [
  flat("Flat: one file is imported", "Before @./a.md after.", { imports: ["a.md"] }),
  flat("Flat: a path from the root is imported", "@/docs/a.md", { imports: ["docs/a.md"] }),
  flat("Flat: a plain name is imported", "@a.md", { imports: ["a.md"] }),
  flat("Flat: a quoted name is imported", '@"a b.md"', { imports: ["a b.md"] }),
  flat("Flat: two files are imported", "@./a.md\n@./b.md", { imports: ["a.md", "b.md"] }),
  flat("Flat: a file imported twice is there once", "@./a.md\n@./a.md", { imports: ["a.md"] }),
  flat("Flat: a file imported in three ways is there once", '@./a.md, @/a.md, @"a.md"', { imports: ["a.md"] }),
  flat(
    "Flat: a file that two siblings import is there once",
    "@./a.md\n@./b.md",
    { imports: ["a.md", "c.md", "b.md"] },
    { "a.md": "This is a. @./c.md", "b.md": "This is b. @./c.md" },
  ),
  flat(
    "Flat: a file that the entry and another import is there once",
    "@./a.md\n@./c.md",
    { imports: ["a.md", "c.md"] },
    { "a.md": "This is a. @./c.md" },
  ),
  flat("Flat: a chain of two is imported", "@./1.md", { imports: ["1.md", "2.md"] }, chain(2)),
  flat("Flat: a chain of five is imported", "@./1.md", { imports: Object.keys(chain(5)) }, chain(5)),
  flat(
    "Flat: a chain of seven ends with the fifth",
    "@./1.md",
    { imports: Object.keys(chain(5)), failures: [["./6.md", "depth"]] },
    chain(7),
  ),
  flat(
    "Flat: a chain ends with the second if the depth is two",
    "@./1.md",
    {
      imports: ["1.md", "2.md"],
      failures: [["./3.md", "depth"]],
    },
    chain(4),
    2,
  ),
  flat("Flat: a memory that imports itself is a cycle", "Before @./GEMINI.md after.", {
    failures: [["./GEMINI.md", "cycle"]],
  }),
  flat(
    "Flat: two files that import one another are a cycle",
    "@./a.md",
    { imports: ["a.md", "b.md"], failures: [["./a.md", "cycle"]] },
    { "a.md": "This is a. @./b.md", "b.md": "This is b. @./a.md" },
  ),
  flat("Flat: a path that leaves the root is a traversal", "@../secret.md", {
    failures: [["../secret.md", "traversal"]],
  }),
  flat("Flat: a path that is no file is missing", "@./none.md", { failures: [["./none.md", "missing"]] }),
  flat("Flat: a URL is a URL", "@https://example.com/a.md", { failures: [["https://example.com/a.md", "url"]] }),
  flat(
    "Flat: a binary file is refused",
    "@./a.bin",
    { failures: [["./a.bin", "binary"]] },
    { "a.bin": bytes(0, 1, 2, 255) },
  ),
  flat(
    "Flat: a huge file is refused",
    "@./a.md",
    { failures: [["./a.md", "too-large"]] },
    { "a.md": { size: 30_000_000 } },
  ),
  flat("Flat: a folder is refused", "@./docs", { failures: [["./docs", "folder"]] }, texts(["docs/a.md"])),
  flat("Flat: handles and addresses stay", "Ask @octocat, jane@example.com, @scope/pkg and @none.md.", {
    stays: ["Ask @octocat, jane@example.com, @scope/pkg and @none.md."],
  }),
  flat(
    "Flat: code stays",
    lines("Text ` @./a.md ` and", "", "```", "@./a.md", "```"),
    { stays: ["` @./a.md `", "@./a.md"] },
    {
      ...texts(["a.md"]),
    },
  ),
  flat(
    "Flat: what is imported in an imported file's code is not read",
    "@./a.md",
    { imports: ["a.md"], stays: ["This is a. ` @./b.md `"] },
    { "a.md": "This is a. ` @./b.md `", ...texts(["b.md"]) },
  ),
  flat(
    "Flat: an imported file's paths are meant from its own folder",
    "@./docs/a.md",
    { imports: ["docs/a.md", "docs/b.md"] },
    { "docs/a.md": "This is a. @./b.md", ...texts(["docs/b.md", "b.md"]) },
  ),
  flat("Flat: a failure does not keep others from being imported", "@./none.md @./a.md", {
    imports: ["a.md"],
    failures: [["./none.md", "missing"]],
  }),
  memoryAt("~/.gemini/GEMINI.md")(
    "Flat: a virtual memory imports from ~/.gemini",
    "@/a.md",
    { imports: ["~/.gemini/a.md"] },
    texts(["a.md"]),
    { format: "flat" },
  ),
];
