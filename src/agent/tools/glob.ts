/** `glob`: files by their path (X6), recently changed ones first. */
import type { GlobResult } from "../../core/files/file-search.js";
import { flag, optional, text } from "../../core/schema.js";
import { defineTool } from "../calls/tool.js";
import { countOf, fitLines, OUTPUT_LINES, unreadNote } from "./output-limits.js";
import { findPath } from "../../core/files/resolve-path.js";

/** Files changed within 24 hours are probably being worked on. */
const RECENT = 24 * 60 * 60 * 1000;

export const glob = defineTool({
  name: "glob",
  kind: "read",
  untrusted: true,
  description:
    "Finds files of the workspace by a pattern for their path, such as **/*.ts, src/**/*.{js,jsx} or docs/*.md. Use it when " +
    "you know how a file is called but not where it is; for what files contain use grep_search. Files changed in the last 24 " +
    "hours come first, the newest first, then the others by path. Names beginning with a dot are found too; case does not matter " +
    "unless asked. A pattern without **/ looks only right inside dir_path. What the ignore rules leave out and what is in " +
    `node_modules and the like is not found, unless the pattern names it. Gives up to ${OUTPUT_LINES} paths, relative to the workspace.`,
  parameters: {
    pattern: text("The glob, from dir_path on"),
    dir_path: optional(text("The folder to look in, relative to the workspace; leave it out for the workspace itself")),
    case_sensitive: optional(flag("Whether A and a differ; false unless told")),
    respect_git_ignore: optional(flag("Whether to leave out what .gitignore names; true unless told")),
  },
  title: ({ pattern, dir_path }) => (dir_path ? `${pattern} in ${dir_path}` : pattern),
  async run(args, env, signal) {
    const { pattern, dir_path = "", case_sensitive, respect_git_ignore: respectGitIgnore } = args;
    const path = await findPath(dir_path, env.workspace());
    const ignore = respectGitIgnore === undefined ? {} : { respectGitIgnore };
    const query = { pattern, path, isCaseSensitive: case_sensitive, ignore };
    const result = await env.files().glob(query, env.progress, signal);
    const place = path === "" ? "the workspace" : `“${path}”`;
    return [...found(result, { pattern, place, now: env.now() }), ...unreadNote(result.unread)].join("\n");
  },
});

function found(
  { files, ignored, isCut }: GlobResult,
  { pattern, place, now }: { readonly pattern: string; readonly place: string; readonly now: number },
): readonly string[] {
  const notes = [
    ...(ignored > 0 ? [`(${ignored} ignored)`] : []),
    ...(isCut ? ["There was too much to look through all of it: give a narrower dir_path."] : []),
  ];
  if (files.length === 0) {
    const hint = pattern.includes("/") ? "" : ` To look in sub-folders too, use “**/${pattern}”.`;
    return [`No file in ${place} fits “${pattern}”.${hint}`, ...notes];
  }
  const { lines, leftOut } = fitLines(recentFirst(files, now));
  const more =
    leftOut > 0 ? [`... and ${countOf(leftOut, "more file")}: narrow the pattern or dir_path to see them.`] : [];
  return [
    `${countOf(files.length, "file")} in ${place} fit “${pattern}”, recently changed ones first:`,
    ...lines,
    ...more,
    ...notes,
  ];
}

function recentFirst(files: GlobResult["files"], now: number): readonly string[] {
  const isRecent = ({ changedAt }: GlobResult["files"][number]) => now - changedAt < RECENT;
  const recent = files.filter(isRecent).toSorted((a, b) => b.changedAt - a.changedAt);
  return [...recent, ...files.filter((file) => !isRecent(file))].map(({ path }) => path);
}
