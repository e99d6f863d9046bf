/** `read_many_files`: several files at once, by path or pattern (X6). */
import { AgentError, failureOf, isNamed } from "../../core/errors.js";
import { DEFAULT_EXCLUDES } from "../../core/files/excluded-names.js";
import { fileKindOf } from "../../core/files/file-kind.js";
import { readRange } from "../../core/files/line-range.js";
import { flag, listOf, optional, text } from "../../core/schema.js";
import { decodeText } from "../../core/files/text-file.js";
import { defineTool, type ToolEnv, type ToolOutput } from "../calls/tool.js";
import { countOf, OUTPUT_CHARS, OUTPUT_LINES } from "./output-limits.js";
import { toolWords } from "./tool-words.js";
import { findPath } from "../../core/files/resolve-path.js";

const LINE_CHARS = 2_000;
const MOST_BYTES = 20_000_000;
/** The text of more files would not fit one answer anyway. */
const MOST_FILES = 200;

export const readManyFiles = defineTool({
  name: "read_many_files",
  kind: "read",
  untrusted: true,
  description:
    "Reads several text files of the workspace at once: by their paths, folders or globs such as src/**/*.ts. Use it to see a few related " +
    "files together; for one file, or for more of a long one, use read_file, and to find words in many files grep_search. Gives the text of " +
    "each file under a line with its path, as many files as fit one answer, and names those that did not. What the ignore rules leave out, " +
    "build output, dependencies and files without text are skipped.",
  parameters: {
    include: listOf(text("A path or a glob"), "Files, folders and globs, relative to the workspace"),
    exclude: optional(listOf(text("A glob"), "Globs of what to leave out")),
    recursive: optional(flag("Whether a folder stands for all that is in it at any depth; true unless told")),
    useDefaultExcludes: optional(
      flag("Whether to leave out build output, dependencies and the like; true unless told"),
    ),
  },
  title: ({ include }) => include.join(", "),
  async run({ include, exclude = [], recursive = true, useDefaultExcludes = true }, env, signal) {
    if (include.length === 0) throw new AgentError("InvalidArgsError", toolWords.noInclude);
    const query = { recursive, leavesOut: useDefaultExcludes };
    const found = new Set<string>();
    for (const said of include) for (const path of await filesOf(said, query, env, signal)) found.add(path);
    for (const pattern of exclude) for (const path of await globbed(pattern, "", env, signal)) found.delete(path);
    if (found.size === 0)
      return `No file fits ${include.map((each) => `“${each}”`).join(", ")}. Look with glob or list_directory.`;
    return readAll([...found], env, signal);
  },
});

/** A file that is named outright is read even if it is build output; the ignore rules hold for all. */
async function filesOf(
  said: string,
  { recursive, leavesOut }: { readonly recursive: boolean; readonly leavesOut: boolean },
  env: ToolEnv,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const kind = await kindOf(said, env);
  if (kind?.kind === "file") return [kind.path];
  const isUnwanted = (path: string) => leavesOut && path.split("/").some((segment) => DEFAULT_EXCLUDES.has(segment));
  const paths = await (kind
    ? globbed(recursive ? "**/*" : "*", kind.path, env, signal)
    : globbed(said, "", env, signal));
  return paths.filter((path) => !isUnwanted(path));
}

/** Nothing for a glob. A path that leaves the workspace is refused in any case. */
async function kindOf(said: string, env: ToolEnv) {
  const workspace = env.workspace();
  const path = await findPath(said, workspace);
  try {
    return { kind: (await workspace.stat(path)).kind, path };
  } catch (error) {
    // A browser may refuse a name with a “*” in it as no name at all.
    const names = ["NotFoundError", "TypeMismatchError", "InvalidPathError"] as const;
    if (/[*?[{]/.test(said) && names.some((name) => isNamed(error, name))) return undefined;
    throw error;
  }
}

async function globbed(pattern: string, path: string, env: ToolEnv, signal: AbortSignal): Promise<readonly string[]> {
  const { files } = await env.files().glob({ pattern, path }, env.progress, signal);
  return files.map((file) => file.path);
}

async function readAll(paths: readonly string[], env: ToolEnv, signal: AbortSignal): Promise<ToolOutput> {
  const pieces: string[] = [];
  const touched: string[] = [];
  const skipped: string[] = [];
  const left: string[] = [];
  let room = { chars: OUTPUT_CHARS - 2_000, lines: OUTPUT_LINES - 50 };
  for (const [at, path] of paths.entries()) {
    signal.throwIfAborted();
    if (at >= MOST_FILES || room.chars < 200 || room.lines < 4) {
      left.push(path);
      continue;
    }
    const read = await readOne(path, room, env).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return { skip: failureOf(error).message };
    });
    if ("skip" in read) {
      skipped.push(`${path} (${read.skip})`);
      continue;
    }
    pieces.push(read.text);
    touched.push(path);
    room = { chars: room.chars - read.text.length, lines: room.lines - read.text.split("\n").length };
    env.progress(`${countOf(pieces.length, "file")} read`);
  }
  const ends = [...notes("Skipped", skipped), ...notes("Not shown, for want of room", left)];
  return { text: [...pieces, "--- End of content ---", ...ends].join("\n"), touched };
}

const NAMED = 10;
function notes(what: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  return [`${what}: ${paths.slice(0, NAMED).join(", ").slice(0, 1_500)}${more}.`];
}

async function readOne(
  path: string,
  room: { readonly chars: number; readonly lines: number },
  env: ToolEnv,
): Promise<{ readonly text: string } | { readonly skip: string }> {
  const workspace = env.workspace();
  if (await env.ignore().isIgnored(path, false)) return { skip: "left out by the ignore rules" };
  const { size } = await workspace.stat(path);
  if (size > MOST_BYTES) return { skip: "over 20 MB" };
  const content = await workspace.read(path);
  const { kind } = fileKindOf(path, content);
  if (kind !== "text" && kind !== "svg") return { skip: "no text: use read_file" };
  await env.seen.note(path, content);
  const most = { lines: room.lines - 3, lineChars: LINE_CHARS, chars: room.chars - path.length - 150 };
  const { isWhole, total, last, text } = readRange(decodeText(content), most);
  const notice = isWhole || total === 0 ? "" : `[Lines 1–${last} of ${total}: use read_file for the rest.]\n`;
  return { text: `--- ${path} ---\n\n${notice}${text}` };
}
