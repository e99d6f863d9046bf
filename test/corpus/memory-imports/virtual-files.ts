/**
 * Virtual Memory files (M1, M3): for them the root is `~/.gemini`, and `/` is meant from there. Decided: nothing above
 * `~/.gemini` and nothing of the Workspace can be reached from them, and nothing of theirs from the Workspace's files; a
 * path that would be in the Workspace is missing, for it is looked for among the virtual files.
 */
import type { ImportCase } from "./types.js";
import { lines, memory, memoryAt, texts } from "./write.js";

const global = memoryAt("~/.gemini/GEMINI.md");
const ownProject = memoryAt("~/.gemini/tmp/p1/memory/GEMINI.md");

const own = (path: string) => `~/.gemini/${path}`;

export const virtualFiles: readonly ImportCase[] = [
  global("A virtual memory imports from its folder", "@./style.md", { imports: [own("style.md")] }),
  global("A virtual memory imports from its root, which is ~/.gemini", "@/style.md", { imports: [own("style.md")] }),
  global("A virtual memory imports a plain name", "@style.md", { imports: [own("style.md")] }),
  global("A virtual memory imports a quoted name", '@"my style.md"', { imports: [own("my style.md")] }),
  global("A virtual memory imports from a folder of its own", "@./docs/style.md", { imports: [own("docs/style.md")] }),
  global("A virtual memory imports a plain path", "@docs/style.md", { imports: [own("docs/style.md")] }),
  global("A virtual memory imports a file without extension", "@/LICENSE", { imports: [own("LICENSE")] }),
  global(
    "A virtual memory imports its own file, not the workspace's of that name",
    "@./style.md",
    { imports: [own("style.md")] },
    texts(["style.md"]),
  ),
  global(
    "A virtual memory imports from its root, not from the workspace's",
    "@/docs/style.md",
    { imports: [own("docs/style.md")] },
    texts(["docs/style.md"]),
  ),
  global(
    "A virtual memory does not reach the workspace from here",
    "@./README.md",
    { failures: [["./README.md", "missing"]] },
    texts(["README.md"]),
  ),
  global(
    "A virtual memory does not reach the workspace from the root",
    "@/README.md",
    { failures: [["/README.md", "missing"]] },
    texts(["README.md"]),
  ),
  global(
    "A plain name that is a file of the workspace only stays in a virtual memory",
    "See @README.md there.",
    { stays: ["See @README.md there."] },
    texts(["README.md"]),
  ),
  global("A virtual memory may not climb above ~/.gemini", "@../secret.md", {
    failures: [["../secret.md", "traversal"]],
  }),
  global("A virtual memory may not climb from its root", "@/../secret.md", {
    failures: [["/../secret.md", "traversal"]],
  }),
  global("A virtual memory may not climb by two", "@../../etc/passwd", {
    failures: [["../../etc/passwd", "traversal"]],
  }),
  global(
    "A virtual memory may not go down and leave",
    "@./docs/../../secret.md",
    { failures: [["./docs/../../secret.md", "traversal"]] },
    texts([own("docs/a.md")]),
  ),
  global(
    "A virtual memory may not leave and come back",
    "@../.gemini/style.md",
    {
      failures: [["../.gemini/style.md", "traversal"]],
    },
    texts([own("style.md")]),
  ),
  global("A virtual memory that imports itself is a cycle", "@./GEMINI.md", { failures: [["./GEMINI.md", "cycle"]] }),
  global("A virtual memory that imports itself from the root is a cycle", "@/GEMINI.md", {
    failures: [["/GEMINI.md", "cycle"]],
  }),
  global(
    "Virtual files that import one another are a cycle",
    "@./a.md",
    { imports: [own("a.md")], failures: [["/GEMINI.md", "cycle"]] },
    { [own("a.md")]: "This is a. @/GEMINI.md" },
  ),
  global("A virtual memory imports no URL", "@https://example.com/style.md", {
    failures: [["https://example.com/style.md", "url"]],
  }),
  global(
    "A virtual memory imports no folder",
    "@./docs",
    { failures: [["./docs", "folder"]] },
    texts([own("docs/a.md")]),
  ),
  global("Handles and addresses stay in a virtual memory", "I am @octocat, jane@example.com, and like @scope/pkg.", {
    stays: ["I am @octocat, jane@example.com, and like @scope/pkg."],
  }),
  global(
    "Code stays in a virtual memory",
    lines("```", "@./style.md", "```"),
    { stays: ["@./style.md"] },
    {
      ...texts([own("style.md")]),
    },
  ),
  ownProject("A private memory imports from its folder", "@./MEMORY.md", { imports: [own("tmp/p1/memory/MEMORY.md")] }),
  ownProject("A private memory imports a plain name from its folder", "@notes.md", {
    imports: [own("tmp/p1/memory/notes.md")],
  }),
  ownProject("A private memory imports from ~/.gemini by a path from the root", "@/style.md", {
    imports: [own("style.md")],
  }),
  ownProject("A private memory may climb to ~/.gemini", "@../../../style.md", { imports: [own("style.md")] }),
  ownProject("A private memory may import the global one", "@/GEMINI.md", { imports: [own("GEMINI.md")] }),
  ownProject("A private memory may not climb above ~/.gemini", "@../../../../secret.md", {
    failures: [["../../../../secret.md", "traversal"]],
  }),
  ownProject(
    "A private memory that imports the global one, which imports it, is a cycle",
    "@/GEMINI.md",
    { imports: [own("GEMINI.md")], failures: [["./tmp/p1/memory/GEMINI.md", "cycle"]] },
    { [own("GEMINI.md")]: "The global one. @./tmp/p1/memory/GEMINI.md" },
  ),
  ownProject(
    "A virtual file's paths are meant from its own folder",
    "@/docs/first.md",
    { imports: [own("docs/first.md"), own("docs/second.md")] },
    { [own("docs/first.md")]: "First. @./second.md" },
  ),
  memory(
    "A memory of the workspace does not reach a virtual file from the root",
    "@/style.md",
    { failures: [["/style.md", "missing"]] },
    texts([own("style.md")]),
  ),
  memory(
    "A plain name that is a virtual file only stays in a memory of the workspace",
    "See @style.md there.",
    { stays: ["See @style.md there."] },
    texts([own("style.md")]),
  ),
  memory(
    "A folder of the workspace named as the virtual root is a folder like any other",
    "@./.gemini/style.md",
    { imports: [".gemini/style.md"] },
    texts([own("style.md")]),
  ),
  memoryAt(".gemini/GEMINI.md")(
    "A memory in the workspace's own .gemini folder may climb to the root",
    "@../style.md",
    { imports: ["style.md"] },
  ),
  memoryAt(".gemini/GEMINI.md")(
    "In the workspace's own .gemini folder the root is still the workspace's",
    "@/style.md",
    { imports: ["style.md"] },
    texts([".gemini/style.md", own("style.md")]),
  ),
];
