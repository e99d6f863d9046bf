/**
 * Cuts Tool output to size (X1, X3). The full output stays readable under its address (X2).
 * R1 Output over the allowed characters or the allowed lines is cut, whichever Tool it is of.
 * R2 The allowed size is split: a fifth for the head, four fifths for the tail, since errors come last.
 * R3 Between them a marker says how many lines and characters are left out, and where the full output is.
 * R4 The allowed size shrinks with the room that remains, down to a floor.
 * R5 A surrogate pair is never split.
 * R6 Where the marker would take as much as it saves, nothing is cut.
 */
import { estimateText } from "../tokens/tokens.js";
import type { CallId } from "../ids.js";

export interface OutputLimits {
  /** `tools.truncateToolOutputThreshold`; with 0 or less only the room limits. */
  readonly chars: number;
  /** `tools.truncateToolOutputLines`; with 0 or less lines don't limit. */
  readonly lines: number;
}

export const OUTPUT_LIMITS: OutputLimits = { chars: 40_000, lines: 1_000 };

interface TruncateOptions {
  readonly callId: CallId;
  readonly limits?: OutputLimits;
  /** Tokens that this output may take (R4). */
  readonly room?: number;
  /** Tokens of the whole output, if they are known. */
  readonly tokens?: number;
}

/** Lines of a kept output are broken at this length: so one of them always fits, whatever the room (R4). */
export const KEPT_LINE_CHARS = 400;

export const outputAddress = (callId: CallId): string => `tool-output://${callId}`;

export function truncateOutput(
  output: string,
  options: TruncateOptions,
): { readonly text: string; readonly leftOut?: { readonly chars: number; readonly lines: number } } {
  const limits = options.limits ?? OUTPUT_LIMITS;
  const chars = fifths(allowedChars(output, { ...options, limits }), output.length);
  const lines = limits.lines > 0 ? fifths(limits.lines, linesUpTo(output, limits.lines + 1)) : undefined;
  if (!chars && !lines) return { text: output };
  const end = cutBefore(output, Math.min(chars?.head ?? Infinity, lines ? endOfLine(output, lines.head) : Infinity));
  const tailFrom = Math.max(end, chars ? output.length - chars.tail : 0, lines ? startOfLast(output, lines.tail) : 0);
  const start = cutAfter(output, tailFrom);
  const gap = output.slice(end, start);
  const leftOut = { chars: gap.length, lines: Math.max(0, countNewlines(gap) - 1) };
  const text = `${output.slice(0, end)}\n${marker(leftOut, options.callId)}\n${output.slice(start)}`;
  return savesNothing(text, output) ? { text: output } : { text, leftOut };
}

/** R6. Fewer characters may be more tokens, and the other way round. */
const savesNothing = (text: string, output: string): boolean =>
  text.length >= output.length && estimateText(text) >= estimateText(output);

/** The allowed size for each end (R2), if there is more than allowed. Neither end is empty. */
function fifths(allowed: number, there: number): { head: number; tail: number } | undefined {
  if (there <= allowed) return undefined;
  const head = Math.max(1, Math.floor(allowed / 5));
  return { head, tail: Math.max(1, allowed - head) };
}

/** Shares room among pending outputs (X3): small ones stay whole, the large ones get the rest in equal parts. */
export function shareRoom(tokens: readonly number[], room: number): readonly number[] {
  const shares = tokens.map(() => 0);
  const order = tokens.map((_, at) => at).toSorted((a, b) => tokens[a]! - tokens[b]!);
  let left = Math.max(0, room);
  for (const [nth, at] of order.entries()) {
    shares[at] = Math.min(tokens[at]!, Math.floor(left / (order.length - nth)));
    left -= shares[at];
  }
  return shares;
}

/** The nearest place at or before `at` that is not inside a surrogate pair (R5). */
export const cutBefore = (text: string, at: number): number => (isInsidePair(text, at) ? at - 1 : at);

/** The nearest place at or after `at` that is not inside a surrogate pair (R5). */
export const cutAfter = (text: string, at: number): number => (isInsidePair(text, at) ? at + 1 : at);

const isInsidePair = (text: string, at: number) => isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** The length of the preview of a masked result (X4): enough to tell a Model what there is to read. */
const FLOOR = 500;

/** The tokens of the marker, some 200 characters, with room to spare. */
const MARKER_TOKENS = 80;

/** The characters allowed for an output, by its limits and by the room (R4). */
export function allowedChars(
  output: string,
  options: Omit<TruncateOptions, "callId"> & { readonly limits: OutputLimits },
): number {
  const { limits, room = Infinity } = options;
  const set = limits.chars > 0 ? limits.chars : Infinity;
  if (room === Infinity) return Math.max(set, FLOOR);
  // The output's own density counts: four characters a token is far too many for Chinese or base64.
  const tokens = Math.max(options.tokens ?? estimateText(output), 1);
  const fitting = tokens <= room ? output.length : Math.floor((output.length * (room - MARKER_TOKENS)) / tokens);
  return Math.max(Math.min(set, fitting), FLOOR);
}

/** The beginning of the marker, which every cut output contains. */
export const CUT = "... [CONTENT TRUNCATED] ...";

const marker = ({ lines, chars }: { lines: number; chars: number }, callId: CallId): string =>
  `${CUT}\n(${lines} lines, ${chars} characters left out. The full output is ${outputAddress(callId)}: ` +
  `read any part of it with read_file.)`;

/** The number of lines, but no more than `most`. A newline at the very end begins no line. */
function linesUpTo(text: string, most: number): number {
  let count = 0;
  for (let at = 0; at < text.length && count < most; count++) {
    const newline = text.indexOf("\n", at);
    at = newline < 0 ? text.length : newline + 1;
  }
  return count;
}

/** The end of the line with this number (from 1), without its newline. */
function endOfLine(text: string, line: number): number {
  let at = -1;
  for (let nth = 0; nth < line; nth++) at = text.indexOf("\n", at + 1);
  return at;
}

/** The beginning of the last `lines` lines. */
function startOfLast(text: string, lines: number): number {
  let at = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let nth = 0; nth < lines; nth++) at = text.lastIndexOf("\n", at - 1);
  return at + 1;
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
