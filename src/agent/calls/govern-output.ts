/**
 * The part of a Tool's output that reaches the Model (X1, X3): as much as is allowed and fits the room that remains.
 * R1 Output of most Tools keeps its head and its tail (core/text/truncate.ts).
 * R2 A file is one unbroken range: it is cut at the end of a line, and says at its head and at its end how to read on.
 * R3 Where not even the first line fits, that line is cut: reading on as said leads to another line, never to the same.
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
  /** The limits that the user has set. */
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

/** R2, R3. `read_file` limits lines itself (X6): here only characters and room count. */
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
  // Where the only line is cut, the Tool's own words on how to read on hold: there may be no other line.
  const on = newline < 0 && !content.slice(0, length).includes("\n") ? next : readOn(last + 1);
  const rest = newline < 0 ? ` The rest of line ${last} is in ${outputAddress(callId)}: read it with read_file.` : "";
  return {
    text: `${head(last, on)}${kept}\n${CUT}\n(${length - end} characters left out for want of room.${rest}${on})`,
    isCut: true,
  };
}

/**
 * The range that the notice of `read_file` names: its first line, where the lines begin, how the notice says to read on (empty for the
 * last lines), and a function for the notice with another last line.
 */
function rangeOf(output: string) {
  const [whole, name, first, total, next = "", cuts] = HEAD.exec(output) ?? [];
  if (whole === undefined) return { first: 1, from: 0, next: "", head: () => "" };
  const head = (last: number, on: string) => `${name}${first}–${last}${total}${on}${cuts}`;
  return { first: Number(first), from: whole.length, next, head };
}

const readOn = (line: number | string): string => ` To read on, call read_file with start_line ${line}.`;

const HEAD = new RegExp(
  String.raw`^(\[This is not all of .*: lines )(\d+)–\d+( of \d+\.)(${readOn("\\d+")})?(.*\]\n--- content ---\n)`,
);
