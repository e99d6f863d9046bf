/**
 * Answers a question by search: the best places of the folder with a quotation each, what else may matter, and what was
 * said about it in past Sessions.
 *
 * R1 Only what is convincing is shown (search-confidence.ts).
 * R2 What stands in quotation marks counts most: files that have it letter by letter come first.
 * R3 Where the index finds nothing, what looks like an identifier or a message is looked for letter by letter.
 * R4 What is quoted was read by a Tool, so that the reading is seen.
 * R5 Nothing convincing: it says so, and what was searched.
 * R6 Where the question itself stands in a file, as in a list of things to ask, that is no answer: it comes last.
 */
import type { ToolCall } from "../content.js";
import type { Hit } from "../search/search.js";
import { convincing } from "../search/search-confidence.js";
import type { Library, Searched } from "./library.js";
import { fenced, fileLink, inCode, languageOf } from "./markdown.js";
import { answer, call, withoutFolder, type Desk, type Move } from "./move.js";
import { countedWithCommas } from "./orders.js";
import { quotationFrom, tellingLine } from "./passage.js";
import type { Search } from "./plan.js";
import { findSaid, saidList } from "./recall.js";
import { CANNOT } from "./small-talk.js";
import { linesFound, linesRead, type FoundIn } from "./tool-outputs.js";
import type { DoneCall } from "./turn-so-far.js";

/** Places that are quoted, and how many more are named. */
const QUOTED = 3;
const NAMED = 5;
const CANDIDATES = 12;
const GREP_MATCHES = 40;

export async function answerSearch(search: Search, desk: Desk): Promise<Move> {
  const missing = withoutFolder(desk);
  const searched: Searched =
    missing === undefined
      ? await desk.library.searchFolder({ text: search.question, groups: ["file"], limit: CANDIDATES })
      : { hits: [], entries: 0 };
  const good = convincing(searched.hits, searched.entries);
  const done = desk.turn.calls.filter(({ args }) => isOurs(args));
  if (missing === undefined && done.length === 0) {
    const calls = [...(await literalCalls(search, good, desk.library)), ...readCalls(good)];
    if (calls.length > 0) return call(...calls);
  }
  const places = placesOf(good, done, search);
  const said = await findSaid(search.question, desk.library, { own: false, most: 2 });
  const cannot = search.cannot ? [CANNOT[search.cannot], ""] : [];
  if (places.length === 0 && said.length === 0) return answer([...cannot, nothing(searched, desk, missing)].join("\n"));
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

/** Calls of a search, told from those of an order that came before it and failed. */
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

/** Only files that have its words can have it letter by letter, and the index knows them: reading all would take seconds. */
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

/** `ERR_NO_PORT`, `foo.bar`, `--no-color`, `E404`: what no prose has. */
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
  // With a phrase that was found, what lacks it is beside the point; it may still be named.
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

/** One row a file; how many of the phrases it has. */
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
function nothing(searched: Searched, desk: Desk, missing: string | undefined): string {
  const folder = desk.library.folder();
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
