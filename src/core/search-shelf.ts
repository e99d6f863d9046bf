/**
 * What kind of text an entry is, as far as ranking cares: its shelf. Tests, generated and vendored files say the same words
 * as the source they belong to, so they step back behind it, unless they are asked for.
 */
import { extensionOf, nameOf } from "./path.js";
import type { SearchGroup } from "./search.js";

export const SHELVES = [
  "source",
  "words",
  "document",
  "test",
  "generated",
  "changes",
  "example",
  "typings",
  "translation",
] as const;
export type Shelf = (typeof SHELVES)[number];

/** How much of its score a shelf keeps. Chosen by looking at what stood before the right file (see search-rank.ts). */
export const SHELF_WEIGHT: Readonly<Record<Shelf, number>> = {
  source: 1,
  words: 1,
  document: 0.9,
  test: 0.7,
  generated: 0.45,
  changes: 0.6,
  example: 0.85,
  typings: 0.75,
  translation: 0.5,
};

/** Words of a query that ask for a shelf, so that it does not step back. */
export const SHELF_WORDS: ReadonlyMap<string, Shelf> = new Map([
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
  ["readme", "document"],
  ["docs", "document"],
  ["documentation", "document"],
  ["documented", "document"],
  ["guide", "document"],
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

export function shelfOf(group: SearchGroup, key: string): Shelf {
  if (group !== "file") return "words";
  if (CHANGES.test(nameOf(key))) return "changes";
  if (GENERATED.test(key)) return "generated";
  if (TEST.test(key)) return "test";
  if (TYPINGS.test(key)) return "typings";
  if (TRANSLATION.test(key)) return "translation";
  if (EXAMPLE.test(key)) return "example";
  return DOCUMENTS.has(extensionOf(key)) ? "document" : "source";
}

const DOCUMENTS = new Set(["md", "mdx", "markdown", "txt", "rst", "adoc", "org", "html", "htm", "tex"]);
