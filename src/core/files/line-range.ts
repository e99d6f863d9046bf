/**
 * A range of lines of a text, cut to a size for a Model (X1, X6): always one piece, never head and tail.
 * R1 Lines count from 1 and end in `\n` or `\r\n`, given as `\n`; a newline at the very end begins no line. Ranges that
 *    follow each other make up the text.
 * R2 First to last as asked; without a last one, `lines` of them.
 * R3 A line over `lineChars` is cut there and marked, never inside a surrogate pair.
 * R4 The range ends before the line that would exceed `chars`; its first line is always in it.
 * R5 A first line beyond the end gives an empty range, with the number of lines.
 */
import { cutBefore } from "../text/truncate.js";

export interface RangeQuery {
  readonly first?: number;
  readonly last?: number;
  readonly lines: number;
  readonly lineChars: number;
  readonly chars: number;
}

export interface LineRange {
  readonly text: string;
  readonly first: number;
  /** One less than `first` for an empty range. */
  readonly last: number;
  readonly total: number;
  /** Lines that were cut (R3). */
  readonly cutLines: number;
  /** True for all of the text, every line whole. */
  readonly isWhole: boolean;
}

export const LINE_CUT = "... [truncated]";

export function readRange(text: string, { first = 1, last, lines, lineChars, chars }: RangeQuery): LineRange {
  const end = last ?? first + lines - 1;
  const taken: string[] = [];
  let length = 0;
  let cutLines = 0;
  let isFull = false;
  let number = 0;
  let lastTaken = first - 1;
  let endsWithNewline = false;
  for (let at = 0; at < text.length;) {
    number++;
    const newline = text.indexOf("\n", at);
    const stop = newline < 0 ? text.length : newline;
    if (number >= first && number <= end && !isFull) {
      const whole = text.slice(at, newline > at && text[newline - 1] === "\r" ? newline - 1 : stop);
      const line = whole.length > lineChars ? whole.slice(0, cutBefore(whole, lineChars)) + LINE_CUT : whole;
      isFull = taken.length > 0 && length + line.length + 1 > chars;
      if (!isFull) {
        if (line !== whole) cutLines++;
        taken.push(line);
        length += line.length + 1;
        lastTaken = number;
        endsWithNewline = newline >= 0;
      }
    }
    at = newline < 0 ? text.length : newline + 1;
  }
  const isWhole = first === 1 && lastTaken === number && cutLines === 0;
  const tail = endsWithNewline ? "\n" : "";
  return { text: taken.join("\n") + tail, first, last: lastTaken, total: number, cutLines, isWhole };
}
