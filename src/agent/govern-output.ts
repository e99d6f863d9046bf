/**
 * What of a Tool's output reaches the Model (X1, X3): as much as is allowed and as fits the room that remains.
 * R1 Output of most Tools keeps its head and its tail (truncate.ts).
 * R2 A file is one unbroken range: it is cut at the end of a line, and says how to read on.
 */
import {
  allowedChars,
  cutBefore,
  OUTPUT_LIMITS,
  outputAddress,
  truncateOutput,
  type OutputLimits,
} from "../core/truncate.js";

export interface Governed {
  readonly text: string;
  readonly isCut: boolean;
}

export interface GovernOptions {
  /** As the user set them. */
  readonly limits?: OutputLimits;
  /** Tokens that this output may take. */
  readonly room: number;
  /** Tokens of the whole output, if they are known. */
  readonly tokens?: number;
}

export function governOutput(
  output: string,
  call: { readonly id: string; readonly name: string },
  options: GovernOptions,
): Governed {
  if (call.name === "read_file") return governFile(output, call.id, options);
  const { text, leftOut } = truncateOutput(output, { callId: call.id, ...options });
  return { text, isCut: leftOut !== undefined };
}

/** R2. A Tool that reads files counts lines by itself (X6): here only characters and room count. */
function governFile(output: string, callId: string, options: GovernOptions): Governed {
  const allowed = allowedChars(output, { ...options, limits: { ...(options.limits ?? OUTPUT_LIMITS), lines: 0 } });
  if (output.length <= allowed) return { text: output, isCut: false };
  const newline = output.lastIndexOf("\n", allowed);
  const end = newline > 0 ? newline : cutBefore(output, allowed);
  const kept = output.slice(0, end);
  const { first, from } = rangeOf(output);
  const lines = kept.length > from ? kept.slice(from).split("\n").length : 0;
  const on =
    newline > 0
      ? `call read_file with start_line ${first + lines}`
      : `read ${outputAddress(callId)} with read_file, a few lines at a time`;
  return {
    text: `${kept}\n... [CONTENT TRUNCATED] ...\n(${output.length - end} characters left out for want of room. To read on, ${on}.)`,
    isCut: true,
  };
}

/** A file that is not shown whole says so at its head, and which lines these are. */
function rangeOf(output: string): { readonly first: number; readonly from: number } {
  const [head, first] = /^\[This is not all of .*: lines (\d+)–\d+ of \d+\..*\]\n--- content ---\n/.exec(output) ?? [];
  return head === undefined ? { first: 1, from: 0 } : { first: Number(first), from: head.length };
}
