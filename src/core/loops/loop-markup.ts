/**
 * Markup in a stream of text, read a character at a time: it resets the search for text loops (D2), or is not searched at all. A fence or a
 * bullet that is split between two chunks is not missed.
 *
 * R1 A code fence is a reset where it opens and where it closes; inside nothing is checked. See code-fence.ts.
 * R2 List: blanks, then `*`, `+`, `-` or a number with a dot, then a blank. A reset as soon as that blank is there.
 * R3 Heading: `#`s and a blank, quote: `>` and a blank, both without indent. A reset as soon as that blank is there.
 * R4 Table: blanks, then `|` and a second `|` in the same line, or three of `|`, `+`, `-` in a row. A reset at the last of them.
 * R5 Divider: a line of three or more of `+ - _ = *` and box drawings alone. A reset at its end.
 * R6 A line that so far is only a rule, a table row or a fence has no loop (a rule of 60 dashes, a cell padded with 60 blanks), unless it
 *    is longer than any such line is.
 */
import { CLOSED, CODE, createFenceReader, FENCE, isBlank, OPENED, TEXT } from "./code-fence.js";

/** Orders to the text-loop detector for a character: keep it. */
export const KEEP = 0;
/** Keep it, and all that follows until a newline or a backtick, without asking: the line is plain. */
export const KEEP_LINE = 1;
/** Keep it, but find no loop that ends with it (R6). */
const HOLD = 2;
/** Keep it, and forget all before its line (R2, R3, R4). */
export const FORGET_LINES_BEFORE = 3;
/** Do not keep it, and forget all before it (R1, R5). */
export const FORGET = 4;
/** Do not keep it (R1). */
export const SKIP = 5;

export interface MarkupReader {
  /** Takes the next UTF-16 unit and answers one of the constants above. */
  read(code: number): number;
  /** Begins a new text: a new line, outside of any code block. */
  reset(): void;
}

/** The widest line that is still seen as a rule, table row or fence (R6). Without a bound an endless row of dashes passed. */
const WIDEST_RULE = 1_000;

const NEWLINE = 10;
const HASH = 35;
const STAR = 42;
const PLUS = 43;
const DASH = 45;
const FULL_STOP = 46;
const COLON = 58;
const EQUALS = 61;
const GREATER = 62;
const UNDERSCORE = 95;
const PIPE = 124;

// The kind of line that it may still become.
const BLANK = 0; // blanks so far
const BULLET = 1; // one of * + -
const DIGITS = 2;
const DOT = 3; // digits and a dot
const HASHES = 4;
const QUOTE = 5;
const RULE = 6; // nothing but what rules are drawn with
const ROW = 7; // began with a pipe
const PLAIN = 8; // nothing but words

export function createMarkupReader(): MarkupReader {
  let line = BLANK;
  let indented = false;
  let width = 0; // from the first mark on; counted in rules, rows and fences only
  let border = 0; // how many | + - the line began with; -1 once something else came
  let piped = false; // began with a pipe
  const fences = createFenceReader();

  const startLine = () => {
    line = BLANK;
    indented = false;
    width = 0;
    border = 0;
    piped = false;
  };

  return {
    read(code) {
      const part = fences.read(code);
      if (part === CODE) return SKIP;
      if (part === OPENED || part === CLOSED) {
        startLine();
        if (code !== NEWLINE) line = PLAIN;
        return FORGET;
      }
      const sign = readLine(code);
      if (sign === KEEP && part === FENCE) return hold();
      return sign === KEEP && part === TEXT && line === PLAIN ? KEEP_LINE : sign;
    },
    reset() {
      startLine();
      fences.reset();
    },
  };

  function readLine(code: number): number {
    if (isBlank(code)) return readBlank(code);
    switch (line) {
      case BLANK:
        return startWith(code);
      case BULLET:
      case RULE:
        if (isRule(code)) return readRule(code);
        line = piped ? ROW : PLAIN;
        return piped ? hold() : KEEP;
      case ROW:
        return code === PIPE ? FORGET_LINES_BEFORE : hold();
      case DIGITS:
        if (code === FULL_STOP) line = DOT;
        else if (!isDigit(code)) line = PLAIN;
        return KEEP;
      case HASHES:
        if (code !== HASH) line = PLAIN;
        return KEEP;
      default:
        line = PLAIN;
        return KEEP;
    }
  }

  function readBlank(code: number): number {
    const was = line;
    const wide = width;
    if (code === NEWLINE) startLine();
    switch (was) {
      case BLANK:
        if (code !== NEWLINE) indented = true;
        return KEEP;
      case BULLET:
        if (code !== NEWLINE) line = RULE; // "- - -" is a rule, "- word" will be plain
        border = -1;
        return FORGET_LINES_BEFORE;
      case DOT:
      case HASHES:
      case QUOTE:
        if (code !== NEWLINE) line = PLAIN;
        return FORGET_LINES_BEFORE;
      case RULE:
        if (code === NEWLINE) return wide >= 3 ? FORGET : KEEP;
        border = -1;
        return hold();
      case ROW:
        return code === NEWLINE ? KEEP : hold();
      default:
        if (code !== NEWLINE) line = PLAIN;
        return KEEP;
    }
  }

  function startWith(code: number): number {
    if (isRule(code) && code !== COLON) {
      // A colon is part of a rule, as in |:--|, but begins none.
      line = code === STAR || code === PLUS || code === DASH ? BULLET : RULE;
      piped = code === PIPE;
      border = isBorder(code) ? 1 : -1;
      return hold();
    }
    if (isDigit(code)) line = DIGITS;
    else if (code === HASH && !indented) line = HASHES;
    else if (code === GREATER && !indented) line = QUOTE;
    else line = PLAIN;
    return KEEP;
  }

  function readRule(code: number): number {
    line = RULE;
    border = border > 0 && isBorder(code) ? border + 1 : -1;
    if (border === 3 || (piped && code === PIPE)) {
      width++;
      return FORGET_LINES_BEFORE;
    }
    return hold();
  }

  function hold(): number {
    return ++width <= WIDEST_RULE ? HOLD : KEEP;
  }
}

const isDigit = (code: number) => code >= 48 && code <= 57;

const isBorder = (code: number) => code === PIPE || code === PLUS || code === DASH;

/** + - _ = * | : and box drawings. */
const isRule = (code: number) =>
  isBorder(code) ||
  code === UNDERSCORE ||
  code === EQUALS ||
  code === STAR ||
  code === COLON ||
  (code >= 0x2500 && code <= 0x257f);
