/**
 * Paths that are imports (M3), and where in a text they may stand. Decided: `./`, `../` and plain paths are meant from
 * the folder of the file that says them, `/` from the root; a path given with `./`, `../` or `/` needs no extension (the
 * rule asks for one of plain names only), and is a failure if there is no such file. Case counts.
 */
import type { ImportCase } from "./types.js";
import { lines, memory, memoryAt, texts } from "./write.js";

const imports = (name: string, text: string, ...paths: readonly string[]): ImportCase =>
  memory(name, text, { imports: paths });
const inDocs = memoryAt("docs/GEMINI.md");
const deep = memoryAt("a/b/c/GEMINI.md");

const ways: readonly ImportCase[] = [
  imports("A path from here is imported", "@./style.md", "style.md"),
  imports("A path from the root is imported", "@/style.md", "style.md"),
  imports("A plain name with an extension is imported", "@style.md", "style.md"),
  imports("A quoted name is imported", '@"style.md"', "style.md"),
  imports("A path from here into a folder is imported", "@./docs/style.md", "docs/style.md"),
  imports("A path from the root into a folder is imported", "@/docs/style.md", "docs/style.md"),
  imports("A plain path into a folder is imported", "@docs/style.md", "docs/style.md"),
  imports("A path through five folders is imported", "@./a/b/c/d/e/style.md", "a/b/c/d/e/style.md"),
  imports("A path with a dot in the middle is imported", "@./docs/./style.md", "docs/style.md"),
  imports("A file without extension is imported from here", "@./LICENSE", "LICENSE"),
  imports("A file without extension is imported from the root", "@/docs/NOTES", "docs/NOTES"),
  imports("A hidden file is imported", "@./.editorconfig", ".editorconfig"),
  imports("A file in a hidden folder is imported", "@./.github/style.md", ".github/style.md"),
  imports("A plain path into a folder whose name has a dot is imported", "@docs.d/style.md", "docs.d/style.md"),
  inDocs(
    "A path from here is meant from the importing file's folder",
    "@./style.md",
    { imports: ["docs/style.md"] },
    {
      ...texts(["style.md"]),
    },
  ),
  inDocs(
    "A plain name is meant from the importing file's folder",
    "@style.md",
    { imports: ["docs/style.md"] },
    {
      ...texts(["style.md"]),
    },
  ),
  inDocs(
    "A path from the root is meant from the root, not from here",
    "@/style.md",
    { imports: ["style.md"] },
    {
      ...texts(["docs/style.md"]),
    },
  ),
  inDocs("A path up is imported while it stays inside", "@../style.md", { imports: ["style.md"] }),
  inDocs("A path up and into another folder is imported", "@../src/style.md", { imports: ["src/style.md"] }),
  inDocs("A path up and back is imported", "@../docs/style.md", { imports: ["docs/style.md"] }),
  inDocs("A path from here that goes up is imported", "@./../style.md", { imports: ["style.md"] }),
  inDocs("A file without extension is imported from above", "@../LICENSE", { imports: ["LICENSE"] }),
  deep("A path up to the root itself is imported", "@../../../style.md", { imports: ["style.md"] }),
  deep("A path up two of three folders is imported", "@../../style.md", { imports: ["a/style.md"] }),
  memory(
    "An imported file's paths are meant from its own folder",
    "@./docs/first.md",
    { imports: ["docs/first.md", "docs/second.md"] },
    { "docs/first.md": "First. @./second.md", ...texts(["docs/second.md", "second.md"]) },
  ),
  memory(
    "An imported file's plain names are meant from its own folder",
    "@./docs/first.md",
    { imports: ["docs/first.md", "docs/second.md"] },
    { "docs/first.md": "First. @second.md", ...texts(["docs/second.md", "second.md"]) },
  ),
  memory(
    "An imported file may import from above its folder",
    "@./docs/first.md",
    { imports: ["docs/first.md", "second.md"] },
    { "docs/first.md": "First. @../second.md", ...texts(["docs/second.md", "second.md"]) },
  ),
  memory(
    "An imported file's paths from the root are meant from the root",
    "@./docs/first.md",
    { imports: ["docs/first.md", "second.md"] },
    { "docs/first.md": "First. @/second.md", ...texts(["docs/second.md", "second.md"]) },
  ),
];

const names: readonly ImportCase[] = [
  imports("A name that begins with a digit is imported from here", "@./3-steps.md", "3-steps.md"),
  imports("A plain name that begins with a digit is imported", "@2024-plan.md", "2024-plan.md"),
  imports("A plain name of digits is imported", "@007.md", "007.md"),
  imports("A plain name that begins with an underscore is imported", "@_draft.md", "_draft.md"),
  imports("A name with several dots is imported", "@./style.v2.en.md", "style.v2.en.md"),
  imports("A plain name with several dots is imported", "@style.v2.en.md", "style.v2.en.md"),
  imports("A name with dashes and underscores is imported", "@./my-own_style.md", "my-own_style.md"),
  imports("A name with a plus is imported", "@./c++.md", "c++.md"),
  imports("A name with an at sign in it is imported", "@./logo@2x.txt", "logo@2x.txt"),
  imports("A name that begins with an at sign is imported", "@./@scope/style.md", "@scope/style.md"),
  imports("A name in capital letters is imported", "@./README.MD", "README.MD"),
  imports("A name of one letter is imported", "@./x", "x"),
  imports("A long extension is imported", "@style.markdown", "style.markdown"),
  imports("A name of 200 letters is imported", `@./${"n".repeat(197)}.md`, `${"n".repeat(197)}.md`),
  imports("A path of twenty folders is imported", `@./${"f/".repeat(20)}style.md`, `${"f/".repeat(20)}style.md`),
  imports("A name like a property of every object is imported", "@./constructor", "constructor"),
];

const places: readonly ImportCase[] = [
  imports("A path at the start of the file is imported", "@./style.md\n\nMore text.", "style.md"),
  imports("A path at the end of the file is imported", "Some text.\n\n@./style.md", "style.md"),
  imports("A path alone in the file with a newline is imported", "@./style.md\n", "style.md"),
  imports("A path in the middle of a sentence is imported", "Follow @./style.md in all code.", "style.md"),
  imports("A plain name in the middle of a sentence is imported", "Follow @style.md in all code.", "style.md"),
  imports("A path after a tab is imported", "Style:\t@./style.md\tand more", "style.md"),
  imports("Two paths on one line are imported in their order", "@./b.md @./a.md", "b.md", "a.md"),
  imports("Three ways on one line are imported", 'All: @./a.md, @b.md and @"c d.md".', "a.md", "b.md", "c d.md"),
  imports(
    "Paths on lines of their own are imported in their order",
    "@./c.md\n@./a.md\n@./b.md\n",
    "c.md",
    "a.md",
    "b.md",
  ),
  imports("A path in a list is imported", "- @./style.md\n- more", "style.md"),
  imports("A path in a numbered list is imported", "1. @./a.md\n2. see @./b.md\n", "a.md", "b.md"),
  imports("A path in a list with stars is imported", "* @./style.md", "style.md"),
  imports("A path in a list of tasks is imported", "- [ ] @./a.md\n- [x] @./b.md", "a.md", "b.md"),
  imports("A path in a heading is imported", "# Style @./style.md\n\nText.", "style.md"),
  imports("A path in a quotation is imported", "> @./style.md\n> said so", "style.md"),
  imports(
    "A path in a table is imported",
    lines("| file | what |", "|---|---|", "| @./style.md | style |"),
    "style.md",
  ),
  imports("A path between rules is imported", "Text.\n\n---\n\n@./style.md\n\n---\n", "style.md"),
  imports("A path after many empty lines is imported", `${"\n".repeat(50)}@./style.md`, "style.md"),
  imports("Paths on lines that end with CR LF are imported", "@./a.md\r\n@./b.md\r\n", "a.md", "b.md"),
  imports("A path before CR LF in a sentence's end is imported", "See @./style.md\r\nand go on.\r\n", "style.md"),
  imports("A plain name before CR LF is imported", "See\r\n@style.md\r\n", "style.md"),
  imports("A path far into a long file is imported", `${"Words and words.\n".repeat(4_000)}@./style.md`, "style.md"),
  imports(
    "Twenty paths are imported",
    texts20()
      .map((path) => `- @./${path}`)
      .join("\n"),
    ...texts20(),
  ),
  memory("The words around an import stay", "Before @./style.md after.", {
    imports: ["style.md"],
    stays: ["Before ", " after."],
  }),
  memory(
    "What looks like a pattern of replacement in an imported file stays",
    "One @./style.md two.",
    { imports: ["style.md"], stays: ["Costs $& and $1, $` and $', $$ in all.", "One ", " two."] },
    { "style.md": "Costs $& and $1, $` and $', $$ in all.\n" },
  ),
  memory("A file that imports nothing stays whole", "# Rules\n\nBe brief.\n", { stays: ["# Rules\n\nBe brief."] }),
  memory("An empty memory imports nothing", "", {}),
];

const missing: readonly ImportCase[] = [
  ...[
    ["A path from here that is no file is missing", "@./none.md", "./none.md"],
    ["A path from the root that is no file is missing", "@/none.md", "/none.md"],
    ["A path into a folder that is not there is missing", "@./none/style.md", "./none/style.md"],
    ["A path without extension that is no file is missing", "@./NONE", "./NONE"],
    ["A path in other letters than the file's is missing", "@./README.MD", "./README.MD"],
    ["A folder in other letters than the folder's is missing", "@/Docs/style.md", "/Docs/style.md"],
    ["A file of the system is missing, for it is meant from the root", "@/etc/passwd", "/etc/passwd"],
    ["A path in a sentence that is no file is missing", "Follow @./none.md in all code.", "./none.md"],
    ["A source file by its alias from the root is missing", "@/components/Button.tsx", "/components/Button.tsx"],
  ].map(([name, text, path]) =>
    memory(name!, text!, { failures: [[path!, "missing"]] }, texts(["README.md", "docs/style.md"])),
  ),
  memory(
    "The text around a missing path stays, and what follows is imported",
    "One @./none.md two @./style.md three.",
    {
      imports: ["style.md"],
      stays: ["One ", " two ", " three."],
      failures: [["./none.md", "missing"]],
    },
  ),
  memory("Two missing paths are two failures in their order", "@./b.md and @/a.md", {
    failures: [
      ["./b.md", "missing"],
      ["/a.md", "missing"],
    ],
  }),
  memory(
    "A path that an imported file misses is a failure, and the file is there",
    "@./docs/first.md",
    { imports: ["docs/first.md"], stays: ["First. "], failures: [["./second.md", "missing"]] },
    { "docs/first.md": "First. @./second.md", ...texts(["second.md"]) },
  ),
  memory("A file named like one of the system's is imported from the root", "@/etc/passwd", {
    imports: ["etc/passwd"],
  }),
];

function texts20(): readonly string[] {
  return Array.from({ length: 20 }, (_, index) => `part-${index + 1}.md`);
}

export const paths: readonly ImportCase[] = [...ways, ...names, ...places, ...missing];
