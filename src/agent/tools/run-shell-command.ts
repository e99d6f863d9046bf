/**
 * `run_shell_command`: runs a command in the emulated shell (P3). Files it writes are collected while it runs and become edits
 * afterwards, each with its checkpoint. As in any shell, a command that fails midway keeps what it changed before; one that is stopped
 * changes nothing.
 */
import type { EditNote } from "../../core/text/edits.js";
import { AgentError } from "../../core/errors.js";
import type { FileChange, ShellRun } from "../../core/sandbox/sandbox.js";
import { optional, text } from "../../core/schema.js";
import { decodeText, isBinary } from "../../core/files/text-file.js";
import { editNote } from "../calls/edit-note.js";
import { defineTool, type ToolEnv } from "../calls/tool.js";
import { countOf } from "./output-limits.js";
import { toolWords } from "./tool-words.js";
import { findPath } from "../../core/files/resolve-path.js";

export const runShellCommand = defineTool({
  name: "run_shell_command",
  kind: "execute",
  untrusted: true,
  description:
    "Runs a command in an emulated bash over the workspace and returns its output and exit code. There are pipes, redirections, " +
    "variables, loops, functions and the usual text programs (grep, rg, sed, awk, find, xargs, sort, uniq, cut, tr, head, tail, wc, " +
    "diff, jq, tee, cp, mv, rm, mkdir, touch, base64, sha256sum, gzip …). It is no real machine: there is no network, no git, node, " +
    "python, package manager or compiler, and nothing runs in the background. The workspace lies at /workspace and the command starts " +
    "there; all outside of it is scratch that is gone afterwards. Files that the command writes are changed once it has ended. It is " +
    "stopped after 30 seconds, and then nothing has changed. For one file's text, read_file and replace are better.",
  parameters: {
    command: text("The command, as for bash -c"),
    description: optional(text("What it is for, in a short sentence for the user")),
    directory: optional(text("The folder to run it in, relative to the workspace; its root unless told")),
  },
  title: ({ command, description }) => description ?? firstLine(command),
  async propose({ command, directory: said = "" }, env) {
    const directory = await findPath(said, env.workspace());
    return { proposal: { kind: "run", language: "bash", text: command, ...(directory && { directory }) } };
  },
  async run({ command: asked, directory: said = "" }, env, signal, approved) {
    const command = approved?.kind === "run" ? approved.text : asked; // the user may have changed it
    const workspace = env.workspace();
    const directory = await findPath(said, workspace);
    if ((await workspace.stat(directory)).kind !== "folder")
      throw new AgentError("InvalidArgsError", toolWords.notAFolder(directory));
    const shell = env.shell?.();
    if (!shell) throw new AgentError("NotSupportedError", toolWords.noShell);
    const run = await shell.run({ command, directory }, env.progress, signal);
    const { done, failed } = await keep(run.changes, env);
    const text = report(run, { command, directory, done, failed });
    return { text, ...(done.length > 0 && { edit: noteOf(done) }) };
  },
});

/** Files are written one after the other; one that can't be written does not keep the others from being. */
async function keep(changes: readonly FileChange[], env: ToolEnv) {
  const done: FileChange[] = [];
  const failed: string[] = [];
  for (const each of changes) {
    try {
      await env.change(each);
      done.push(each);
    } catch (error) {
      failed.push(`${each.path}: ${(error as Error).message}`);
    }
  }
  return { done, failed };
}

/** Characters of the command that are shown: the Model knows its command, and needs the room for the output. */
const SHOWN = 2_000;

interface Done {
  readonly command: string;
  readonly directory: string;
  readonly done: readonly FileChange[];
  readonly failed: readonly string[];
}

function report(run: ShellRun, { command, directory, done, failed }: Done): string {
  const { stdout, stderr, exitCode, emptyFolders } = run;
  return [
    `Command: ${command.length > SHOWN ? `${command.slice(0, SHOWN)}…` : command}`,
    `Directory: ${directory || "(root)"}`,
    `Output: ${stdout.trimEnd() || "(empty)"}`,
    ...(stderr.trim() ? [`Error: ${stderr.trimEnd()}`] : []),
    `Exit Code: ${exitCode}`,
    ...(done.length > 0 ? [`Changed: ${listed(done.map(lineOf))}`] : []),
    ...(failed.length > 0 ? [`Not changed: ${listed(failed)}`] : []),
    ...(emptyFolders.length > 0 ? [`Not kept, since no file is in them: ${listed(emptyFolders)}`] : []),
  ].join("\n");
}

/** The path of the first change, and the lines added and removed in all: the call's edits are undone together. */
function noteOf(done: readonly FileChange[]): EditNote {
  const notes = done.map(({ path, before, after }) => editNote(path, before && textIn(before), textIn(after)));
  const sum = (key: "added" | "removed") => notes.reduce((total, note) => total + note[key], 0);
  const shown = done.find(({ after }) => after) ?? done[0]!;
  return {
    path: shown.path,
    added: sum("added"),
    removed: sum("removed"),
    ...(done.length > 1 && { others: done.length - 1 }),
  };
}

/** Binary files have no lines, and long files would take too long to compare where there are 2,000 of them: both count as empty. */
const textIn = (bytes: Uint8Array | undefined): string =>
  bytes && bytes.length < 20_000 && !isBinary(bytes) ? decodeText(bytes) : "";

const MOST_LISTED = 50;
const listed = (lines: readonly string[]): string =>
  [
    countOf(lines.length, "entry", "entries"),
    ...lines.slice(0, MOST_LISTED),
    ...(lines.length > MOST_LISTED ? [`and ${lines.length - MOST_LISTED} more`] : []),
  ].join("\n  ");

function lineOf({ path, before, after }: FileChange): string {
  if (!after) return `${path} (removed)`;
  return `${path} (${before ? "changed" : "new"}, ${countOf(after.length, "byte")})`;
}

const firstLine = (command: string): string => {
  const [line = ""] = command.trim().split("\n");
  return line.length > 80 || line.length < command.trim().length ? `${line.slice(0, 80)}…` : line;
};
