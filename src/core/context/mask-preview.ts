/**
 * The preview of a masked tool result (X4): enough of it to know what there is to read, and where.
 * R1 Of a shell's result it has the first and last 10 lines of the output, and the whole error and exit code.
 * R2 Of any other it has the first and last 250 characters.
 * R3 Long lines and sections are cut, so that the preview stays short.
 */
import type { ToolResult } from "../content.js";
import { cutAfter, cutBefore, outputAddress } from "../text/truncate.js";
import type { CallId } from "../ids.js";

/** The preview with the address of the full output (X2). */
export const maskedOutput = (result: ToolResult, callId: CallId): string =>
  `<tool_output_masked>\n${previewOf(result)}\n\n` +
  `Masked to save room. The full output is ${outputAddress(callId)}: read any part of it with read_file.\n` +
  `</tool_output_masked>`;

/** The text of a result: its output, its content, or all of it as JSON. */
export function resultText({ response = {} }: ToolResult): string {
  if (typeof response["output"] === "string") return response["output"];
  if (typeof response["content"] === "string") return response["content"];
  return JSON.stringify(response, null, 2);
}

function previewOf(result: ToolResult): string {
  const text = resultText(result);
  const preview = result.name === "run_shell_command" ? previewOfShell(text) : endsOf(text, PREVIEW_CHARS);
  const beside = Object.entries(result.response ?? {}).filter(([key]) => key === "exitCode" || key === "error");
  const lines = beside.map(
    ([key, value]) => `${key}: ${endsOf(typeof value === "string" ? value : JSON.stringify(value), PREVIEW_CHARS)}`,
  );
  return [preview, ...lines.filter((line) => !preview.includes(line) && !hasJsonOf(preview, line))].join("\n");
}

const PREVIEW_CHARS = 500;
const PREVIEW_LINES = 20;

/** The labels of a shell's sections after its output; named as in Gemini CLI. */
const SHELL_SECTION = /^(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID):/;

function previewOfShell(text: string): string {
  const lines = text.split("\n");
  // From the end, since a line of the output itself may begin with "Error:".
  let sections = lines.length;
  const labels = new Set<string>();
  for (let at = lines.length - 1; at > 0; at--) {
    const label = SHELL_SECTION.exec(lines[at]!)?.[0];
    if (label === undefined) continue;
    if (labels.has(label)) break;
    labels.add(label);
    sections = at;
  }
  const output = lines.slice(0, sections);
  const half = PREVIEW_LINES / 2;
  const kept =
    output.length > PREVIEW_LINES
      ? [...output.slice(0, half), `... [${output.length - PREVIEW_LINES} lines] ...`, ...output.slice(-half)]
      : output;
  const rest = lines.slice(sections).join("\n");
  return [...kept.map((line) => endsOf(line, PREVIEW_CHARS)), ...(rest ? [endsOf(rest, 4 * PREVIEW_CHARS)] : [])].join(
    "\n",
  );
}

/** The beginning and the end of a text, half of so many characters each, or all of it. */
export function endsOf(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const half = Math.max(1, Math.floor(chars / 2));
  const head = text.slice(0, cutBefore(text, half));
  const tail = text.slice(cutAfter(text, text.length - half));
  return `${head}\n... [${text.length - head.length - tail.length} characters] ...\n${tail}`;
}

/** Whether a value that stands beside the output is in the preview already, as JSON. */
const hasJsonOf = (preview: string, line: string): boolean =>
  preview.includes(`"${line.slice(0, line.indexOf(":"))}":`);
