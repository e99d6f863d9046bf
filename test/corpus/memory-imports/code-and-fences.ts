/**
 * Code: never an import in it (M3). What is code is what CommonMark 0.31 says is code: spans of backticks within one
 * paragraph, fences of backticks or tildes, lines indented by four where no paragraph or list goes on. An unbalanced
 * backtick opens nothing. HTML (`<pre>`, `<code>`, comments) is left out: the rule does not say whether it is code.
 */
import type { ImportCase } from "./types.js";
import { lines, memory, texts } from "./write.js";

const there = texts(["style.md", "other.md"]);

/** All of it is code but the words around it: nothing is imported though the files are there. */
const code = (name: string, text: string, stays: readonly string[] = ["@./style.md"]): ImportCase =>
  memory(name, text, { stays }, there);

const fences: readonly ImportCase[] = [
  code("A path in a fence of backticks stays", lines("Write:", "", "```", "@./style.md", "```", "")),
  code("A path in a fence with a language stays", lines("```md", "@./style.md", "```")),
  code(
    "A path in a fence with words after the language stays",
    lines('```ts title="a.ts" {1,3}', "@./style.md", "```"),
  ),
  code("A path in a fence of tildes stays", lines("~~~", "@./style.md", "~~~")),
  code("A path in a fence of tildes with a language stays", lines("~~~markdown", "@./style.md", "~~~", "End.")),
  code("A path in a fence of four backticks stays", lines("````", "@./style.md", "````")),
  code(
    "A fence of three within a fence of four does not end it",
    lines("````md", "```", "@./style.md", "```", "@./other.md", "````"),
    ["@./style.md", "@./other.md"],
  ),
  code(
    "A fence of three tildes within one of five does not end it",
    lines("~~~~~", "~~~", "@./style.md", "~~~", "@./other.md", "~~~~~"),
    ["@./style.md", "@./other.md"],
  ),
  code("Tildes do not end a fence of backticks", lines("```", "~~~", "@./style.md", "~~~", "@./other.md", "```"), [
    "@./style.md",
    "@./other.md",
  ]),
  code("Backticks do not end a fence of tildes", lines("~~~", "```", "@./style.md", "~~~")),
  code("Two backticks do not end a fence of three", lines("```", "``", "@./style.md", "```")),
  code("A fence with a language does not end a fence", lines("```md", "```ts", "@./style.md", "```")),
  code("A fence that is never closed reaches to the end", lines("Text.", "", "```", "@./style.md", "", "More.")),
  code("A fence of tildes that is never closed reaches to the end", lines("~~~", "", "", "@./style.md")),
  code("An opening fence of four is not closed by three, and reaches to the end", lines("````", "```", "@./style.md")),
  code("A path after an empty line in a fence stays", lines("```", "one", "", "", "@./style.md", "```")),
  code("A path behind words in a fence stays", lines("```sh", "echo see @./style.md for more", "```")),
  code("A path in a fence indented by three stays", lines("   ```", "   @./style.md", "   ```")),
  code("A path in a fence that interrupts a paragraph stays", lines("Like this:", "```", "@./style.md", "```")),
  code("A path in a fence of a list item stays", lines("- One:", "", "  ```", "  @./style.md", "  ```")),
  code("A path in a fence of a numbered item stays", lines("1. One:", "", "   ```", "   @./style.md", "   ```")),
  code("A path in a fence of a quotation stays", lines("> ```", "> @./style.md", "> ```"), ["@./style.md"]),
  code("A path in a fence stays where lines end with CR LF", "Text.\r\n\r\n```\r\n@./style.md\r\n```\r\n"),
  code("A plain name of a file that is there stays in a fence", lines("```", "@style.md", "```"), ["@style.md"]),
  code("A quoted path stays in a fence", lines("```", '@"./style.md"', "```"), ['@"./style.md"']),
  code("A path from the root stays in a fence", lines("```", "@/style.md", "```"), ["@/style.md"]),
  code("A path that leaves the root is no failure in a fence", lines("```", "@../../x.md", "```"), ["@../../x.md"]),
  code("A missing path is no failure in a fence", lines("```", "@./none.md", "```"), ["@./none.md"]),
  code("A URL is no failure in a fence", lines("```", "@https://example.com/a.md", "```"), [
    "@https://example.com/a.md",
  ]),
  code("The file itself is no cycle in a fence", lines("```", "@./GEMINI.md", "```"), ["@./GEMINI.md"]),
  memory(
    "What follows a closed fence is read again",
    lines("```", "@./other.md", "```", "@./style.md", ""),
    { imports: ["style.md"], stays: ["@./other.md"] },
    there,
  ),
  memory(
    "A fence is closed by a longer one",
    lines("```", "@./other.md", "`````", "@./style.md"),
    { imports: ["style.md"], stays: ["@./other.md"] },
    there,
  ),
  memory(
    "A closing fence may be followed by spaces",
    lines("```", "@./other.md", "```   ", "@./style.md"),
    { imports: ["style.md"], stays: ["@./other.md"] },
    there,
  ),
  memory(
    "A closing fence may be indented by up to three",
    lines("```", "@./other.md", "  ```", "@./style.md"),
    { imports: ["style.md"], stays: ["@./other.md"] },
    there,
  ),
  memory(
    "Between two fences is text",
    lines("```", "@./other.md", "```", "", "@./style.md", "", "~~~", "@/other.md", "~~~"),
    { imports: ["style.md"], stays: ["@./other.md", "@/other.md"] },
    there,
  ),
  memory(
    "An empty fence hides nothing behind it",
    lines("```", "```", "", "@./style.md"),
    { imports: ["style.md"] },
    there,
  ),
  memory(
    "The same path is imported outside and stays inside a fence",
    lines("@./style.md", "", "```", "show @./style.md here", "```"),
    { imports: ["style.md"], stays: ["show @./style.md here"] },
    there,
  ),
];

const spans: readonly ImportCase[] = [
  code("A path in single backticks stays", "Write `@./style.md` to import.", ["`@./style.md`"]),
  code("A path behind a word in backticks stays", "Write `see @./style.md there` to import.", [
    "`see @./style.md there`",
  ]),
  code("A path in double backticks stays", "Write `` @./style.md `` to import.", ["`` @./style.md ``"]),
  code("A path beside a backtick within double ones stays", "So: `` a ` @./style.md ``.", ["`` a ` @./style.md ``"]),
  code("A path in triple backticks on one line stays", "So: ``` @./style.md ``` and on.", ["``` @./style.md ```"]),
  code("A path in backticks over two lines stays", lines("So `one", "@./style.md two` and on."), ["@./style.md two`"]),
  code("A path in backticks within bold text stays", "Use **`@./style.md`** here.", ["**`@./style.md`**"]),
  code("A path in backticks within a heading stays", "## Using ` @./style.md `", ["` @./style.md `"]),
  code("A path in backticks within a list item stays", "- first ` @./style.md ` then", ["` @./style.md `"]),
  code("A path in backticks within a cell of a table stays", lines("| a |", "|---|", "| ` @./style.md ` |"), [
    "` @./style.md `",
  ]),
  code("A plain name in backticks stays", "Import with `use @style.md` once.", ["`use @style.md`"]),
  code("A quoted path in backticks stays", 'Import with `use @"./style.md"` once.', ['`use @"./style.md"`']),
  code("A path that leaves the root is no failure in backticks", "Never ` @../x.md `.", ["` @../x.md `"]),
  code("Each of two spans on a line is code", "` @./style.md ` or ` @./other.md `", [
    "` @./style.md `",
    "` @./other.md `",
  ]),
  memory(
    "Between two spans on a line is text",
    "` @./other.md ` and @./style.md and ` @/other.md `",
    { imports: ["style.md"], stays: ["` @./other.md `", "` @/other.md `"] },
    there,
  ),
  memory(
    "A lone backtick opens nothing",
    "The ` key. @./style.md",
    { imports: ["style.md"], stays: ["The ` key."] },
    there,
  ),
  memory(
    "Backticks of two paragraphs do not belong together",
    lines("The ` key.", "", "@./style.md", "", "The ` key again."),
    { imports: ["style.md"], stays: ["The ` key.", "The ` key again."] },
    there,
  ),
  memory(
    "Backtick runs of different length do not belong together",
    "One ` and @./style.md and two `` here.",
    { imports: ["style.md"] },
    there,
  ),
  memory(
    "A backtick with a backslash before it opens nothing",
    "Not code: \\` @./style.md \\` at all.",
    { imports: ["style.md"] },
    there,
  ),
  memory(
    "A lone backtick in one list item does not reach the next",
    lines("- the ` key", "- @./style.md", "- the ` again"),
    { imports: ["style.md"] },
    there,
  ),
];

const indented: readonly ImportCase[] = [
  code("A line indented by four after an empty line is code", lines("So:", "", "    @./style.md", "", "End.")),
  code("A line indented by a tab after an empty line is code", lines("So:", "", "\t@./style.md", "", "End.")),
  code("A file that begins with a line indented by four begins with code", "    @./style.md\n"),
  code("A path behind words in indented code stays", lines("So:", "", "    see @./style.md there")),
  code("Indented code goes on over an empty line", lines("So:", "", "    one", "", "    @./style.md")),
  code("A line indented by eight is code", lines("So:", "", "        @./style.md")),
  code("Indented lines after a heading are code", lines("# Title", "    @./style.md")),
  memory("A line indented by three is text", lines("So:", "", "   @./style.md"), { imports: ["style.md"] }, there),
  memory(
    "An indented line that goes on with a paragraph is text",
    lines("This paragraph goes on", "    @./style.md here."),
    { imports: ["style.md"] },
    there,
  ),
  memory(
    "An item of a list in a list is text, however far it is indented",
    lines("- one", "  - two", "    - @./style.md"),
    { imports: ["style.md"] },
    there,
  ),
  memory(
    "A second paragraph of a numbered item is text",
    lines("10. one", "", "    @./style.md"),
    { imports: ["style.md"] },
    there,
  ),
  memory(
    "What follows indented code is text again",
    lines("So:", "", "    @./other.md", "", "@./style.md"),
    { imports: ["style.md"], stays: ["    @./other.md"] },
    there,
  ),
];

const acrossFiles: readonly ImportCase[] = [
  memory(
    "A fence that an imported file leaves open does not reach into the importing one",
    lines("@./style.md", "", "@./other.md"),
    { imports: ["style.md", "other.md"], stays: ["@./none.md"] },
    { "style.md": lines("Style:", "```", "@./none.md"), "other.md": "The other one." },
  ),
  memory(
    "A lone backtick of an imported file does not reach into the importing one",
    "@./style.md and then @./other.md and a ` at last",
    { imports: ["style.md", "other.md"] },
    { "style.md": "The ` key.", "other.md": "The other one." },
  ),
  memory(
    "Code in an imported file stays as well",
    "@./style.md",
    { imports: ["style.md"], stays: ["` @./other.md `"] },
    { ...there, "style.md": "Say ` @./other.md ` there." },
  ),
  memory(
    "A fence in an imported file stays, and what follows it there is read",
    "@./style.md",
    { imports: ["style.md", "other.md"], stays: ["@./none.md"] },
    { "style.md": lines("```", "@./none.md", "```", "@./other.md"), "other.md": "The other one." },
  ),
];

export const codeAndFences: readonly ImportCase[] = [...fences, ...spans, ...indented, ...acrossFiles];
