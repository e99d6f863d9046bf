/**
 * Nothing outside the granted root, and no URL (M3, W3). Decided: a path that leaves the root at any step is a
 * traversal, even if it comes back, and whether or not there is something where it leads; what is written with `./`, `../`
 * or `/` and in an encoding, with backslashes or with a control character is never imported, but may be called a traversal,
 * missing or unreadable (a NUL is left out: it would make the memory itself no text); a Windows path is a plain name, and
 * no file, so it stays. `~` is left out: the rule does not name it.
 */
import type { FailureReason, Files, ImportCase } from "./types.js";
import { memory, memoryAt, texts } from "./write.js";

const refused = (
  name: string,
  path: string,
  reasons: readonly [FailureReason, ...FailureReason[]],
  files: Files = {},
) => memory(name, `Before @${path} after.`, { stays: ["Before ", " after."], failures: [[path, ...reasons]] }, files);

const climbs: readonly ImportCase[] = [
  refused("A path that leaves the root is a traversal", "../secret.md", ["traversal"]),
  refused("A path that leaves the root by two is a traversal", "../../secret.md", ["traversal"]),
  refused("A path that leaves the root by twenty is a traversal", `${"../".repeat(20)}etc/passwd`, ["traversal"]),
  refused("A path from here that leaves the root is a traversal", "./../secret.md", ["traversal"]),
  refused("A path from the root that leaves it is a traversal", "/../secret.md", ["traversal"]),
  refused("A path from the root that leaves it by two is a traversal", "/../../etc/passwd", ["traversal"]),
  refused(
    "A path that goes down and leaves is a traversal",
    "./docs/../../secret.md",
    ["traversal"],
    texts(["docs/a.md"]),
  ),
  refused("A path from the root that goes down and leaves is a traversal", "/docs/../../secret.md", ["traversal"]),
  refused(
    "A path that goes down twice and leaves is a traversal",
    "./a/b/../../../secret.md",
    ["traversal"],
    texts(["a/b/c.md"]),
  ),
  refused(
    "A path that leaves and comes back is a traversal",
    "../project/style.md",
    ["traversal"],
    texts(["style.md"]),
  ),
  refused("A path from the root that leaves and comes back is a traversal", "/../project/style.md", ["traversal"], {
    ...texts(["style.md", "project/style.md"]),
  }),
  refused("A path that leaves with dots between is a traversal", "./././../secret.md", ["traversal"]),
  refused("A path that leaves is a traversal though a file of that name is inside", "../style.md", ["traversal"], {
    ...texts(["style.md"]),
  }),
  refused("A path without extension that leaves is a traversal", "../SECRET", ["traversal"]),
  refused("A path to a hidden file outside is a traversal", "../.ssh/id_rsa", ["traversal"]),
  refused("A path into another folder's memory is a traversal", "../other/GEMINI.md", ["traversal"]),
  memory("A quoted path that leaves is a traversal", 'See @"../my secret.md" there.', {
    stays: ["See ", " there."],
    failures: [["../my secret.md", "traversal"]],
  }),
  memory("A quoted path that goes down and leaves is a traversal", '@"./my docs/../../x.md"', {
    failures: [["./my docs/../../x.md", "traversal"]],
  }),
  memory("Two paths that leave are two failures in their order", "@../b.md and @../a.md", {
    failures: [
      ["../b.md", "traversal"],
      ["../a.md", "traversal"],
    ],
  }),
  memory("What stands beside a path that leaves is imported", "@../x.md\n@./style.md\n", {
    imports: ["style.md"],
    failures: [["../x.md", "traversal"]],
  }),
  memory(
    "An imported file may not leave the root either",
    "@./docs/first.md",
    { imports: ["docs/first.md"], stays: ["First. "], failures: [["../../secret.md", "traversal"]] },
    { "docs/first.md": "First. @../../secret.md" },
  ),
  memoryAt("a/b/GEMINI.md")("A file two folders down may not climb three", "@../../../secret.md", {
    failures: [["../../../secret.md", "traversal"]],
  }),
  memoryAt("a/b/GEMINI.md")("A file two folders down may climb two", "@../../open.md", { imports: ["open.md"] }),
  memoryAt("a/GEMINI.md")("A path from the root may not climb, whatever folder says it", "@/../a/open.md", {
    failures: [["/../a/open.md", "traversal"]],
  }),
];

const inside: readonly ImportCase[] = [
  memory(
    "Two dots in the middle that stay inside are imported",
    "@./docs/../style.md",
    { imports: ["style.md"] },
    texts(["docs/a.md"]),
  ),
  memory(
    "Two dots in the middle of a path from the root are imported",
    "@/docs/../src/style.md",
    { imports: ["src/style.md"] },
    texts(["docs/a.md"]),
  ),
  memory(
    "Two dots in the middle of a plain path are imported",
    "@docs/../style.md",
    { imports: ["style.md"] },
    texts(["docs/a.md"]),
  ),
  memory(
    "Two dots twice in the middle are imported",
    "@./a/../b/../style.md",
    { imports: ["style.md"] },
    texts(["a/a.md", "b/b.md"]),
  ),
  memory(
    "Two dots in the middle of a quoted path are imported",
    '@"./my docs/../my style.md"',
    { imports: ["my style.md"] },
    texts(["my docs/a.md"]),
  ),
  memory("A name with two dots within is imported", "@./style..md", { imports: ["style..md"] }),
  memory("A name that begins with two dots is imported", "@./..style.md", { imports: ["..style.md"] }),
  memory("A folder whose name begins with three dots is imported from", "@./...docs/style.md", {
    imports: ["...docs/style.md"],
  }),
];

const hidden: readonly FailureReason[] = ["missing", "unreadable"];
const disguises: readonly ImportCase[] = [
  ["Two dots in percents are not decoded", "./%2e%2e/secret.md"],
  ["Two dots in percents of capitals are not decoded", "./%2E%2E/secret.md"],
  ["A slash in percents is not decoded", "./..%2fsecret.md"],
  ["A backslash in percents is not decoded", "./..%5csecret.md"],
  ["Two dots in doubled percents are not decoded", "./%252e%252e/secret.md"],
  ["Overlong dots in percents are not decoded", "./%c0%ae%c0%ae/secret.md"],
  ["Two dots in percents from the root are not decoded", "/%2e%2e/secret.md"],
  ["Backslashes behind a dot climb nowhere", "./..\\secret.md"],
  ["Backslashes behind a folder climb nowhere", "./docs\\..\\..\\secret.md"],
  ["Backslashes behind a slash climb nowhere", "/..\\secret.md"],
].map(([name, path]) => refused(name!, path!, ["traversal", ...hidden], texts(["docs/a.md"])));

const odd: readonly ImportCase[] = [
  refused(
    "A path with a control character in it is not read",
    "./style\u0001.md",
    ["unreadable", "missing", "traversal"],
    texts(["style.md"]),
  ),
  refused(
    "A path with a control character before another ending is not read",
    "./style.md\u0001.png",
    ["unreadable", "missing", "traversal"],
    {
      ...texts(["style.md"]),
    },
  ),
  refused("A name in percents is not decoded into another", "./%73tyle.md", ["missing", "traversal", "unreadable"], {
    ...texts(["style.md"]),
  }),
  refused(
    "A name with a look-alike of the slash is not two names",
    "./docs∕style.md",
    ["missing", "traversal", "unreadable"],
    {
      ...texts(["docs/style.md"]),
    },
  ),
  refused("Look-alikes of two dots climb nowhere", "./．．/secret.md", ["missing", "traversal", "unreadable"]),
  refused("A file is no folder", "./style.md/inner.md", ["unreadable", "missing"], texts(["style.md"])),
  refused("A name of 5,000 letters is not read", `./${"n".repeat(5_000)}.md`, ["unreadable", "missing", "traversal"]),
  ...[
    ["A path of Windows stays as it is", "Not @C:\\Users\\jane\\notes.md there."],
    ["A path of Windows with slashes stays as it is", "Not @C:/Users/jane/notes.md there."],
    ["A share of Windows stays as it is", "Not @\\\\server\\share\\notes.md there."],
  ].map(([name, text]) => memory(name!, text!, { stays: [text!] }, texts(["notes.md"]))),
];

const urls: readonly ImportCase[] = [
  refused("A file of the web is a URL", "https://example.com/style.md", ["url"]),
  refused("A file of the web without TLS is a URL", "http://example.com/style.md", ["url"]),
  refused("A host of the web is a URL", "https://example.com", ["url"]),
  refused("A URL in capital letters is a URL", "HTTPS://EXAMPLE.COM/STYLE.MD", ["url"]),
  refused("A URL with a query is a URL", "https://example.com/a.md?raw=1", ["url"]),
  refused("A URL of this machine is a URL", "http://localhost:8080/style.md", ["url"]),
  refused("A file by its URL is a URL", "file:///etc/passwd", ["url"]),
  refused("A file by its URL with a host is a URL", "file://localhost/style.md", ["url"], texts(["style.md"])),
  refused("A file by its URL in capital letters is a URL", "FILE:///style.md", ["url"], texts(["style.md"])),
  memory("A quoted URL is a URL", 'See @"https://example.com/my style.md" there.', {
    stays: ["See ", " there."],
    failures: [["https://example.com/my style.md", "url"]],
  }),
  memory("A URL at the end of a sentence is a URL without the full stop", "See @https://example.com/style.md.", {
    failures: [["https://example.com/style.md", "url"]],
  }),
  memory("A URL without an at sign stays as it is", "See https://example.com/style.md there.", {
    stays: ["See https://example.com/style.md there."],
  }),
  memory(
    "A URL in an imported file is a URL",
    "@./first.md",
    { imports: ["first.md"], failures: [["https://example.com/x.md", "url"]] },
    { "first.md": "First. @https://example.com/x.md" },
  ),
];

export const traversal: readonly ImportCase[] = [...climbs, ...inside, ...disguises, ...odd, ...urls];
