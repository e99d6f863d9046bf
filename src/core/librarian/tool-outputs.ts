/** Parses the output of the reading Tools: lines of a file, lines found, paths. */
import type { DoneCall } from "./turn-so-far.js";

interface Lines {
  readonly path: string;
  readonly first: number;
  readonly lines: readonly string[];
  /** The number of lines in the file, if the Tool named it. */
  readonly total?: number;
}

/** The lines of `read_file`; undefined if it failed or the file is no text. */
export function linesRead({ name, args, output, failed }: DoneCall): Lines | undefined {
  const path = args.file_path;
  if (name !== "read_file" || failed || typeof path !== "string" || isNotice(output)) return undefined;
  const part = /^\[This is not all of “[^\n]*”: lines (\d+)–\d+ of (\d+)\.[^\n]*\]\n--- content ---\n([\s\S]*)$/.exec(
    output,
  );
  if (!part) return { path, first: 1, lines: linesOf(output) };
  return { path, first: Number(part[1]), lines: linesOf(part[3]!), total: Number(part[2]) };
}

/** A newline at the very end begins no line. */
const linesOf = (text: string): readonly string[] => text.replace(/\n$/, "").split("\n");

/** True for a sentence instead of a text: empty, binary, attached, beyond its end. */
const isNotice = (output: string): boolean =>
  /^“[^\n]+” (?:is empty\.|is a binary file|is a drawing|\([^\n]+\) is attached\.|has \d+ lines?, so there is none)[^\n]*$/.test(
    output,
  );

export interface FoundIn {
  readonly path: string;
  readonly matches: readonly number[];
  readonly first: number;
  readonly lines: readonly string[];
}

/** The files in which `grep_search` found something, with the first run of lines of each. */
export function linesFound({ name, output, failed }: DoneCall): readonly FoundIn[] {
  if (name !== "grep_search" || failed || !output.startsWith("Found ")) return [];
  const files: { path: string; matches: number[]; first: number; lines: string[] }[] = [];
  for (const line of output.split("\n")) {
    const path = /^File: (.+)$/.exec(line)?.[1];
    if (path !== undefined) files.push({ path, matches: [], first: 0, lines: [] });
    const file = files.at(-1);
    const [, number, mark, text] = /^L(\d+)([:-]) (.*)$/.exec(line) ?? [];
    if (!file || number === undefined) continue;
    const at = Number(number);
    if (mark === ":") file.matches.push(at);
    if (file.lines.length === 0) file.first = at;
    if (at === file.first + file.lines.length) file.lines.push(text!);
  }
  return files;
}

/** The number of lines that `grep_search` found, and whether there are more. */
export function countFound({ output }: DoneCall): { readonly count: number; readonly isLimited: boolean } {
  const count = Number(/^Found (\d+) match/.exec(output)?.[1] ?? 0);
  return { count, isLimited: /^Found [^\n]*; there are more than/.test(output) };
}

/** The paths that `glob` found, and the number left out. */
export function pathsFound({ name, output, failed }: DoneCall): {
  readonly paths: readonly string[];
  readonly leftOut: number;
} {
  if (name !== "glob" || failed || !/^\d+ files? /.test(output)) return { paths: [], leftOut: 0 };
  const [, ...lines] = output.split("\n");
  const leftOut = Number(/^\.\.\. and (\d+) more file/m.exec(output)?.[1] ?? 0);
  const isPath = (line: string) =>
    line !== "" && !/^(?:\.\.\. and |\(\d+ ignored\)$|Not read: |The folder is too large)/.test(line);
  return { paths: lines.filter(isPath), leftOut };
}
