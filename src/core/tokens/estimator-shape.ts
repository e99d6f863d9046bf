/**
 * The features of the estimator: a class for every character, and an automaton that follows runs of them. The estimator sums their weights,
 * the training finds them.
 * R1 Exact, not learnt: a digit, a run of up to 31 newlines or tabs and a run of 2 to 31 spaces are one token each; a single space belongs
 *    to the character after it, unless that is a digit, a newline, a tab or the end.
 * R2 Learnt: a weight for each pair of neighbouring classes, for each pair of their groups, and for each step into a state (the characters
 *    of the run, the one before it, its length, how mixed the word is).
 * R3 But for long runs of one script or of blanks, 64 characters lead to the same state wherever the text began.
 */

/** ASCII characters are classes of their own, numbered as they are; here is the group of each. */
const ASCII: readonly (readonly [group: string, chars: string])[] = [
  ["vowel", "aeiou"],
  ["consonant", "bcdfghlmnprst"],
  ["rare", "jkqvwxyz"],
  ["upper", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  ["digit", "0123456789"],
  ["space", " "],
  ["newline", "\n"],
  ["tab", "\t"],
  ["underscore", "_"],
  ["quote", "\"'`"],
  ["bracket", "()[]{}<>"],
  ["stop", ".,:;!?"],
  ["slash", "/\\-"],
  ["sign", "#$%&*+=@^|~\r"],
];

/** Other characters share classes: a group, then ranges of UTF-16 units, one class an entry; `@` see classTable. */
// prettier-ignore
const OTHERS: readonly (readonly [group: string, ...classes: string[]])[] = [
  ["accented", "e9 e8 ea", "e0-e4 e6", "e7 f1 df", "ec-ef", "f2-f6 f8", "f9-fc", "c0-d6 d8-de", "100-17f e5", "180-24f 300-36f", "1e00-1eff"],
  ["cyrillic", "430 435 438 43e 443", "43d 442 441 440 432 43b 43a", "43c 434 43f 44f 44b 44c 437", "431 433 447 439 436 445 446 448 449 44a 44d 44e", "450-52f"],
  ["cyrillic-upper", "400-42f"],
  ["greek", "370-3ff 1f00-1fff"],
  ["arabic", "627 644 64a", "645 648 646 631 62a 628 629", "610-626 62b-62f 630 632-643 647 649", "64b-65f", "660-6ff 750-7ff fb50-fdff fe70-fefe"],
  ["hebrew", "590-5ff"],
  ["indic", "904-939 958-961", "900-903 93a-94c 94e-957", "94d", "962-97f", "980-9ff", "a00-aff", "b00-bff", "c00-cff", "d00-dff"],
  ["thai", "e01-e2e", "e2f-e7f", "e80-1099", "10a0-10ff 530-58f", "1200-1cff"],
  ["han", "4e00-9fff", "3105-312f 3400-4dff f900-faff", "@0 4e00", "@1 4e00", "@2 4e00"],
  ["kana", "3042-3062 3064-3093", "3041 3063 3094-309f", "30a1-30fa", "30fb-30ff", "31f0-31ff"],
  ["hangul", "ac00-d7a3", "1100-11ff 3130-318f", "@3 ac00", "@4 ac00"],
  ["cjk-stop", "3001 ff0c", "3002 ff01 ff1f", "3000 3003-303f", "ff02-ff0b ff0d-ff1e", "ff20-ffef"],
  ["symbol", "a0 2000-200c", "a1-bf d7 f7", "2010-2015", "2018-201f", "2020-206f", "2070-20ff", "2100-218f", "2190-21ff", "2200-23ff", "2400-259f", "25a0-26ff", "2700-27bf", "27c0-2bff"],
  ["high", "d83c", "d83d", "d83e", "d800-d83b d83f-dbff"],
  ["low", "dc00-dcff", "dd00-ddff", "de00-deff", "df00-dfff"],
  ["joiner", "200d fe00-fe0f"],
];
/** Anything else: most likely not in the vocabulary, and then a token for each byte. */
const UNKNOWN = "unknown";

export const CHARACTER_GROUPS: readonly string[] = [...new Set([...ASCII, ...OTHERS].map(([group]) => group)), UNKNOWN];

/** The group of each class, by the class's number; the last is the unknown. */
export const CLASS_GROUP: readonly number[] = [
  ...Array.from({ length: 128 }, (_, code) => {
    const group = ASCII.find(([, chars]) => chars.includes(String.fromCharCode(code)))?.[0] ?? UNKNOWN;
    return CHARACTER_GROUPS.indexOf(group);
  }),
  ...OTHERS.flatMap(([group, ...classes]) => classes.map(() => CHARACTER_GROUPS.indexOf(group))),
  CHARACTER_GROUPS.indexOf(UNKNOWN),
];
export const CLASSES = CLASS_GROUP.length;

/** Gaps and weights are written as characters from here on, so that the generated file is plain text. */
export const ZERO = 35;

/** The class of each UTF-16 unit. `frequent`: Chinese characters and Korean syllables in many pieces, which are seldom tokens alone. */
export function classTable(frequent: readonly string[]): Uint8Array {
  const table = new Uint8Array(65536).fill(CLASSES - 1);
  for (let code = 0; code < 128; code++) table[code] = code;
  OTHERS.flatMap(([, ...classes]) => classes).forEach((entry, index) => {
    const kind = 128 + index;
    if (entry.startsWith("@")) {
      let code = parseInt(entry.slice(3), 16) - 1;
      for (const gap of frequent[Number(entry[1])]!) table[(code += gap.charCodeAt(0) - ZERO)] = kind;
      return;
    }
    for (const range of entry.split(" ")) {
      const [first, last = first] = range.split("-").map((code) => parseInt(code, 16));
      table.fill(kind, first, last! + 1);
    }
  });
  return table;
}

/** The automaton by state and group: the next state, the tokens of the step, and the number of its learnt weight. */
interface Automaton {
  readonly states: number;
  readonly learnt: number;
  readonly start: number;
  /** `next[state * GROUPS.length + group]`. */
  readonly next: Uint16Array;
  /** Tokens that R1 counts on that step. */
  readonly exact: Uint8Array;
  /** The learnt weight that is added on that step, or -1. */
  readonly weight: Int16Array;
  /** Tokens to add if the text ends in this state (R1: a single space). */
  readonly atEnd: Uint8Array;
}

/** How long a blank run may be to be one token. */
const BLANK = 31;
/** The longest run that has a state of its own, by family; longer ones gained nothing when measured. */
const LONGEST: Readonly<Record<string, number>> = { word: 12, caps: 5, mark: 6, han: 6, kana: 8, hangul: 6 };
const LONGEST_OTHER = 10;

interface State {
  readonly family: string;
  /** The family before the run. */
  readonly after: string;
  readonly length: number;
  /** How often letters and digits have taken turns in this word: hashes and encoded bytes do so all the time. */
  readonly mixed: number;
}

const LOWER = ["vowel", "consonant", "rare", "accented"];
const MARK = ["underscore", "quote", "bracket", "stop", "slash", "sign"];
const BLANKS = ["space", "newline", "tab"];

function step(from: State, to: string): State {
  const { family, length } = from;
  if (BLANKS.includes(to)) {
    const run = family === to ? (length % BLANK) + 1 : 1;
    return { family: to, after: "", length: run, mixed: 0 };
  }
  const lone = family === "space" && length === 1;
  const after = lone ? "space" : BLANKS.includes(family) ? "blank" : family;
  const wordlike = family === "word" || family === "caps" || family === "digit";
  if (to === "digit")
    return { family: "digit", after: "", length: 1, mixed: wordlike ? mix(from, family !== "digit") : 0 };
  if (to === "upper") {
    if (family === "caps") return longer(from);
    const mixed = wordlike ? mix(from, family === "digit" || length < 3) : 0;
    return { family: "caps", after: kindOf(after), length: 1, mixed };
  }
  if (LOWER.includes(to)) {
    if (family === "word") return longer(from);
    if (family === "caps")
      return { ...from, family: "word", after: `${from.after} ${length > 1 ? "caps" : "cap"}`, length: 2 };
    return { family: "word", after: kindOf(after), length: 1, mixed: wordlike ? mix(from, true) : 0 };
  }
  const mine = MARK.includes(to) ? "mark" : to.startsWith("cyrillic") ? "cyrillic" : to;
  if (family === mine) return longer(from);
  return { family: mine, after: lone ? "space" : mine === "mark" && wordlike ? "word" : "", length: 1, mixed: 0 };
}

const kindOf = (after: string): string =>
  ["space", "blank", "mark", "digit", "word", "caps"].includes(after) ? after : "other";
const mix = (from: State, turned: boolean): number => Math.min(2, from.mixed + (turned ? 1 : 0));
const longer = (from: State): State => ({
  ...from,
  length: Math.min(from.length + 1, LONGEST[from.family] ?? LONGEST_OTHER),
});

/** R1, as tokens on the step. */
function exactly(from: State, to: string): number {
  const lone = from.family === "space" && from.length === 1;
  if (to === "space") return lone ? 1 : 0;
  const waiting = lone && (to === "digit" || to === "newline" || to === "tab") ? 1 : 0;
  if (to === "digit") return 1 + waiting;
  if (to === "newline" || to === "tab") return (from.family === to && from.length < BLANK ? 0 : 1) + waiting;
  return 0;
}

export function buildAutomaton(): Automaton {
  const states: State[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (state: State): number => {
    const key = Object.values(state).join("|");
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, states.length);
    states.push(state);
    return states.length - 1;
  };
  const start = numberOf({ family: "newline", after: "", length: BLANK, mixed: 0 });
  const rows: { next: number; exact: number }[] = [];
  for (let from = 0; from < states.length; from++)
    for (const to of CHARACTER_GROUPS)
      rows.push({ next: numberOf(step(states[from]!, to)), exact: exactly(states[from]!, to) });
  let learnt = 0;
  const weightOf = states.map(({ family }) => (BLANKS.includes(family) ? -1 : learnt++));
  return {
    states: states.length,
    learnt,
    start,
    next: Uint16Array.from(rows, (row) => row.next),
    exact: Uint8Array.from(rows, (row) => row.exact),
    weight: Int16Array.from(rows, (row) => weightOf[row.next]!),
    atEnd: Uint8Array.from(states, ({ family, length }) => (family === "space" && length === 1 ? 1 : 0)),
  };
}
