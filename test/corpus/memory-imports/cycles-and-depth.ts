/**
 * Cycles and depth in a tree (M3). Decided: the entry begins the chain, so importing it is a cycle (unlike in Gemini CLI); a
 * cycle is a file that imports one of the chain that led to it, however the path is written; two siblings that import the
 * same are no cycle, and its text appears twice. Depth 5 is five files below the entry: what the fifth imports is not read.
 * What is both too deep and missing, outside or a cycle is left out: the rule does not say which comes first.
 */
import type { ImportCase } from "./types.js";
import { memory, memoryAt, texts } from "./write.js";

const itself: readonly ImportCase[] = [
  ["A memory that imports itself is a cycle", "./GEMINI.md"],
  ["A memory that imports itself from the root is a cycle", "/GEMINI.md"],
  ["A memory that imports itself by its plain name is a cycle", "GEMINI.md"],
  ["A memory that imports itself by way of a folder is a cycle", "./docs/../GEMINI.md"],
  ["A memory that imports itself with dots between is a cycle", "././GEMINI.md"],
].map(([name, path]) =>
  memory(
    name!,
    `Before @${path} after.`,
    { stays: ["Before ", " after."], failures: [[path!, "cycle"]] },
    texts(["docs/a.md"]),
  ),
);

const cycles: readonly ImportCase[] = [
  ...itself,
  memory("A memory that imports itself in quotes is a cycle", 'Before @"GEMINI.md" after.', {
    stays: ["Before ", " after."],
    failures: [["GEMINI.md", "cycle"]],
  }),
  memoryAt("docs/GEMINI.md")("A memory in a folder that imports itself from above is a cycle", "@../docs/GEMINI.md", {
    failures: [["../docs/GEMINI.md", "cycle"]],
  }),
  memoryAt("docs/GEMINI.md")("A memory of the same name in another folder is no cycle", "@../GEMINI.md", {
    imports: ["GEMINI.md"],
  }),
  memoryAt("AGENTS.md")("A memory of another name that imports itself is a cycle", "@./AGENTS.md", {
    failures: [["./AGENTS.md", "cycle"]],
  }),
  memory(
    "A file that imports the entry is a cycle",
    "@./a.md",
    { imports: ["a.md"], stays: ["This is a. "], failures: [["./GEMINI.md", "cycle"]] },
    { "a.md": "This is a. @./GEMINI.md" },
  ),
  memory(
    "A file that imports itself is a cycle",
    "@./a.md",
    { imports: ["a.md"], stays: ["This is a. ", " And on."], failures: [["./a.md", "cycle"]] },
    { "a.md": "This is a. @./a.md And on." },
  ),
  memory(
    "Two files that import one another are a cycle",
    "@./a.md",
    { imports: ["a.md", "b.md"], failures: [["./a.md", "cycle"]] },
    { "a.md": "This is a. @./b.md", "b.md": "This is b. @./a.md" },
  ),
  memory(
    "Three files in a ring are a cycle",
    "@./a.md",
    { imports: ["a.md", "b.md", "c.md"], failures: [["./a.md", "cycle"]] },
    { "a.md": "This is a. @./b.md", "b.md": "This is b. @./c.md", "c.md": "This is c. @./a.md" },
  ),
  memory(
    "A ring of three that begins with the entry is a cycle",
    "@./a.md",
    { imports: ["a.md", "b.md"], failures: [["./GEMINI.md", "cycle"]] },
    { "a.md": "This is a. @./b.md", "b.md": "This is b. @./GEMINI.md" },
  ),
  memory(
    "A ring that goes back to its middle is a cycle",
    "@./a.md",
    { imports: ["a.md", "b.md", "c.md"], failures: [["./b.md", "cycle"]] },
    { "a.md": "This is a. @./b.md", "b.md": "This is b. @./c.md", "c.md": "This is c. @./b.md" },
  ),
  memory(
    "A ring over two folders is a cycle",
    "@./docs/a.md",
    { imports: ["docs/a.md", "src/b.md"], failures: [["../docs/a.md", "cycle"]] },
    { "docs/a.md": "This is a. @../src/b.md", "src/b.md": "This is b. @../docs/a.md" },
  ),
  memory(
    "A ring in other ways to write the path is a cycle",
    "@./a.md",
    { imports: ["a.md", "b.md"], failures: [["a.md", "cycle"]] },
    { "a.md": "This is a. @/b.md", "b.md": 'This is b. @"a.md"' },
  ),
  memory(
    "A ring entered twice is a cycle each time",
    "@./a.md\n@./b.md",
    {
      imports: ["a.md", "b.md", "b.md", "a.md"],
      failures: [
        ["./a.md", "cycle"],
        ["./b.md", "cycle"],
      ],
    },
    { "a.md": "This is a. @./b.md", "b.md": "This is b. @./a.md" },
  ),
  memory(
    "What follows a cycle in the file is imported",
    "@./a.md",
    { imports: ["a.md", "b.md"], failures: [["./a.md", "cycle"]] },
    { "a.md": "This is a. @./a.md @./b.md" },
  ),
  memory(
    "A ring in code is no cycle",
    "@./a.md",
    { imports: ["a.md"], stays: ["` @./GEMINI.md `"] },
    { "a.md": "This is a. ` @./GEMINI.md `" },
  ),
];

const diamonds: readonly ImportCase[] = [
  memory("A file imported twice appears twice", "@./a.md\n\n@./a.md", { imports: ["a.md", "a.md"] }),
  memory("A file imported twice on a line appears twice", "@./a.md and @./a.md", { imports: ["a.md", "a.md"] }),
  memory("A file imported in three ways appears three times", '@./a.md, @/a.md, @"a.md"', {
    imports: ["a.md", "a.md", "a.md"],
  }),
  memory(
    "A file that two siblings import appears twice",
    "@./a.md\n@./b.md",
    { imports: ["a.md", "c.md", "b.md", "c.md"] },
    { "a.md": "This is a. @./c.md", "b.md": "This is b. @./c.md" },
  ),
  memory(
    "A file that the entry and another import appears twice",
    "@./a.md\n@./c.md",
    { imports: ["a.md", "c.md", "c.md"] },
    { "a.md": "This is a. @./c.md" },
  ),
  memory(
    "A file that the entry imports before another does appears twice",
    "@./c.md\n@./a.md",
    { imports: ["c.md", "a.md", "c.md"] },
    { "a.md": "This is a. @./c.md" },
  ),
  memory(
    "A file and what it imports appear where they were imported",
    "@./a.md\n@./d.md",
    { imports: ["a.md", "b.md", "c.md", "d.md"], stays: ["This is a. ", " In between. ", " End of a."] },
    { "a.md": "This is a. @./b.md In between. @./c.md End of a." },
  ),
];

/** `1.md` imports `2.md`, and so on up to the last, which imports nothing. */
const chain = (length: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `${index + 1}.md`,
      index + 1 < length ? `Level ${index + 1}. @./${index + 2}.md` : `Level ${index + 1}, the last.`,
    ]),
  );
const upTo = (level: number) => Object.keys(chain(level));

const depths: readonly ImportCase[] = [
  ...[1, 2, 3, 4, 5].map((length) =>
    memory(`A chain of ${length} below the entry is imported`, "@./1.md", { imports: upTo(length) }, chain(length)),
  ),
  ...[6, 7, 30].map((length) =>
    memory(
      `A chain of ${length} below the entry ends with the fifth`,
      "@./1.md",
      { imports: upTo(5), failures: [["./6.md", "depth"]] },
      chain(length),
    ),
  ),
  ...[1, 2, 3, 4].map((depth) =>
    memory(
      `A chain of ten ends with number ${depth} if the depth is ${depth}`,
      "@./1.md",
      { imports: upTo(depth), failures: [[`./${depth + 1}.md`, "depth"]] },
      chain(10),
      { depth },
    ),
  ),
  memory("A chain of seven is imported whole if the depth is ten", "@./1.md", { imports: upTo(7) }, chain(7), {
    depth: 10,
  }),
  memory("A chain of ten is imported whole if the depth is ten", "@./1.md", { imports: upTo(10) }, chain(10), {
    depth: 10,
  }),
  memory(
    "Each branch has the whole depth",
    "@./1.md\n@./a.md",
    { imports: [...upTo(5), "a.md", "b.md"], failures: [["./6.md", "depth"]] },
    { ...chain(6), "a.md": "This is a. @./b.md" },
  ),
  memory(
    "A file too deep on one branch is imported on another",
    "@./1.md\n@./6.md",
    { imports: [...upTo(5), "6.md"], failures: [["./6.md", "depth"]] },
    chain(6),
  ),
  memory("Many imports side by side are not deep", "@./a.md @./b.md @./c.md @./d.md @./e.md @./f.md @./g.md", {
    imports: ["a.md", "b.md", "c.md", "d.md", "e.md", "f.md", "g.md"],
  }),
  memory("Many folders in a path are not deep", "@./a/b/c/d/e/f/g/style.md", { imports: ["a/b/c/d/e/f/g/style.md"] }),
  memory(
    "Two imports of the fifth are both too deep",
    "@./1.md",
    {
      imports: upTo(5),
      failures: [
        ["./x.md", "depth"],
        ["/y.md", "depth"],
      ],
    },
    { ...chain(4), "4.md": "Level 4. @./5.md", "5.md": "Level 5. @./x.md @/y.md", ...texts(["x.md", "y.md"]) },
  ),
  memory(
    "At signs, code and handles in the fifth stay as they are",
    "@./1.md",
    { imports: upTo(5), stays: ["Level 5. Ask @octocat, not jane@example.com, of ` @./x.md ` and @none.md."] },
    {
      ...chain(4),
      "4.md": "Level 4. @./5.md",
      "5.md": "Level 5. Ask @octocat, not jane@example.com, of ` @./x.md ` and @none.md.",
      ...texts(["x.md"]),
    },
  ),
];

export const cyclesAndDepth: readonly ImportCase[] = [...cycles, ...diamonds, ...depths];
