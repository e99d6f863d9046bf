/**
 * What kind of text an entry is, as far as ranking cares: its shelf. Tests, generated and vendored files say the same words
 * as the source they belong to, so they step back behind it, unless they are asked for.
 */
import { extensionOf, nameOf } from "../files/path.js";
import type { SearchGroup } from "./search.js";

export const SHELVES = [
  "source",
  "words",
  "test",
  "generated",
  "changes",
  "example",
  "typings",
  "translation",
  "barrel",
] as const;
export type FileClass = (typeof SHELVES)[number];

/** How much of its score a shelf keeps. Found by trial on the questions of search-rank.test.ts and of a real package. */
export const FILE_CLASS_WEIGHT: Readonly<Record<FileClass, number>> = {
  source: 1,
  words: 0.9,
  test: 0.7,
  generated: 0.45,
  changes: 0.6,
  example: 0.85,
  typings: 0.75,
  translation: 0.5,
  barrel: 0.5,
};

/** Words of a query that ask for a shelf, so that it does not step back. */
export const FILE_CLASS_WORDS: ReadonlyMap<string, FileClass> = new Map([
  ["test", "test"],
  ["tests", "test"],
  ["tested", "test"],
  ["spec", "test"],
  ["mock", "test"],
  ["fixture", "test"],
  ["changelog", "changes"],
  ["changes", "changes"],
  ["release", "changes"],
  ["history", "changes"],
  ["dist", "generated"],
  ["minified", "generated"],
  ["bundle", "generated"],
  ["lock", "generated"],
  ["typings", "typings"],
  ["types", "typings"],
  ["locale", "translation"],
  ["translation", "translation"],
  ["translations", "translation"],
  ["example", "example"],
  ["examples", "example"],
  ["demo", "example"],
]);

const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures?|__mocks__|mocks?|testdata)\/|[._-](?:tests?|spec)\.[^/]+$/i;
const GENERATED =
  /(?:^|\/)(?:dist|build|out|vendor|third[_-]party|generated|esm|cjs|umd)\/|\.(?:min|bundle|generated)\.[^/]+$|\.(?:map|snap|lock)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/i;
const EXAMPLE = /(?:^|\/)(?:examples?|demos?|samples?|bench(?:marks?)?)\//i;
const CHANGES = /^(?:changes|changelog|history|releases?|news)(?:[.-]|$)/i;
const TYPINGS = /\.d\.[cm]?ts$/i;
const TRANSLATION =
  /(?:^|\/)(?:locales?|translations?|i18n|lang|_locales|messages)\/.*\.(?:json|ya?ml|po|properties|arb|ftl)$/i;

export function fileClassOf(group: SearchGroup, key: string): FileClass {
  if (group !== "file") return "words";
  if (CHANGES.test(nameOf(key))) return "changes";
  if (GENERATED.test(key)) return "generated";
  if (TEST.test(key)) return "test";
  if (TYPINGS.test(key)) return "typings";
  if (TRANSLATION.test(key)) return "translation";
  if (EXAMPLE.test(key)) return "example";
  return DOCUMENTS.has(extensionOf(key)) ? "words" : "source";
}

/** Whether a file only passes on what others have: it names everything and is about nothing. */
export function passesOn(text: string): boolean {
  if (text.length > MOST_PASSED_ON || !/^\s*(?:import|export)\b/m.test(text)) return false;
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !COMMENT_LINE.test(line));
  const passing = lines.filter((line) => PASSING.test(line)).length;
  return lines.length >= 3 && passing >= lines.length * 0.9;
}

/** A list of a thousand exports; what is longer is a bundle or a source. */
const MOST_PASSED_ON = 60_000;
const COMMENT_LINE = /^(?:\/\/|\/\*|\*)/;
/** An import or export that makes nothing, or a piece of one over several lines. One class, so that it takes linear time. */
const PASSING = /^(?:(?:import|export)\b[^=()]*|[\w$\s,{}:;'"./@*-]*)$/;

const DOCUMENTS = new Set(["md", "mdx", "markdown", "txt", "rst", "adoc", "org", "html", "htm", "tex"]);
