/**
 * What of a Tool's output reaches the Model (X1, X3): as much as is allowed and as fits the room that remains.
 * R1 Output of most Tools keeps its head and its tail (truncate.ts).
 * R2 A file is one unbroken range: it is cut at the end of a line, and says how to read on, at its head as at its end.
 * R3 Where not even its first line fits, that line is cut: whoever reads on as told comes to another line, never to the same.
 */
import {
  allowedChars,
  CUT,
  cutBefore,
  KEPT_LINE_CHARS,
  OUTPUT_LIMITS,
  outputAddress,
  truncateOutput,
  type OutputLimits,
} from "../../core/text/truncate.js";
import type { CallId } from "../../core/ids.js";

interface Governed {
  readonly text: string;
  readonly isCut: boolean;
}

interface GovernOptions {
  /** As the user set them. */
  readonly limits?: OutputLimits;
  /** Tokens that this output may take. */
  readonly room: number;
  /** Tokens of the whole output, if they are known. */
  readonly tokens?: number;
}

export function governOutput(
  output: string,
  call: { readonly id: CallId; readonly name: string },
  options: GovernOptions,
): Governed {
  if (call.name === "read_file") return governFile(output, call.id, options);
  const { text, leftOut } = truncateOutput(output, { callId: call.id, ...options });
  return { text, isCut: leftOut !== undefined };
}

export type Govern = typeof governOutput;

/** R2, R3. A Tool that reads files counts lines by itself (X6): here only characters and room count. */
function governFile(output: string, callId: CallId, options: GovernOptions): Governed {
  const allowed = allowedChars(output, { ...options, limits: { ...(options.limits ?? OUTPUT_LIMITS), lines: 0 } });
  const { first, from, next, head } = rangeOf(output);
  const fitting = Math.max(allowed - from, KEPT_LINE_CHARS);
  const content = output.slice(from);
  const length = content.endsWith("\n") ? content.length - 1 : content.length;
  if (length <= fitting) return { text: output, isCut: false };
  const newline = content.lastIndexOf("\n", fitting);
  const end = newline < 0 ? cutBefore(content, fitting) : newline;
  const kept = content.slice(0, end);
  const last = first + kept.split("\n").length - 1;
  // Where the only line is cut, it goes on as the Tool has said: there may be no other.
  const on = newline < 0 && !content.slice(0, length).includes("\n") ? next : readOn(last + 1);
  const rest = newline < 0 ? ` The rest of line ${last} is in ${outputAddress(callId)}: read it with read_file.` : "";
  return {
    text: `${head(last, on)}${kept}\n${CUT}\n(${length - end} characters left out for want of room.${rest}${on})`,
    isCut: true,
  };
}

interface ShownRange {
  readonly first: number;
  /** Where the lines begin. */
  readonly from: number;
  /** How the Tool says to read on; empty if these are the last lines. */
  readonly next: string;
  /** What stands before the lines, if `last` is the last of them. */
  readonly head: (last: number, on: string) => string;
}

/** A file that is not shown whole says so at its head, and which lines these are. */
function rangeOf(output: string): ShownRange {
  const [whole, name, first, total, next = "", cuts] = HEAD.exec(output) ?? [];
  if (whole === undefined) return { first: 1, from: 0, next: "", head: () => "" };
  const head = (last: number, on: string) => `${name}${first}–${last}${total}${on}${cuts}`;
  return { first: Number(first), from: whole.length, next, head };
}

const readOn = (line: number | string): string => ` To read on, call read_file with start_line ${line}.`;

const HEAD = new RegExp(
  String.raw`^(\[This is not all of .*: lines )(\d+)–\d+( of \d+\.)(${readOn("\\d+")})?(.*\]\n--- content ---\n)`,
);
