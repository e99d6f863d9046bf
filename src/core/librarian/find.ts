/**
 * Answers a question by search: the best places of the folder with a quotation each, other places, and what was said
 * about it in past Sessions.
 * R1 Only convincing hits are shown (search-confidence.ts).
 * R2 Words in quotation marks count most: files that contain them literally come first.
 * R3 Where the index finds nothing, identifiers and messages are searched for literally.
 * R4 Quotations are read by a Tool, so that the reading is shown.
 * R5 Without a convincing hit the answer says so, and where it searched.
 * R6 A file with the question itself, as a list of things to ask, is no answer: it comes last.
 */
import type { ToolCall } from "../content.js";
import type { Hit } from "../search/search.js";
import { convincing } from "../search/search-confidence.js";
import type { Library, Searched } from "./library.js";
import { fenced, fileLink, inCode, languageOf } from "./markdown.js";
import { answer, call, withoutFolder, type LibrarianInput, type Move } from "./move.js";
import { countedWithCommas } from "./orders.js";
import { quotationFrom, tellingLine } from "./passage.js";
import type { Search } from "./plan.js";
import { findSaid, saidList } from "./recall.js";
import { CANNOT } from "./small-talk.js";
import { linesFound, linesRead, type FoundIn } from "./tool-outputs.js";
import type { DoneCall } from "./turn-so-far.js";

const QUOTED = 3;
const NAMED = 5;
const CANDIDATES = 12;
const GREP_MATCHES = 40;

export async function answerSearch(search: Search, input: LibrarianInput): Promise<Move> {
  const missing = withoutFolder(input);
  const searched: Searched =
    missing === undefined
      ? await input.library.searchFolder({ text: search.question, groups: ["file"], limit: CANDIDATES })
      : { hits: [], entries: 0 };
  const good = convincing(searched.hits, searched.entries);
  const done = input.turn.calls.filter(({ args }) => isOurs(args));
  if (missing === undefined && done.length === 0) {
    const calls = [...(await literalCalls(search, good, input.library)), ...readCalls(good)];
    if (calls.length > 0) return call(...calls);
  }
  const places = placesOf(good, done, search);
  const said = await findSaid(search.question, input.library, { own: false, most: 2 });
  const cannot = search.cannot ? [CANNOT[search.cannot], ""] : [];
  if (places.length === 0 && said.length === 0)
    return answer([...cannot, nothing(searched, input, missing)].join("\n"));
  const also = good.slice(0, QUOTED + NAMED).filter(({ key }) => !places.some(({ path }) => path === key));
  return answer(
    [
      ...cannot,
      ...(missing === undefined ? [] : [missing, ""]),
      ...places.slice(0, QUOTED).flatMap((place) => [fileLink(place.path, place.line), "", quoted(place), ""]),
      ...alsoLine(places.slice(QUOTED), also),
      ...(said.length > 0 ? ["In past sessions:", "", ...saidList(said)] : []),
      ...indexingNote(searched),
    ]
      .join("\n")
      .trim(),
  );
}

interface Place {
  readonly path: string;
  readonly line?: number;
  readonly lines: readonly string[];
}

/** True for the calls of a search: an order that failed before it may have made others. */
const isOurs = (args: Readonly<Record<string, unknown>>): boolean =>
  "start_line" in args || args.max_matches_per_file !== undefined;

/** R4 */
const readCalls = (good: readonly Hit[]): readonly ToolCall[] =>
  good
    .slice(0, QUOTED)
    .flatMap(({ key, passages: [passage] }) =>
      passage
        ? [{ name: "read_file", args: { file_path: key, start_line: passage.fromLine, end_line: passage.toLine } }]
        : [],
    );

async function literalCalls(
  { phrases, question }: Search,
  good: readonly Hit[],
  library: Library,
): Promise<readonly ToolCall[]> {
  const literals = phrases.length > 0 ? phrases : good.length > 0 ? [] : identifiersIn(question); // R2, R3
  const calls = await Promise.all(literals.slice(0, 2).map((literal) => literalCall(literal, library)));
  return calls.flatMap((each) => each ?? []);
}

/** A literal search in the files that contain its words by the index: reading all would take seconds. */
async function literalCall(pattern: string, library: Library): Promise<ToolCall | undefined> {
  const { hits, indexing } = await library.searchFolder({ text: pattern, groups: ["file"], limit: MOST_LITERAL });
  const having = hits.filter(({ coverage }) => coverage > 0.4).map(({ key }) => key);
  if (having.length === 0 && !indexing) return undefined;
  const isPlain = having.every((path) => /^[^*?[\]{}(),!\\]+$/.test(path));
  const include_pattern = having.length > 1 ? `{${having.join(",")}}` : having[0];
  return {
    name: "grep_search",
    args: {
      pattern,
      ...(isPlain && !indexing && { include_pattern }),
      fixed_strings: true,
      max_matches_per_file: 3,
      total_max_matches: GREP_MATCHES,
      before: 1,
      after: 3,
    },
  };
}

const MOST_LITERAL = 30;

/** Words that prose does not have: `ERR_NO_PORT`, `foo.bar`, `--no-color`, `E404`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?:--?[a-z][\w-]{2,}|[\p{L}_$][\p{L}\p{N}_$]*(?:[.:/_@#-][\p{L}\p{N}_$]+)+|[A-Z]{1,4}\d{2,6})/gu;
const identifiersIn = (question: string): readonly string[] =>
  [...question.matchAll(IDENTIFIER)].map(([found]) => found).filter((found) => found.length >= 4);

function placesOf(good: readonly Hit[], done: readonly DoneCall[], { question, phrases }: Search): readonly Place[] {
  const found = done.flatMap(linesFound);
  const rankOf = (path: string) => {
    const at = good.findIndex(({ key }) => key === path);
    return at < 0 ? good.length : at;
  };
  const literal = merged(found).toSorted((a, b) => b.hits - a.hits || rankOf(a.path) - rankOf(b.path));
  const wanted = phrases.join(" ") || question;
  const exact = literal
    .slice(0, QUOTED + NAMED)
    .map(({ path, first, lines }) => ({ path, line: first + tellingLine(lines, wanted) - 1, lines }));
  // Once a phrase was found, files without it are no answer; they may still be named.
  const rest = phrases.length > 0 && exact.length > 0 ? [] : good.slice(0, QUOTED);
  const ranked = rest
    .filter(({ key }) => !exact.some(({ path }) => path === key))
    .map((hit) => placeOf(hit, done, question))
    .toSorted((one, other) => Number(asks(one, question)) - Number(asks(other, question)));
  return [...exact, ...ranked];
}

/** R6 */
const asks = ({ lines }: Place, question: string): boolean =>
  lines.some((line) => lettersOf(line) === lettersOf(question));
const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** One row for each file, with the number of phrases found in it. */
function merged(found: readonly FoundIn[]): readonly (FoundIn & { readonly hits: number })[] {
  const files = new Map<string, FoundIn & { readonly hits: number }>();
  for (const file of found)
    files.set(file.path, { ...(files.get(file.path) ?? file), hits: (files.get(file.path)?.hits ?? 0) + 1 });
  return [...files.values()];
}

function placeOf({ key, passages: [passage] }: Hit, done: readonly DoneCall[], question: string): Place {
  const read = done.map(linesRead).find((lines) => lines?.path === key);
  if (!read) return { path: key, lines: [], ...(passage && { line: passage.fromLine }) };
  const { at, lines } = quotationFrom(read.lines, question);
  return { path: key, line: read.first + at - 2 + tellingLine(lines, question), lines };
}

const quoted = ({ path, lines }: Place): string =>
  lines.length > 0 ? fenced(lines.join("\n"), languageOf(path)) : "(by its name)";

function alsoLine(places: readonly Place[], hits: readonly Hit[]): readonly string[] {
  const links = [
    ...places.map(({ path, line }) => fileLink(path, line)),
    ...hits.map(({ key, passages: [passage] }) => fileLink(key, passage?.fromLine)),
  ].slice(0, NAMED);
  return links.length > 0 ? ["Other places:", "", ...links.map((link) => `- ${link}`), ""] : [];
}

/** R5 */
function nothing(searched: Searched, input: LibrarianInput, missing: string | undefined): string {
  const folder = input.library.folder();
  const where =
    folder.state === "open"
      ? `${countedWithCommas(searched.entries, "file")} of ${inCode(folder.name)} and in past sessions`
      : "past sessions";
  return [
    `Nothing found: I searched ${where}, and nothing there is about that.`,
    ...(missing === undefined ? [] : ["", missing]),
    ...indexingNote(searched),
  ].join("\n");
}

const indexingNote = ({ indexing }: Searched): readonly string[] =>
  indexing
    ? [
        "",
        `The index is still being made: ${indexing.read} of ${indexing.toRead} files are read. Ask again in a moment.`,
      ]
    : [];
