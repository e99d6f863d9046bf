/**
 * Turns a message into the librarian's plan. It understands orders ("read src/app.ts 10-40", "list the tests") and
 * questions about past Sessions; everything else is a search.
 * R1 The first kind that fits wins: talk about the librarian itself, a question about past Sessions, an order, a
 *    search.
 * R2 An order that names no target ("read the configuration") is a search.
 * R3 Words in quotation marks are searched for literally.
 * R4 For orders it cannot carry out ("rename a to b") it says so, and searches for their words.
 */
import { readRecall } from "./recall-words.js";
import { readTalk, type Talk } from "./small-talk.js";
import { readVerb, type SaidOrder } from "./verbs.js";

export type Plan =
  | { readonly kind: "talk"; readonly about: Talk }
  | { readonly kind: "remember"; readonly fact: string }
  | { readonly kind: "read"; readonly path: string; readonly from?: number; readonly to?: number }
  | { readonly kind: "list"; readonly path: string }
  /** Files by their names; `what` as the user called them. */
  | { readonly kind: "files"; readonly pattern: string; readonly what: string; readonly counts: boolean }
  /** Lines with exactly this text. */
  | { readonly kind: "lines"; readonly text: string; readonly counts: boolean }
  | { readonly kind: "recall"; readonly topic: string; readonly own: boolean }
  | Search;

export interface Search {
  readonly kind: "search";
  readonly question: string;
  readonly phrases: readonly string[];
  /** Set for an order of a kind that the librarian cannot carry out (R4). */
  readonly cannot?: "edit" | "run";
}

export function planFor(message: string): Plan {
  const words = message.trim().replaceAll(/\s+/g, " ").slice(0, MOST_CHARACTERS);
  const about = readTalk(words);
  if (about) return { kind: "talk", about };
  const recalled = readRecall(words);
  if (recalled) return { kind: "recall", ...recalled };
  const inside =
    /^(?:what(?:'s| is| are)?|was ist|was|qué hay|что)(?: there)? (?:in|inside|en|в)(?: the| this| der| diesem| esta?| этой)? (.{1,200}?)\??$/iu.exec(
      words,
    );
  const place = inside && placeIn(inside[1]!);
  if (place !== undefined && place !== null) return { kind: "list", path: place };
  const order = readVerb(words);
  return (order && orderOf(order, words)) ?? search(words);
}

/** The most characters that are read: the beginning of a pasted page may be a question. */
const MOST_CHARACTERS = 2_000;

function orderOf(order: SaidOrder, words: string): Plan | undefined {
  const rest = withoutFillers(order.rest);
  switch (order.verb) {
    case "read":
      return readOrder(rest) ?? filesOrder(rest, false) ?? listOrder(rest, false);
    case "list":
      return filesOrder(rest, false) ?? listOrder(rest, true);
    case "find":
      return findOrder(rest) ?? (rest === "" ? undefined : search(order.rest));
    case "grep":
      return rest === "" ? undefined : { kind: "lines", text: unquoted(rest), counts: false };
    case "count":
      return countOrder(order.rest);
    case "remember":
      return factIn(order.rest);
    case "edit":
    case "run":
      return isQuestion(words) || rest === "" ? undefined : { ...search(order.rest), cannot: order.verb }; // R4
  }
}

/** The fact in the user's own words; without one the order is a search (R2). */
function factIn(rest: string): Plan | undefined {
  const fact = rest.replace(/^(?:(?:that|dass|que|что|daran,? dass)\s+|[:：,，]\s*)+/iu, "").trim();
  return fact === "" ? undefined : { kind: "remember", fact };
}

const isQuestion = (words: string): boolean => /[?？]\s*$/.test(words);

const FILLERS =
  /^(?:(?:me|us|all|every|each|the|this|my|a|an|of|file|lines? of|mir|die|der|das|den|alle|datei|el|la|los|las|todos|todas|archivo|fichero|все|файл|мне|文件|所有|全部|一下)(?=[\s`'"]|$)\s*)+/iu;
const withoutFillers = (rest: string): string => rest.replace(FILLERS, "").trim();

const QUOTED = /^[`'"“”„«»「『]+(.+?)[`'"“”„«»」』]+$/u;
const unquoted = (words: string): string => QUOTED.exec(words)?.[1] ?? words;

/** A path: with a slash or an extension, or a name that every project has. */
const PATH =
  /^(?:@?[\p{L}\p{N}_.()[\]{}+~-]*[./][\p{L}\p{N}_./@()[\]{}+~-]*|readme|license|licence|notice|changelog|makefile|dockerfile)$/iu;
const LINES =
  /^(.+?)(?:\s*[,:#]\s*|\s+)(?:(?:lines?|from line|from|zeilen?|ab zeile|líneas?|строки?|第|L)\s*)?(\d+)(?:\s*(?:-|–|—|to|bis|a|до|:|\.\.|到|から)\s*L?(\d+))?\s*(?:行)?$/iu;

function readOrder(rest: string): Plan | undefined {
  const ranged = LINES.exec(rest);
  const path = unquoted((ranged?.[1] ?? rest).trim().replace(/(?:の)$/u, ""));
  if (!PATH.test(path) || /^\.+$/.test(path) || path.includes("*")) return undefined;
  if (path.endsWith("/")) return { kind: "list", path: path.replace(/\/+$/, "") };
  if (!ranged) return { kind: "read", path };
  const from = Math.max(1, Number(ranged[2]));
  return {
    kind: "read",
    path,
    from,
    to: ranged[3] === undefined ? from + LINES_FROM : Math.max(from, Number(ranged[3])),
  };
}

/** Lines shown by "read a.ts 10". */
const LINES_FROM = 40;

const KINDS: readonly { readonly fits: RegExp; readonly pattern: string }[] = [
  {
    fits: /^(?:unit |test )?(?:tests?|specs?|test files?|testdateien|pruebas|тесты|测试(?:文件)?|テスト(?:ファイル)?)$/iu,
    pattern: "**/{*.test.*,*.spec.*,*_test.*,*-test.*,test_*.*,test/**,tests/**,__tests__/**}",
  },
  { fits: /^(?:type ?script)(?: files?| sources?)?$/iu, pattern: "**/*.{ts,tsx,mts,cts}" },
  { fits: /^(?:java ?script|js)(?: files?| sources?)?$/iu, pattern: "**/*.{js,jsx,mjs,cjs}" },
  { fits: /^(?:python)(?: files?| sources?)?$/iu, pattern: "**/*.py" },
  {
    fits: /^(?:markdown|notes?|docs?|documents?|documentation|notizen|notas|заметки|笔记|文档|メモ)(?: files?)?$/iu,
    pattern: "**/*.{md,mdx,markdown,txt}",
  },
  {
    fits: /^(?:images?|pictures?|icons?|bilder|imágenes|图片|画像)(?: files?)?$/iu,
    pattern: "**/*.{png,jpg,jpeg,gif,svg,webp,ico,avif}",
  },
  { fits: /^(?:style ?sheets?|css|styles?)(?: files?)?$/iu, pattern: "**/*.{css,scss,sass,less}" },
  {
    fits: /^(?:configs?|configurations?|settings?)(?: files?)$/iu,
    pattern: "**/{*config*,*.config.*,.*rc,*.toml,*.ini,*settings*}",
  },
];

/** "(all) X files", "X" of the table, a glob; with "in src" at its end. */
function filesOrder(rest: string, counts: boolean): Plan | undefined {
  const [, kind, folder = ""] =
    /^(.*?)(?: (?:in|under|inside|en|в)(?: the)? ([\p{L}\p{N}_./@-]+\/?)(?: folder| directory)?)?$/iu.exec(rest) ?? [];
  const what = withoutFillers(unquoted(kind ?? rest));
  const pattern =
    KINDS.find(({ fits }) => fits.test(what))?.pattern ??
    /^[\p{L}\p{N}_./{},-]*\*[\p{L}\p{N}_.*/{},-]*$/u.exec(what)?.[0] ??
    endingIn(what) ??
    namedIn(what);
  if (pattern === undefined) return undefined;
  const below = isHere(folder) ? "" : folder.replace(/\/+$/, "");
  const deep = pattern.includes("/") ? pattern : `**/${pattern}`;
  return { kind: "files", pattern: below ? `${below}/${deep}` : deep, what: rest, counts };
}

function endingIn(what: string): string | undefined {
  const [, ending] = /^\.?(\w{1,5}) files?$/iu.exec(what) ?? [];
  return ending && !/^(?:these|those|all|the|my|any|test)$/i.test(ending) ? `**/*.${ending}` : undefined;
}

function namedIn(what: string): string | undefined {
  const [, name] = /^files? (?:named|called|with the name|matching|like)\s+(\S+)$/iu.exec(what) ?? [];
  return name && `**/*${unquoted(name)}*`;
}

const isHere = (place: string): boolean =>
  /^(?:|\.|(?:this |my |the |current )?(?:folder|directory|project|workspace|files?|everything)|here|dateien|ordner|carpeta|archivos|файлы|папк\p{L}*|文件|文件夹|ファイル|フォルダ)$/iu.test(
    place,
  );

/** The path of a folder in a question, "" for the open one; undefined if it can be none. */
function placeIn(words: string): string | undefined {
  const place = unquoted(words.trim().replace(/(?:^|\s)(?:folder|directory)$/iu, ""));
  if (isHere(place) || isHere(words.trim())) return "";
  return /^[\p{L}\p{N}_.@-]+(?:\/[\p{L}\p{N}_.@-]+)*\/?$/u.test(place) && !/\.\w{1,4}$/.test(place)
    ? place.replace(/\/+$/, "")
    : undefined;
}

function listOrder(rest: string, mayBeName: boolean): Plan | undefined {
  const [, inside] =
    /^(?:files|folders|everything|contents?|what(?:'s| is)?)(?: (?:of|in|inside|under)(?: the)? (.+))?$/iu.exec(rest) ??
    [];
  if (isHere(rest)) return { kind: "list", path: "" };
  const place = placeIn(inside ?? rest);
  if (place === undefined || !(mayBeName || inside !== undefined || rest.includes("/"))) return undefined;
  return { kind: "list", path: place };
}

/** "find files named x", "find every TODO"; "find where …" is a question. */
function findOrder(rest: string): Plan | undefined {
  const files = /[*]/.test(rest) || /^files? /i.test(rest) ? filesOrder(rest, false) : undefined;
  if (files) return files;
  const mark = MARK.exec(rest);
  return mark ? { kind: "lines", text: mark[1]!, counts: false } : undefined;
}

/** TODO, FIXME and their like: written in capitals, sought as they are. */
const MARK = /^(?:every |all |each )?(?:the )?([A-Z]{3,12})s?(?: (?:comments?|marks?|notes?|in .+))?$/;

function countOrder(said: string): Plan | undefined {
  const rest = withoutFillers(said.replace(/ (?:are|is|do|does|did|have|has|gibt|hay|есть)\b.*$/iu, ""));
  const [, quoted] = /[`"“„«「](.+?)[`"”“»」]/u.exec(said) ?? [];
  if (quoted) return { kind: "lines", text: quoted, counts: true };
  const mark = MARK.exec(rest);
  if (mark) return { kind: "lines", text: mark[1]!, counts: true };
  if (/^(?:files|dateien|archivos|файлов|文件|ファイル)$/iu.test(rest))
    return { kind: "files", pattern: "**/*", what: rest, counts: true };
  return filesOrder(rest, true);
}

const PHRASES =
  /"([^"]{3,200})"|“([^”]{3,200})”|„([^“”]{3,200})[“”]|«([^»]{3,200})»|「([^」]{2,200})」|`([^`]{3,200})`/gu;

/** R3 */
function search(question: string): Search {
  const phrases = [...question.matchAll(PHRASES)].map((found) => found.slice(1).find((group) => group !== undefined)!);
  return { kind: "search", question, phrases: phrases.slice(0, 2) };
}
