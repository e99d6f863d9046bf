/**
 * Code in a stream of text, read a character at a time: where it begins and where it ends. Fences are those of CommonMark
 * (spec.commonmark.org, 4.5), so that text that is shown as code is taken for code.
 *
 * R1 A fence is three or more backticks or tildes at the start of a line, blanks before them or not. Code begins with the next line. If
 *    other backticks follow in its line, backticks are no fence: they quote a few words.
 * R2 Code ends with a line of the same marks alone, at least as many; blanks around them do not matter.
 * R3 Backticks within a line are a fence if no blank follows them there: "so: ```js" is one, though not in CommonMark, since models write
 *    it, and so is one in a list or quote; "begin it with ``` and" is none. As many again end it, wherever they stand.
 */

/** The kind of a character: plain text. */
export const TEXT = 0;
/** Text, but the next character must be read as well. */
export const MAYBE = 1;
/** Part of a fence, unless its line goes on in a way that makes it none. */
export const FENCE = 2;
/** The end of a fence that opens. */
export const OPENED = 3;
export const CODE = 4;
/** The end of a fence that closes. */
export const CLOSED = 5;

interface FenceReader {
  /** Answers the kind of the next UTF-16 unit. After a TEXT that is no blank, units up to the next newline or backtick may be left out. */
  read(code: number): number;
  /** Begins a new text. */
  reset(): void;
}

const NEWLINE = 10;
const BACKTICK = 96;
const TILDE = 126;
const SHORTEST = 3;
/** No run any more: the line is not of marks alone. */
const SPOILT = -1;

export function createFenceReader(): FenceReader {
  let isStart = true; // blanks so far in this line
  let mark = BACKTICK;
  let run = 0; // marks in a row
  let opening = 0; // how many marks may open code with this line, or quote words in it
  let isFirst = false; // they stand at its start
  let mayOpen = false; // what follows them is what may follow a fence
  let fence = 0; // how many opened the code; 0 outside
  let isWithin = false; // the fence stood within a line (R3)
  let isTail = false; // blanks after marks that may close it

  return {
    read(code) {
      if (fence > 0) return isWithin ? readWithin(code) : readCode(code);
      const isPlain = !isStart && !mayOpen && run === 0;
      if (isPlain && code !== NEWLINE && code !== BACKTICK) return TEXT;
      if (run > 0 && code === mark) return ++run < SHORTEST ? MAYBE : FENCE;
      if (run > 0) endRun();
      if (code === NEWLINE) return endLine();
      const isInfo = mayOpen && mark === TILDE; // R1: after tildes anything may follow
      if (!isInfo && (code === BACKTICK || (code === TILDE && isStart))) return startRun(code);
      if (!isBlank(code)) isStart = false;
      else if (!isFirst) mayOpen = false;
      return mayOpen ? FENCE : TEXT;
    },
    reset() {
      startLine();
      fence = 0;
    },
  };

  function startLine(): void {
    isStart = true;
    run = 0;
    opening = 0;
    mayOpen = false;
    isTail = false;
  }

  function startRun(code: number): number {
    mark = code;
    run = 1;
    isFirst = isStart;
    isStart = false;
    mayOpen = false; // R1: the backticks before these were none
    return MAYBE;
  }

  function endRun(): void {
    if (run >= SHORTEST && opening === 0) {
      opening = run;
      mayOpen = true;
    } else if (run === opening) opening = 0;
    run = 0;
  }

  function endLine(): number {
    if (mayOpen) fence = opening;
    isWithin = !isFirst;
    startLine();
    return fence > 0 ? OPENED : TEXT;
  }

  /** R2: here a run is only one at the start of a line. */
  function readCode(code: number): number {
    if (code === NEWLINE) {
      const isClosed = run >= fence;
      startLine();
      if (!isClosed) return CODE;
      fence = 0;
      return CLOSED;
    }
    if (run === SPOILT) return CODE;
    if (code === mark && !isTail) run++;
    else if (isBlank(code)) isTail = run > 0;
    else run = SPOILT;
    return CODE;
  }

  /** R3. */
  function readWithin(code: number): number {
    run = code === mark ? run + 1 : 0;
    if (run < fence) return CODE;
    startLine();
    isStart = false;
    fence = 0;
    return CLOSED;
  }
}

/** Whether \s in a regular expression matches the unit. */
export const isBlank = (code: number) =>
  code === 32 || (code >= 9 && code <= 13) || (code >= 160 && /\s/.test(String.fromCharCode(code)));
