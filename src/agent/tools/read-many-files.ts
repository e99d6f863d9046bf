/** `read_many_files`: several files at once, by path or pattern (X6). */
import { AgentError, failureOf, isNamed } from "../../core/errors.js";
import { fileKindOf } from "../../core/files/file-kind.js";
import { readRange } from "../../core/files/line-range.js";
import { flag, listOf, optional, text } from "../../core/schema.js";
import { decodeText } from "../../core/files/text-file.js";
import { defineTool, type ToolEnv, type ToolOutput } from "../calls/tool.js";
import { countOf, OUTPUT_CHARS, OUTPUT_LINES } from "./output-limits.js";
import { findPath } from "../../core/files/resolve-path.js";

const LINE_CHARS = 2_000;
const MOST_BYTES = 20_000_000;
/** Files that are opened: what more would hold does not fit one answer anyway. */
const MOST_FILES = 200;
/** Gemini CLI's list: left out beyond what `glob` leaves out. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  "bower_components .svn .hg .vscode .idea dist build coverage __pycache__ .DS_Store node_modules .git".split(" "),
);

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
    if (include.length === 0) throw new AgentError("InvalidArgsError", "“include” is empty. Say which files to read.");
    const query = { recursive, leavesOut: useDefaultExcludes };
    const found = new Set<string>();
    for (const said of include) for (const path of await filesOf(said, query, env, signal)) found.add(path);
    for (const pattern of exclude) for (const path of await globbed(pattern, "", env, signal)) found.delete(path);
    if (found.size === 0)
      return `No file fits ${include.map((each) => `“${each}”`).join(", ")}. Look with glob or list_directory.`;
    return readAll([...found], env, signal);
  },
});

interface Query {
  readonly recursive: boolean;
  readonly leavesOut: boolean;
}

/** What is named outright is read even if it is build output; the ignore rules hold for all. */
async function filesOf(said: string, query: Query, env: ToolEnv, signal: AbortSignal): Promise<readonly string[]> {
  const kind = await kindOf(said, env);
  if (kind?.kind === "file") return [kind.path];
  const isUnwanted = (path: string) => query.leavesOut && path.split("/").some((segment) => LEFT_OUT.has(segment));
  const paths = kind
    ? await globbed(query.recursive ? "**/*" : "*", kind.path, env, signal)
    : await globbed(said, "", env, signal);
  return paths.filter((path) => !isUnwanted(path));
}

/** Nothing where there is nothing: then it may be a glob. A path that leaves the workspace is refused in any case. */
async function kindOf(
  said: string,
  env: ToolEnv,
): Promise<{ readonly kind: "file" | "folder"; readonly path: string } | undefined> {
  const workspace = env.workspace();
  const path = await findPath(said, workspace);
  try {
    return { kind: (await workspace.stat(path)).kind, path };
  } catch (error) {
    // A browser may refuse the very name of a glob: no file of a real folder has a “*” in it.
    const isNone = (["NotFoundError", "TypeMismatchError", "InvalidPathError"] as const).some((name) =>
      isNamed(error, name),
    );
    if (isNone && /[*?[{]/.test(said)) return undefined;
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
  const text = [
    ...pieces,
    "--- End of content ---",
    ...notes("Skipped", skipped),
    ...notes("Not shown, for want of room", left),
  ].join("\n");
  return { text, touched };
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
  const range = readRange(decodeText(content), {
    lines: room.lines - 3,
    lineChars: LINE_CHARS,
    chars: room.chars - path.length - 150,
  });
  const notice =
    range.isWhole || range.total === 0
      ? ""
      : `[Lines 1–${range.last} of ${range.total}: use read_file for the rest.]\n`;
  return { text: `--- ${path} ---\n\n${notice}${range.text}` };
}
