/** `read_file`: a file of the workspace (X6) or the whole of an output that was cut (X2), or a range of its lines. */
import { AgentError } from "../../core/errors.js";
import { fileKindOf } from "../../core/files/file-kind.js";
import { LINE_CUT, readRange, type LineRange } from "../../core/files/line-range.js";
import { integer, optional, text } from "../../core/schema.js";
import { decodeText } from "../../core/files/text-file.js";
import { cutBefore, KEPT_LINE_CHARS, outputAddress } from "../../core/text/truncate.js";
import { defineTool, type ToolEnv, type ToolOutput } from "../calls/tool.js";
import { toBase64 } from "../../core/text/base64.js";
import { countOf, OUTPUT_CHARS } from "./output-limits.js";
import { toolWords } from "./tool-words.js";
import { findPath } from "../../core/files/resolve-path.js";

const LINES = 2_000;
const LINE_CHARS = 2_000;
const MOST_BYTES = 20_000_000;
/** Gemini CLI's limit: a larger SVG file is data, not something to read. */
const MOST_SVG_BYTES = 1_000_000;

export const readFile = defineTool({
  name: "read_file",
  kind: "read",
  untrusted: true,
  needsFolder: false, // outputs of earlier calls are read without one
  description:
    "Reads one file of the workspace and returns its text. Use it when you know the path; to find files use glob, to find " +
    `words in them grep_search. Returns up to ${LINES} lines and ${OUTPUT_CHARS} characters at a time, without line numbers; ` +
    `a longer file is given as one unbroken range with a notice that says which lines these are and how to read on. Lines over ` +
    `${LINE_CHARS} characters are cut. Pictures, PDFs, sound and film (up to 20 MB) are attached to the answer. ` +
    "Files that the ignore rules leave out cannot be read. " +
    `It also reads the full output of an earlier call by its address (${outputAddress("<call id>")}), range by range.`,
  parameters: {
    file_path: text("Path of the file, relative to the workspace (src/app.ts), or the address of an earlier output"),
    start_line: optional(integer("First line to read, counted from 1", 1)),
    end_line: optional(integer("Last line to read, itself included", 1)),
  },
  title: ({ file_path, start_line, end_line }) =>
    start_line === undefined && end_line === undefined
      ? file_path
      : `${file_path} ${start_line ?? 1}–${end_line ?? ""}`,
  async run({ file_path, start_line, end_line }, env) {
    if (start_line !== undefined && end_line !== undefined && start_line > end_line)
      throw new AgentError("InvalidArgsError", toolWords.linesSwapped(start_line, end_line));
    const asked = { first: start_line, last: end_line };
    if (file_path.startsWith(ADDRESS)) return readOutput(file_path, asked, env);
    return readFromWorkspace(file_path, asked, env);
  },
});

interface Asked {
  readonly first?: number;
  readonly last?: number;
}

const ADDRESS = outputAddress("");

async function readFromWorkspace(said: string, asked: Asked, env: ToolEnv): Promise<ToolOutput> {
  const workspace = env.workspace();
  const path = await findPath(said, workspace);
  const { kind, size } = await workspace.stat(path);
  if (await env.ignore().isIgnored(path, kind === "folder"))
    throw new AgentError("InvalidArgsError", toolWords.ignored(path));
  if (size > MOST_BYTES) throw new AgentError("NotSupportedError", toolWords.tooLargeToRead(path, size));
  const content = await workspace.read(path);
  await env.seen.note(path, content);
  const type = fileKindOf(path, content);
  const touched = [path];
  switch (type.kind) {
    case "text":
      return { text: shown(decodeText(content), path, asked), touched };
    case "svg":
      if (size > MOST_SVG_BYTES)
        return { text: `“${path}” is a drawing of ${size} bytes: over 1 MB they are not shown as text.`, touched };
      return { text: shown(decodeText(content), path, asked), touched };
    case "binary":
      return { text: `“${path}” is a binary file of ${countOf(size, "byte")}: it cannot be shown as text.`, touched };
    default:
      return {
        touched,
        text: `“${path}” (${type.mimeType}, ${countOf(size, "byte")}) is attached.`,
        media: [{ inlineData: { mimeType: type.mimeType, data: toBase64(content) } }],
      };
  }
}

async function readOutput(address: string, asked: Asked, env: ToolEnv): Promise<string> {
  const output = await env.fullOutput(address.slice(ADDRESS.length));
  if (output === undefined) throw new AgentError("NotFoundError", toolWords.noOutput(address));
  return shown(wrapped(output), address, asked);
}

export function shown(content: string, name: string, asked: Asked): string {
  const range = readRange(content, { ...asked, lines: LINES, lineChars: LINE_CHARS, chars: OUTPUT_CHARS });
  if (range.total === 0) return `“${name}” is empty.`;
  if (range.isWhole) return range.text;
  if (range.last < range.first)
    return `“${name}” has ${countOf(range.total, "line")}, so there is none from line ${range.first} on.`;
  return `${notice(range, name)}\n--- content ---\n${range.text}`;
}

function notice({ first, last, total, cutLines }: LineRange, name: string): string {
  const part = `This is not all of “${name}”: lines ${first}–${last} of ${total}.`;
  const on = last < total ? ` To read on, call read_file with start_line ${last + 1}.` : "";
  const cut =
    cutLines > 0 ? ` ${countOf(cutLines, "line")} over ${LINE_CHARS} characters: cut, and marked “${LINE_CUT}”.` : "";
  return `[${part}${on}${cut}]`;
}

/** Long lines of an output become several, so that all of it can be read: a JSON answer is often one line (X2). */
export const wrapped = (output: string): string => output.split("\n").flatMap(pieces).join("\n");

function pieces(line: string): readonly string[] {
  if (line.length <= KEPT_LINE_CHARS) return [line];
  const all: string[] = [];
  for (let at = 0; at < line.length;) {
    const end = cutBefore(line, Math.min(line.length, at + KEPT_LINE_CHARS));
    all.push(line.slice(at, end));
    at = end;
  }
  return all;
}
