/**
 * Encodings of files, and names beyond ASCII (M3: only text). Decided: UTF-8, and UTF-16 with a mark
 * at its head, are text; the mark is not part of it, so an import may follow at once; bytes that are no UTF-8 are binary,
 * as is UTF-16 without a mark (it is full of NULs). Names are compared as they are written, and a name beyond ASCII is as
 * good as any. UTF-32, and the two ways to write an accent compared with one another, are left out.
 */
import type { ImportCase } from "./types.js";
import { bytes, joined, memory, texts } from "./write.js";

const utf8Mark = bytes(0xef, 0xbb, 0xbf);

function utf16(text: string, order: "little" | "big", mark = true): Uint8Array {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return Uint8Array.from(
    (mark ? [0xfeff, ...units] : units).flatMap((unit) =>
      order === "little" ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff],
    ),
  );
}

const words = "Grüße, привет, 你好, こんにちは, 👋🏽!";

const marked: readonly ImportCase[] = [
  memory(
    "UTF-8 with a mark is imported",
    "@./style.md",
    { imports: ["style.md"], stays: [words] },
    {
      "style.md": joined(utf8Mark, words),
    },
  ),
  memory(
    "UTF-8 without a mark is imported",
    "@./style.md",
    { imports: ["style.md"], stays: [words] },
    {
      "style.md": joined(words),
    },
  ),
  memory(
    "UTF-16 with a mark, little end first, is imported",
    "@./style.md",
    { imports: ["style.md"], stays: [words] },
    {
      "style.md": utf16(words, "little"),
    },
  ),
  memory(
    "UTF-16 with a mark, big end first, is imported",
    "@./style.md",
    { imports: ["style.md"], stays: [words] },
    {
      "style.md": utf16(words, "big"),
    },
  ),
  memory("An entry that begins with a mark may import at once", joined(utf8Mark, "@./style.md and on"), {
    imports: ["style.md"],
    stays: [" and on"],
  }),
  memory("An entry in UTF-16, little end first, imports", utf16("Before @./style.md after.", "little"), {
    imports: ["style.md"],
    stays: ["Before ", " after."],
  }),
  memory("An entry in UTF-16, big end first, imports", utf16("Before @./style.md after.", "big"), {
    imports: ["style.md"],
    stays: ["Before ", " after."],
  }),
  memory(
    "An imported file that begins with a mark may import at once",
    "@./first.md",
    { imports: ["first.md", "second.md"] },
    { "first.md": joined(utf8Mark, "@./second.md is what we follow.") },
  ),
  memory(
    "An imported file in UTF-16 imports",
    "@./first.md",
    { imports: ["first.md", "second.md"], stays: ["First. ", " is what we follow."] },
    { "first.md": utf16("First. @./second.md is what we follow.", "little") },
  ),
  memory(
    "A fence at the head of a file with a mark is a fence",
    joined(utf8Mark, "```\n@./style.md\n```\n"),
    { stays: ["@./style.md"] },
    texts(["style.md"]),
  ),
];

const border = (size: number): ImportCase =>
  memory(
    `A letter of four bytes over byte ${size} is no reason to refuse`,
    "@./style.md",
    { imports: ["style.md"] },
    {
      "style.md": joined("x".repeat(size - 2), "😀", " and more text.\n".repeat(1_000)),
    },
  );

const wellFormed: readonly ImportCase[] = [
  ...[512, 1_024, 4_096, 8_000, 8_192, 65_536].map(border),
  memory(
    "A file with the sign for what could not be read is imported",
    "@./style.md",
    { imports: ["style.md"] },
    {
      "style.md": "An old file said gr\ufffdn here.\n",
    },
  ),
  memory(
    "A file of letters of three bytes is imported",
    "@./style.md",
    { imports: ["style.md"] },
    {
      "style.md": "規則は短く書く。".repeat(2_000),
    },
  ),
  memory("A file of emoji is imported", "@./style.md", { imports: ["style.md"] }, { "style.md": "👩‍💻🏳️‍🌈🧑🏿‍🚀".repeat(200) }),
  memory(
    "A file from right to left is imported",
    "@./style.md",
    { imports: ["style.md"] },
    {
      "style.md": "اكتب بإيجاز. כתוב בקצרה.\n",
    },
  ),
];

const broken: readonly ImportCase[] = [
  ["Letters of Latin-1 are binary", joined("Gr", bytes(0xfc, 0xdf), "e aus K", bytes(0xf6), "ln\n")],
  ["Letters of Windows-1251 are binary", bytes(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0)],
  ["Letters of Shift JIS are binary", bytes(0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x83, 0x81, 0x83, 0x82)],
  ["Bytes that never are in UTF-8 are binary", joined("Some text", bytes(0xff, 0xc1, 0xf5), "and more.\n")],
  ["A letter written too long is binary", joined("Some text", bytes(0xc0, 0xaf), "and more.\n")],
  ["A half of a pair in UTF-8 is binary", joined("Some text", bytes(0xed, 0xa0, 0x80), "and more.\n")],
  ["A letter that is cut off at the end is binary", joined("Some text", bytes(0xf0, 0x9f, 0x98))],
  ["A byte that goes on with nothing is binary", joined("Some text", bytes(0x80), "and more.\n")],
  ["A wrong byte far behind is binary", joined("Some text, line by line.\n".repeat(1_000), bytes(0xfe), "\n")],
  ["UTF-16 without a mark, little end first, is binary", utf16("Some text, and more.", "little", false)],
  ["UTF-16 without a mark, big end first, is binary", utf16("Some text, and more.", "big", false)],
].map(([name, file]) =>
  memory(
    name as string,
    "Before @./style.md after.",
    { stays: ["Before ", " after."], failures: [["./style.md", "binary"]] },
    { "style.md": file as Uint8Array },
  ),
);

const scripts: readonly (readonly [string, string])[] = [
  ["in German", "größe-und-maß.md"],
  ["in Spanish", "diseño.md"],
  ["in Russian", "заметки.md"],
  ["in Greek", "κανόνες.md"],
  ["in Chinese", "编码规范.md"],
  ["in Japanese", "コーディング規約.md"],
  ["in Korean", "규칙.md"],
  ["in Arabic", "قواعد.md"],
  ["in Hebrew", "כללים.md"],
  ["in Hindi", "नियम.md"],
  ["with an accent as one letter", "caf\u00e9.md"],
  ["with an accent as two letters", "cafe\u0301.md"],
  ["of one emoji", "🚀.md"],
  ["of an emoji joined of several", "👩‍💻.md"],
];

const names: readonly ImportCase[] = [
  ...scripts.map(([what, name]) =>
    memory(`A name ${what} is imported from here`, `See @./${name} first.`, { imports: [name] }),
  ),
  ...scripts
    .slice(0, 9)
    .map(([what, name]) => memory(`A plain name ${what} is imported`, `See @${name} first.`, { imports: [name] })),
  memory("A folder beyond ASCII is imported from", "@./документы/規約.md", { imports: ["документы/規約.md"] }),
  memory("A plain path beyond ASCII is imported", "@документы/規約.md", { imports: ["документы/規約.md"] }),
  memory("A plain name beyond ASCII that is no file stays", "Siehe @größe.md dort.", {
    stays: ["Siehe @größe.md dort."],
  }),
  memory("A path beyond ASCII that is no file is missing", "См. @./нет.md здесь.", {
    stays: ["См. ", " здесь."],
    failures: [["./нет.md", "missing"]],
  }),
  memory(
    "A look-alike of another script is another name",
    "@./stуle.md",
    { failures: [["./stуle.md", "missing"]] },
    texts(["style.md"]),
  ),
  memory("Text beyond ASCII around an import stays", "先读 @./style.md 再写。", {
    imports: ["style.md"],
    stays: ["先读 ", " 再写。"],
  }),
];

export const encodingsAndUnicode: readonly ImportCase[] = [...marked, ...wellFormed, ...broken, ...names];
