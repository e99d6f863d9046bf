/**
 * Only text is imported (M3), files and not folders, and none that is huge. Decided: what a file is, its
 * bytes say, so a picture named `.md` is binary and text of any ending is text; a PDF is binary even if all its bytes are
 * ASCII; a NUL makes a file binary wherever it is; 30 MB are too many (X6 draws the line at 20), 300 KB are not. SVG and
 * files of a known binary ending that hold text are left out.
 */
import type { Files, ImportCase } from "./types.js";
import { bytes, joined, memory, memoryAt, texts } from "./write.js";

const huge = { size: 30_000_000 } as const;
const png = bytes(
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  0,
  0,
  0,
  0x0d,
  0x49,
  0x48,
  0x44,
  0x52,
  0,
  0,
  0,
  1,
  8,
  6,
);
const jpeg = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9);
const gif = joined("GIF89a", bytes(1, 0, 1, 0, 0x80, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0, 0x21, 0xf9, 4, 0x3b));
const pdf = joined("%PDF-1.7\n%", bytes(0xe2, 0xe3, 0xcf, 0xd3), "\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n");
const plainPdf = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";
const zip = joined(
  "PK",
  bytes(3, 4, 0x14, 0, 0, 0, 8, 0, 0x21, 0x5a, 0x9c, 0xee, 0xb1, 0xa0),
  "notes.md",
  bytes(0xcb, 0x48, 0),
);
const gzip = bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10, 0x36);
const wasm = bytes(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0);
const elf = joined(bytes(0x7f), "ELF", bytes(2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0x3e, 0));
const sqlite = joined("SQLite format 3", bytes(0, 0x10, 0, 1, 1, 0, 0x40, 0x20, 0x20));
const woff = joined("wOF2", bytes(0, 1, 0, 0, 0, 0, 0x4d, 0xe8, 0, 0x10, 0xff, 0xfe));

const refused = (name: string, path: string, reason: "binary" | "too-large", files: Files): ImportCase =>
  memory(name, `Before @${path} after.`, { stays: ["Before ", " after."], failures: [[path, reason]] }, files);

const binaries: readonly ImportCase[] = [
  refused("A PNG is binary", "./logo.png", "binary", { "logo.png": png }),
  refused("A JPEG is binary", "./photo.jpg", "binary", { "photo.jpg": jpeg }),
  refused("A GIF is binary", "./smile.gif", "binary", { "smile.gif": gif }),
  refused("A PDF is binary", "./paper.pdf", "binary", { "paper.pdf": pdf }),
  refused("A PDF of ASCII alone is binary", "./paper.pdf", "binary", { "paper.pdf": plainPdf }),
  refused("A ZIP is binary", "./all.zip", "binary", { "all.zip": zip }),
  refused("A document of an office, which is a ZIP, is binary", "./letter.docx", "binary", { "letter.docx": zip }),
  refused("A GZIP is binary", "./all.tar.gz", "binary", { "all.tar.gz": gzip }),
  refused("A program is binary", "./tool", "binary", { tool: elf }),
  refused("A module of WebAssembly is binary", "./tool.wasm", "binary", { "tool.wasm": wasm }),
  refused("A database is binary", "./data.db", "binary", { "data.db": sqlite }),
  refused("A font is binary", "./sans.woff2", "binary", { "sans.woff2": woff }),
  refused("A PNG by its path from the root is binary", "/img/logo.png", "binary", { "img/logo.png": png }),
  refused("A PNG by its plain name is binary", "logo.png", "binary", { "logo.png": png }),
  refused("A PDF by its plain path is binary", "docs/paper.pdf", "binary", { "docs/paper.pdf": pdf }),
  refused("A PNG that is named as text is binary", "./style.md", "binary", { "style.md": png }),
  refused("A ZIP that is named as text is binary", "./notes.txt", "binary", { "notes.txt": zip }),
  refused("A PDF that is named as text is binary", "./paper.md", "binary", { "paper.md": pdf }),
  refused("Text with a NUL in it is binary", "./style.md", "binary", { "style.md": "Some text.\0More text.\n" }),
  refused("Text that begins with a NUL is binary", "./style.md", "binary", { "style.md": "\0Some text.\n" }),
  refused("Text that ends with a NUL is binary", "./style.md", "binary", { "style.md": "Some text.\n\0" }),
  refused("Text with a NUL far behind is binary", "./style.md", "binary", {
    "style.md": `${"Some text, line by line.\n".repeat(2_000)}\0`,
  }),
  refused("A file of one NUL is binary", "./style.md", "binary", { "style.md": bytes(0) }),
  memory(
    "A quoted PNG is binary",
    'Before @"my logo.png" after.',
    { stays: ["Before ", " after."], failures: [["my logo.png", "binary"]] },
    { "my logo.png": png },
  ),
  memory(
    "What stands beside a binary file is imported",
    "@./logo.png\n@./style.md\n",
    { imports: ["style.md"], failures: [["./logo.png", "binary"]] },
    { "logo.png": png },
  ),
  memory(
    "A binary file that an imported one imports is binary",
    "@./docs/first.md",
    { imports: ["docs/first.md"], stays: ["First. "], failures: [["./logo.png", "binary"]] },
    { "docs/first.md": "First. @./logo.png", "docs/logo.png": png },
  ),
  memory(
    "A binary file in code is no failure",
    "Show ` @./logo.png ` so.",
    { stays: ["Show ` @./logo.png ` so."] },
    { "logo.png": png },
  ),
  memory(
    "Each binary file is a failure",
    "@./a.png @./b.pdf @./c.zip",
    {
      failures: [
        ["./a.png", "binary"],
        ["./b.pdf", "binary"],
        ["./c.zip", "binary"],
      ],
    },
    { "a.png": png, "b.pdf": pdf, "c.zip": zip },
  ),
];

const textual: readonly ImportCase[] = [
  ["Plain text", "notes.txt", "Some notes.\n"],
  ["A configuration", "package.json", '{ "name": "shop", "private": true }\n'],
  ["A configuration with dashes", "ci.yaml", "on: push\njobs:\n  - check\n"],
  ["A configuration with sections", "tool.toml", '[tool]\nname = "shop"\n'],
  ["A source of TypeScript, which is no video,", "types.ts", "export type Id = string;\n"],
  ["A source of Python", "tool.py", "def main():\n    return 1\n"],
  ["A source of HTML", "page.html", "<!doctype html>\n<title>Shop</title>\n"],
  ["A table with commas", "data.csv", "id,name\n1,Ada\n"],
  ["A script of the shell", "run.sh", "#!/bin/sh\necho run\n"],
  ["A file of many lines", "long.md", "A line of the long file.\n".repeat(3_000)],
  ["A file of one long line", "wide.md", "wide ".repeat(20_000)],
  ["A file of one letter", "one.md", "x"],
  ["A file of an ending nobody knows", "notes.xyzzy", "Some notes.\n"],
].map(([what, path, text]) => memory(`${what!} is imported`, `@./${path!}`, { imports: [path!] }, { [path!]: text! }));

const empty: readonly ImportCase[] = [
  memory(
    "An empty file is imported",
    "Before @./empty.md after.",
    { imports: ["empty.md"], stays: ["Before ", " after."] },
    {
      "empty.md": "",
    },
  ),
  memory(
    "A file of empty lines is imported",
    "Before @./blank.md after.",
    { imports: ["blank.md"] },
    {
      "blank.md": "\n\n\n",
    },
  ),
];

const sizes: readonly ImportCase[] = [
  refused("A file of 30 MB is too large", "./log.md", "too-large", { "log.md": huge }),
  refused("A file of 30 MB from the root is too large", "/logs/log.txt", "too-large", { "logs/log.txt": huge }),
  refused("A file of 30 MB by its plain name is too large", "log.txt", "too-large", { "log.txt": huge }),
  refused("A file of 30 MB without extension is too large", "./LOG", "too-large", { LOG: huge }),
  refused("A file of 100 MB is too large", "./log.md", "too-large", { "log.md": { size: 100_000_000 } }),
  memory(
    "A quoted file of 30 MB is too large",
    'Before @"my log.md" after.',
    { stays: ["Before ", " after."], failures: [["my log.md", "too-large"]] },
    { "my log.md": huge },
  ),
  memory(
    "What stands beside a file that is too large is imported",
    "@./log.md @./style.md",
    { imports: ["style.md"], failures: [["./log.md", "too-large"]] },
    { "log.md": huge },
  ),
  memory(
    "A file of 30 MB that an imported one imports is too large",
    "@./first.md",
    { imports: ["first.md"], failures: [["./log.md", "too-large"]] },
    { "first.md": "First. @./log.md", "log.md": huge },
  ),
  memory(
    "A file of 300 KB is not too large",
    "@./long.md",
    { imports: ["long.md"] },
    {
      "long.md": "Thirty letters in every line.\n".repeat(10_000),
    },
  ),
];

const folder = (name: string, path: string, files: Files, folders: readonly string[] = []): ImportCase =>
  memory(name, `Before @${path} after.`, { stays: ["Before ", " after."], failures: [[path, "folder"]] }, files, {
    folders,
  });

const folders: readonly ImportCase[] = [
  folder("A folder is no file", "./docs", texts(["docs/a.md"])),
  folder("A folder from the root is no file", "/docs", texts(["docs/a.md"])),
  folder("A folder in a folder is no file", "./docs/api", texts(["docs/api/a.md"])),
  folder("An empty folder is no file", "./docs", {}, ["docs"]),
  folder("A folder with an ending is no file", "./docs.md", texts(["docs.md/a.md"])),
  folder("A folder with a memory in it is no file", "./src", texts(["src/GEMINI.md"])),
  folder("A hidden folder is no file", "./.github", texts([".github/a.md"])),
  memoryAt("src/GEMINI.md")(
    "A folder above is no file",
    "@../docs",
    { failures: [["../docs", "folder"]] },
    texts(["docs/a.md"]),
  ),
  memory(
    "A quoted folder is no file",
    '@"./my docs"',
    { failures: [["./my docs", "folder"]] },
    texts(["my docs/a.md"]),
  ),
  memory("What stands beside a folder is imported", "@./docs and @./docs/a.md", {
    imports: ["docs/a.md"],
    failures: [["./docs", "folder"]],
  }),
];

export const kindsOfFiles: readonly ImportCase[] = [...binaries, ...textual, ...empty, ...sizes, ...folders];
