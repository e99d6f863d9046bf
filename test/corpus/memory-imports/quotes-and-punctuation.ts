/**
 * Quoted paths and the punctuation around paths (M3). Decided: quotes are the straight
 * double ones, closed on the same line; within them every letter counts, so a bracket or a comma is part of the name; what
 * is empty or not closed is text. Without quotes, punctuation that follows a path is not part of it, be it ASCII or not. A
 * quoted plain name that is no file, single and curly quotes, escaped spaces, anchors (`x.md#part`), and an `@` straight
 * behind a bracket or a star are left out: the rule does not decide them.
 */
import type { ImportCase } from "./types.js";
import { lines, memory, memoryAt, texts } from "./write.js";

const imports = (name: string, text: string, ...paths: readonly string[]): ImportCase =>
  memory(name, text, { imports: paths });

const quoted: readonly ImportCase[] = [
  imports("A quoted name with a space is imported", '@"my notes.md"', "my notes.md"),
  imports("A quoted name with several spaces is imported", '@"my own long notes.md"', "my own long notes.md"),
  imports("A quoted path from here is imported", '@"./my notes.md"', "my notes.md"),
  imports("A quoted path from the root is imported", '@"/my docs/my notes.md"', "my docs/my notes.md"),
  imports("A quoted plain path is imported", '@"my docs/notes.md"', "my docs/notes.md"),
  imports("A quoted path without spaces is imported", '@"./notes.md"', "notes.md"),
  imports("A quoted path without extension is imported", '@"./My License"', "My License"),
  imports("A quoted path in a sentence is imported", 'Follow @"my notes.md" in all code.', "my notes.md"),
  imports("A quoted path before a full stop is imported", 'Follow @"my notes.md".', "my notes.md"),
  imports("A quoted path before a comma is imported", 'Follow @"my notes.md", always.', "my notes.md"),
  imports("A quoted path before a bracket is imported", '(as in @"my notes.md")', "my notes.md"),
  imports("Two quoted paths on a line are imported", '@"a b.md" and @"c d.md"', "a b.md", "c d.md"),
  imports("A quoted and a bare path on a line are imported", '@"a b.md" and @./c.md', "a b.md", "c.md"),
  imports("A quoted path in a list is imported", '- @"my notes.md"\n- more', "my notes.md"),
  imports("A quoted path before CR LF is imported", '@"my notes.md"\r\nmore\r\n', "my notes.md"),
  imports("A quoted name with brackets is imported", '@"./notes (1).md"', "notes (1).md"),
  imports("A quoted name with square brackets is imported", '@"./app/[id]/notes.md"', "app/[id]/notes.md"),
  imports("A quoted name with a comma is imported", '@"./this, that.md"', "this, that.md"),
  imports("A quoted name with an apostrophe is imported", `@"./jane's notes.md"`, "jane's notes.md"),
  imports("A quoted name with an ampersand is imported", '@"./a & b.md"', "a & b.md"),
  imports("A quoted name with an exclamation mark is imported", '@"./read me!.md"', "read me!.md"),
  imports("A quoted name with a hash is imported", '@"./c# notes.md"', "c# notes.md"),
  imports("A quoted name that ends with a bracket is imported", '@"./notes (old)"', "notes (old)"),
  imports("A quoted name beyond ASCII is imported", '@"./мои заметки.md"', "мои заметки.md"),
  imports("A quoted name with emoji is imported", '@"./🚀 launch.md"', "🚀 launch.md"),
  imports("A quoted name with an at sign is imported", '@"./who @ home.md"', "who @ home.md"),
  imports("A quoted name that begins with a digit is imported", '@"1 first.md"', "1 first.md"),
  memoryAt("docs/GEMINI.md")("A quoted path up is imported while it stays inside", '@"../my notes.md"', {
    imports: ["my notes.md"],
  }),
  memory("A quoted path that is no file is missing", 'Before @"./my notes.md" after.', {
    stays: ["Before ", " after."],
    failures: [["./my notes.md", "missing"]],
  }),
  memory("A quoted path from the root that is no file is missing", '@"/my docs/notes.md"', {
    failures: [["/my docs/notes.md", "missing"]],
  }),
  memory(
    "A quoted path in other letters than the file's is missing",
    '@"./My Notes.md"',
    { failures: [["./My Notes.md", "missing"]] },
    texts(["my notes.md"]),
  ),
  memory("Empty quotes stay as they are", 'Not @"" at all.', { stays: ['Not @"" at all.'] }),
  memory(
    "A quote that is never closed stays as it is",
    'Not @"my notes.md at all.',
    { stays: ['Not @"my notes.md at all.'] },
    {
      ...texts(["my notes.md"]),
    },
  ),
  memory(
    "A quote that is closed on another line stays as it is",
    'Not @"my\nnotes.md" at all.',
    { stays: ['Not @"my\nnotes.md" at all.'] },
    texts(["notes.md", "my notes.md"]),
  ),
  memory("A quote that is never closed does not hide what follows", 'Not @"my notes at all.\n\n@./style.md\n', {
    imports: ["style.md"],
    stays: ['Not @"my notes at all.'],
  }),
  memory(
    "A path with a space and no quotes ends at the space",
    "See @./my notes.md there.",
    { stays: [" notes.md there."], failures: [["./my", "missing"]] },
    texts(["my notes.md"]),
  ),
  memory(
    "Words in quotes without an at sign stay as they are",
    'See "my notes.md" and "./my notes.md" there.',
    { stays: ['See "my notes.md" and "./my notes.md" there.'] },
    texts(["my notes.md"]),
  ),
];

/** [what it is called, the sign] */
const signs: readonly (readonly [string, string])[] = [
  ["a full stop", "."],
  ["a comma", ","],
  ["a semicolon", ";"],
  ["a colon", ":"],
  ["an exclamation mark", "!"],
  ["a question mark", "?"],
  ["a closing bracket", ")"],
  ["a closing square bracket", "]"],
  ["a closing brace", "}"],
  ["a bracket and a full stop", ")."],
  ["three full stops", "..."],
  ["a question mark and an exclamation mark", "?!"],
];
const wideSigns: readonly (readonly [string, string])[] = [
  ["a Chinese full stop", "。"],
  ["a Chinese comma", "，"],
  ["a Japanese comma", "、"],
  ["a wide closing bracket", "）"],
  ["a Japanese closing quote", "」"],
  ["a wide exclamation mark", "！"],
  ["an ellipsis", "…"],
  ["a curly closing quote", "”"],
  ["a German closing quote", "“"],
  ["a French closing quote", "»"],
];

const punctuation: readonly ImportCase[] = [
  ...[...signs, ...wideSigns].map(([what, sign]) =>
    memory(`A path before ${what} is imported without it`, `See @./style.md${sign} Then go on.`, {
      imports: ["style.md"],
      stays: [`${sign} Then go on.`],
    }),
  ),
  ...signs.map(([what, sign]) =>
    memory(`A plain name before ${what} is imported without it`, `See @style.md${sign} Then go on.`, {
      imports: ["style.md"],
      stays: [`${sign} Then go on.`],
    }),
  ),
  ...signs.slice(0, 7).map(([what, sign]) =>
    memory(`A missing path before ${what} is named without it`, `See @./none.md${sign} Then go on.`, {
      stays: [`${sign} Then go on.`],
      failures: [["./none.md", "missing"]],
    }),
  ),
  ...signs.slice(0, 7).map(([what, sign]) =>
    memory(`A plain name that is no file stays before ${what}`, `See @none.md${sign} Then go on.`, {
      stays: [`See @none.md${sign} Then go on.`],
    }),
  ),
  imports("A path before a straight quote is imported without it", 'He said "see @./style.md" and left.', "style.md"),
  imports("A path before an apostrophe is imported without it", "He said 'see @./style.md' and left.", "style.md"),
  imports("A path before a star is imported without it", "This is *see @./style.md* so.", "style.md"),
  imports("A path before two stars is imported without them", "This is **see @./style.md** so.", "style.md"),
  imports("A path before a full stop at the end of the file is imported", "See @./style.md.", "style.md"),
  imports("A path before a full stop and CR LF is imported", "See @./style.md.\r\nGo on.\r\n", "style.md"),
  imports("A path without extension before a full stop is imported", "See @./LICENSE. Go on.", "LICENSE"),
  imports("A path in brackets with words is imported", "(see @./style.md for more)", "style.md"),
  imports("A path at the end of brackets is imported", "Short (see @/style.md) and clear.", "style.md"),
  imports("Paths in a row with commas are imported", "See @./a.md, @./b.md, and @./c.md.", "a.md", "b.md", "c.md"),
  imports("Paths in a row with semicolons are imported", "@/a.md; @/b.md; @/c.md;", "a.md", "b.md", "c.md"),
  memoryAt("docs/GEMINI.md")("A path up before a comma is imported without it", "See @../style.md, then go on.", {
    imports: ["style.md"],
  }),
  memory("A path that leaves before a full stop is named without it", lines("See @../secret.md.", "Go on."), {
    stays: ["Go on."],
    failures: [["../secret.md", "traversal"]],
  }),
];

export const quotesAndPunctuation: readonly ImportCase[] = [...quoted, ...punctuation];
