/** `list_directory`: the entries right inside a folder (X6). */
import { failureOf } from "../../core/errors.js";
import { createNameFilter } from "../../core/files/ignore.js";
import { childPath } from "../../core/files/path.js";
import { flag, listOf, optional, text } from "../../core/schema.js";
import { FILES_AT_ONCE } from "../../core/files/walk.js";
import { workAhead } from "../../core/ordered-concurrency.js";
import type { Entry, Workspace } from "../../core/files/workspace.js";
import { defineTool } from "../calls/tool.js";
import { countOf, fitLines, OUTPUT_LINES } from "./output-limits.js";
import { findPath } from "../../core/files/resolve-path.js";

export const listDirectory = defineTool({
  name: "list_directory",
  kind: "read",
  untrusted: true,
  description:
    "Lists the files and folders right inside one folder of the workspace: folders first, marked [DIR], then files with " +
    "their size, each by name. Use it to get to know a project; to find files at any depth use glob. What the ignore rules " +
    `leave out is only counted. Lists up to ${OUTPUT_LINES} entries. Symbolic links are not visible.`,
  parameters: {
    dir_path: optional(text("The folder, relative to the workspace; leave it out for the workspace itself")),
    ignore: optional(listOf(text("A pattern"), "Patterns of names to leave out, such as *.log")),
    respect_git_ignore: optional(flag("Whether to leave out what .gitignore names; true unless told")),
  },
  title: ({ dir_path }) => dir_path || ".",
  async run({ dir_path = "", ignore = [], respect_git_ignore: respectGitIgnore }, env, signal) {
    const workspace = env.workspace();
    const path = await findPath(dir_path, workspace);
    const all = await workspace.list(path, signal);
    const respect = respectGitIgnore === undefined ? {} : { respectGitIgnore };
    const rules = await env.ignore(respect).rulesIn(path);
    const isUnwanted = createNameFilter(ignore);
    const isIgnored = (entry: Entry) => isUnwanted(entry.name) || rules.isIgnored(entry.path, entry.kind === "folder");
    const entries = all.filter((entry) => !isIgnored(entry));
    const ignored = all.length - entries.length;

    const lines: string[] = [];
    const shown = entries.slice(0, OUTPUT_LINES);
    for await (const line of workAhead(shown, FILES_AT_ONCE, (entry) => lineOf(entry, workspace))) {
      signal.throwIfAborted();
      lines.push(line);
    }
    const fitting = fitLines(lines);
    const leftOut = fitting.leftOut + entries.length - shown.length;
    const text = [
      entries.length > 0 ? `Listing of “${path || "."}”:` : `“${path || "."}” has nothing to list.`,
      ...fitting.lines,
      ...(leftOut > 0
        ? [`... and ${countOf(leftOut, "more entry", "more entries")}: use glob to find what you need.`]
        : []),
      ...(ignored > 0 ? ["", `(${ignored} ignored)`] : []),
    ].join("\n");
    return { text, touched: [childPath(path, "")] };
  },
});

/** A file whose size can't be read must not hide the others. */
async function lineOf({ name, path, kind }: Entry, workspace: Workspace): Promise<string> {
  if (kind === "folder") return `[DIR] ${name}`;
  try {
    return `${name} (${countOf((await workspace.stat(path)).size, "byte")})`;
  } catch (error) {
    return `${name} (size not known: ${failureOf(error).name})`;
  }
}
