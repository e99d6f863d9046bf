/** `grep_search`: lines of files, or of an output that was cut (X2), by a regular expression (X6). */
import { AgentError } from "../../core/errors.js";
import type { FoundFile, GrepResult } from "../../core/files/file-search.js";
import { flag, integer, optional, text } from "../../core/schema.js";
import { outputAddress } from "../../core/text/truncate.js";
import { defineTool, type ToolEnv } from "../calls/tool.js";
import { countOf, fitLines, unreadNote } from "./output-limits.js";
import { toolWords } from "./tool-words.js";
import { findPath } from "../../core/files/resolve-path.js";

const MOST = 100;
/** More than an output can show of the shortest lines. */
const LIMIT = 5_000;
const ADDRESS = outputAddress("");

export const grepSearch = defineTool({
  name: "grep_search",
  kind: "read",
  untrusted: true,
  description:
    "Searches the text of the workspace's files, line by line, with a regular expression (JavaScript's grammar). Use it to find " +
    "where something is defined, used or said; for files by their name use glob. Case does not matter unless asked. " +
    `Gives up to ${MOST} matching lines as “L12: text” under the path of their file. With three matches or fewer, the lines around them ` +
    "come along (“L11- text”), so that there is often no need to read the file. Ignored files, node_modules and binary files are " +
    "not searched. A search is stopped after 30 seconds. dir_path may also be the address of an earlier output.",
  parameters: {
    pattern: text("The regular expression; it is tried on one line at a time"),
    dir_path: optional(text("The folder or file to search, relative to the workspace; leave it out for all of it")),
    include_pattern: optional(
      text("A glob for the files to search: *.ts for names at any depth, src/**/*.ts for paths"),
    ),
    exclude_pattern: optional(text("A regular expression: lines that it fits are left out")),
    names_only: optional(flag("Gives only the paths of files with a match")),
    case_sensitive: optional(flag("Whether A and a differ; false unless told")),
    fixed_strings: optional(flag("Takes the pattern for plain text instead of a regular expression")),
    context: optional(integer("Lines to show before and after each match", 0)),
    before: optional(integer("Lines to show before each match", 0)),
    after: optional(integer("Lines to show after each match", 0)),
    no_ignore: optional(flag("Searches what .gitignore leaves out too")),
    max_matches_per_file: optional(integer("Matches to take from one file", 1)),
    total_max_matches: optional(integer(`Matches in all; ${MOST} unless told`, 1)),
  },
  title: ({ pattern, dir_path }) => (dir_path ? `${pattern} in ${dir_path}` : pattern),
  async run(args, env, signal) {
    const { pattern, include_pattern, exclude_pattern, context, names_only: namesOnly = false } = args;
    const most = Math.min(args.total_max_matches ?? MOST, LIMIT);
    const place = await placeOf(args.dir_path ?? "", env);
    const query = {
      ...place,
      pattern,
      include: include_pattern,
      exclude: exclude_pattern,
      namesOnly,
      isCaseSensitive: args.case_sensitive,
      isFixed: args.fixed_strings,
      before: args.before ?? context,
      after: args.after ?? context,
      mostPerFile: args.max_matches_per_file,
      most,
      ignore: args.no_ignore ? { respectGitIgnore: false } : {},
    };
    const result = await env.files().grep(query, env.progress, signal);
    const where = `“${place.path || "."}”${include_pattern ? ` (only ${include_pattern})` : ""}`;
    const asked = { pattern, where, most, namesOnly };
    return [...found(result, asked), ...cutNote(result), ...unreadNote(result.unread)].join("\n");
  },
});

/** A folder, a file, or the text of an earlier output. */
async function placeOf(said: string, env: ToolEnv): Promise<{ readonly path: string; readonly text?: string }> {
  if (!said.startsWith(ADDRESS)) return { path: await findPath(said, env.workspace()) };
  const output = await env.fullOutput(said.slice(ADDRESS.length));
  if (output === undefined) throw new AgentError("NotFoundError", toolWords.noOutput(said));
  return { path: said, text: output };
}

function found(
  { files, matches, isLimited, searched }: GrepResult,
  { pattern, where, most, namesOnly }: { pattern: string; where: string; most: number; namesOnly: boolean },
): readonly string[] {
  if (matches === 0) return [`No line fits “${pattern}” in ${where} (${countOf(searched, "file")} searched).`];
  const limit = isLimited ? `; there are more than ${most}, and these are the first` : "";
  const { lines, leftOut } = fitLines(namesOnly ? files.map(({ path }) => path) : files.flatMap(blockOf));
  const header = namesOnly
    ? [`${countOf(files.length, "file")} with a line that fits “${pattern}” in ${where}${limit}:`]
    : [`Found ${countOf(matches, "match", "matches")} for “${pattern}” in ${where}${limit}:`, "---"];
  const more = `... and ${countOf(leftOut, "more line")}: narrow the pattern, dir_path or include_pattern to see them.`;
  return [...header, ...lines, ...(leftOut > 0 ? [more] : [])];
}

const blockOf = ({ path, lines }: FoundFile): readonly string[] => [
  `File: ${path}`,
  ...lines.map(({ number, text, isMatch }) => `L${number}${isMatch ? ":" : "-"} ${text}`),
  "---",
];

const cutNote = ({ isCut, searched }: GrepResult): readonly string[] =>
  isCut
    ? [`Time was up after ${countOf(searched, "file")}: narrow dir_path or include_pattern to search the rest.`]
    : [];
