/** The class of an entry: tests, generated and vendored files rank behind the source whose words they repeat. */
import { extensionOf, nameOf } from "../files/path.js";
import type { SearchGroup } from "./search.js";

/** The part of its score that an entry keeps. Found by trial, on the questions of search-rank.test.ts among others. */
export const FILE_CLASS_WEIGHT = {
  source: 1,
  words: 0.9,
  test: 0.7,
  generated: 0.45,
  changes: 0.6,
  example: 0.85,
  typings: 0.75,
  translation: 0.5,
  barrel: 0.5,
} as const;

export type FileClass = keyof typeof FILE_CLASS_WEIGHT;

/** The classes in the order in which an index numbers them. */
export const FILE_CLASSES = Object.keys(FILE_CLASS_WEIGHT) as readonly FileClass[];

const classWords: Partial<Record<FileClass, string>> = {
  test: "test tests tested spec mock fixture",
  changes: "changelog changes release history",
  generated: "dist minified bundle lock",
  typings: "typings types",
  translation: "locale translation translations",
  example: "example examples demo",
};

/** Words of a query that ask for a class, so that it keeps its whole score. */
export const FILE_CLASS_WORDS: ReadonlyMap<string, FileClass> = new Map(
  FILE_CLASSES.flatMap((each) => (classWords[each]?.split(" ") ?? []).map((word) => [word, each])),
);

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

/** True for a file of imports and exports only: it names everything and is about nothing. */
export function passesOn(text: string): boolean {
  if (text.length > MOST_PASSED_ON || !/^\s*(?:import|export)\b/m.test(text)) return false;
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !COMMENT_LINE.test(line));
  const passing = lines.filter((line) => PASSING.test(line)).length;
  return lines.length >= 3 && passing >= lines.length * 0.9;
}

/** The longest file of exports: a longer one is a bundle or a source. */
const MOST_PASSED_ON = 60_000;
const COMMENT_LINE = /^(?:\/\/|\/\*|\*)/;
/** A line of an import or export without code. One class of characters, so that it takes linear time. */
const PASSING = /^(?:(?:import|export)\b[^=()]*|[\w$\s,{}:;'"./@*-]*)$/;

const DOCUMENTS = new Set(["md", "mdx", "markdown", "txt", "rst", "adoc", "org", "html", "htm", "tex"]);
