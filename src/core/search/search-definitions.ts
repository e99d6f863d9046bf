/**
 * Finds the words that a line of source defines, by the line alone, for many languages. A wrong guess costs little: it
 * only raises a passage that uses the word.
 * R1 The word behind `function`, `class`, `const`, `def`, `fn` and the like is defined.
 * R2 So is the first word of a line, or the last name of `exports.x`, `this.x`, `a.b.x`, before `:` or `=`: fields,
 *    keys of JSON, YAML, TOML, and variables.
 * R3 So is the first word of a line before a parenthesis, if the line ends with `{`: a method.
 * R4 The words of a Markdown heading are defined by it.
 */

/** The runs of one line: their places in the text, and their kinds. */
interface LineRuns {
  count: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly kinds: Uint8Array;
}

/** The most runs of a line: longer lines are minified or prose, and define nothing. */
export const MOST_RUNS = 96;
export const createLineRuns = (): LineRuns => ({
  count: 0,
  starts: new Uint32Array(MOST_RUNS + 1),
  ends: new Uint32Array(MOST_RUNS + 1),
  kinds: new Uint8Array(MOST_RUNS + 1),
});

const DECLARES = 1;
const MODIFIES = 2;
const CONTROLS = 4;

const KINDS = new Map<string, number>();
const mark = (kind: number, words: string) => {
  for (const word of words.split(" ")) KINDS.set(word, (KINDS.get(word) ?? 0) | kind);
};
mark(
  DECLARES,
  "function class const let var def fn func fun interface type enum struct trait union module namespace package sub macro protocol val record typedef define procedure",
);
mark(
  MODIFIES,
  "export public private protected static readonly final local global async get set override abstract declare default const let var val this self module exports window globalThis",
);
mark(
  CONTROLS,
  "if for while switch catch return function with do else await new throw describe it test case import from",
);

export const kindOfRun = (run: string): number => KINDS.get(run) ?? 0;

export type DefinitionStyle = "code" | "headings";

export const definitionStyle = (path: string): DefinitionStyle =>
  /\.(?:md|mdx|markdown|txt|rst|adoc|org)$/i.test(path) ? "headings" : "code";

/** Calls `tell` with the number of each run of the line that is defined there. */
export function scanDefinitions(
  text: string,
  lineStart: number,
  lineEnd: number,
  runs: LineRuns,
  style: DefinitionStyle,
  tell: (run: number) => void,
): void {
  if (runs.count === 0 || runs.count > MOST_RUNS) return;
  if (style === "headings") {
    if (text.charCodeAt(lineStart) === HASH) for (let run = 0; run < runs.count; run++) tell(run); // R4
    return;
  }
  const { starts, ends, kinds } = runs;
  for (let run = 0; run + 1 < runs.count; run++) {
    if ((kinds[run]! & DECLARES) !== 0 && isGap(text, ends[run]!, starts[run + 1]!, isSpaceOrStar)) tell(run + 1); // R1
  }
  let first = 0;
  while (
    first + 1 < runs.count &&
    (kinds[first]! & MODIFIES) !== 0 &&
    isGap(text, ends[first]!, starts[first + 1]!, isSpaceOrDot)
  ) {
    first++;
  }
  while (first + 1 < runs.count && ends[first]! + 1 === starts[first + 1] && text.charCodeAt(ends[first]!) === DOT)
    first++;
  if ((kinds[first]! & CONTROLS) !== 0 || !isGap(text, lineStart, starts[0]!, isOpening)) return;
  const next = afterRun(text, ends[first]!, lineEnd);
  const unit = text.charCodeAt(next);
  const following = text.charCodeAt(next + 1);
  if (unit === COLON && following !== COLON && following !== EQUALS)
    tell(first); // R2
  else if (unit === EQUALS && following !== EQUALS && following !== GREATER) tell(first);
  else if ((unit === PARENTHESIS || unit === LESS) && endsWithBrace(text, lineStart, lineEnd)) tell(first); // R3
}

const [HASH, DOT, COLON, EQUALS, GREATER, LESS, PARENTHESIS] = [..."#.:=><("].map((sign) => sign.charCodeAt(0));
const signs = (text: string) => (unit: number) => text.includes(String.fromCharCode(unit));
const isSpaceOrStar = signs(" \t*");
const isSpaceOrDot = signs(" \t.*#");
const isOpening = signs(" \t\"'`#*-@.{");
const isAfter = signs(" \t\"'`?!");

function isGap(text: string, from: number, to: number, fits: (unit: number) => boolean): boolean {
  for (let at = from; at < to; at++) if (!fits(text.charCodeAt(at))) return false;
  return true;
}

function afterRun(text: string, from: number, lineEnd: number): number {
  let at = from;
  while (at < lineEnd && isAfter(text.charCodeAt(at))) at++;
  return at;
}

function endsWithBrace(text: string, lineStart: number, lineEnd: number): boolean {
  let at = lineEnd - 1;
  while (at > lineStart && text.charCodeAt(at) <= 32) at--;
  return text[at] === "{";
}
