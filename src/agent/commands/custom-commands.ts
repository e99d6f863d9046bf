/**
 * Custom Commands: every `.toml` file below `.gemini/commands` of a trusted folder, and below the user's virtual `~/.gemini/commands`
 * (S3). A file that can't be used is listed with a sentence that says why, and does not affect the others (P4).
 */
import type { CommandView } from "../../core/port/commands-port.js";
import { fillTemplate, readTemplate } from "../../core/sandbox/command-template.js";
import { AgentError, failureOf } from "../../core/errors.js";
import { listIfThere } from "../../core/files/if-there.js";
import { withheldWords, type TrustedFolder } from "../../core/memory/trusted-folder.js";
import type { IgnoreOptions } from "../../core/files/ignore.js";
import { COMMANDS_HOME, isCommandFile, type MemoryFiles } from "../../core/memory/memory-file.js";
import type { Workspace } from "../../core/files/workspace.js";
import { readReferences, type ReferenceReader, type SentFile } from "../folder/referenced-files.js";
import { commandWords } from "./command-words.js";

export interface CustomCommand {
  readonly view: CommandView;
  /** Throws a sentence if the Command can't be used. */
  promptFor(args: string): Promise<FilledPrompt>;
}

export interface FilledPrompt {
  readonly prompt: string;
  /** Why a file named as `@{path}` was not sent, in Markdown. */
  readonly notices?: readonly string[];
  readonly files?: readonly SentFile[];
}

const ROOT = ".gemini/commands";
/** Nobody chooses from a longer list. */
const FILES = 200;
const DEPTH = 5;
/** A prompt of 100 KB is some 25,000 tokens. */
const FILE_BYTES = 100_000;

interface CommandFile {
  readonly path: string;
  /** The path below the folder of Commands: `git/commit.toml` for `/git:commit`. */
  readonly below: string;
  readonly source: CommandView["source"];
  /** Throws a sentence if the file may not be read. */
  readonly read: () => Promise<string>;
  /** Reads files named as `@{path}`; none where no folder is open. */
  readonly references: () => ReferenceReader | undefined;
}

/** `ignore` gives the rules for files that are kept from the Model, read each time a Command is used. */
export async function loadCustomCommands(
  folder: TrustedFolder,
  ignore: () => IgnoreOptions,
): Promise<readonly CustomCommand[]> {
  const files = await filesIn(folder.workspace, ROOT, DEPTH);
  return loadAll(files, (path) => ({
    path,
    below: path.slice(ROOT.length + 1),
    source: "folder",
    read: () => readFromFolder(folder, path),
    references: () => readReferences(folder.workspace, ignore()),
  }));
}

/** The user's own Commands need no trust: the user wrote them. */
export async function loadOwnCommands(
  files: Pick<MemoryFiles, "list" | "read">,
  { workspace, ignore }: { readonly workspace: () => Workspace | undefined; readonly ignore: () => IgnoreOptions },
): Promise<readonly CustomCommand[]> {
  return loadAll((await files.list()).filter(isCommandFile), (path) => ({
    path,
    below: path.slice(COMMANDS_HOME.length),
    source: "user",
    read: async () => (await files.read(path)) ?? "",
    references() {
      const open = workspace();
      return open && readReferences(open, ignore());
    },
  }));
}

const loadAll = (paths: readonly string[], fileAt: (path: string) => CommandFile): Promise<readonly CustomCommand[]> =>
  Promise.all(paths.slice(0, FILES).map((path) => load(fileAt(path))));

async function filesIn(workspace: Workspace, folder: string, depth: number): Promise<readonly string[]> {
  const entries = await listIfThere(workspace, folder);
  const below = entries.map(({ path, kind }) => {
    if (kind === "folder") return depth > 1 ? filesIn(workspace, path, depth - 1) : [];
    return path.endsWith(".toml") ? [path] : [];
  });
  return (await Promise.all(below)).flat();
}

async function load(file: CommandFile): Promise<CustomCommand> {
  const { path, source } = file;
  const name = commandName(file.below);
  try {
    const { prompt, description } = await readCommandFile(file);
    const pieces = readTemplate(prompt);
    const takesArgs = pieces.some(({ kind }) => kind === "args");
    return {
      view: { name, aliases: [], description, source, ...(takesArgs && { usage: "[words]" }) },
      async promptFor(args) {
        if (pieces.some(({ kind }) => kind === "shell")) throw unusable(path, commandWords.hasShell);
        const references = file.references();
        const prompt = await fillTemplate(pieces, args, async (at) => references?.textOf(at));
        return { prompt, ...(references && { notices: references.notices, files: references.files }) };
      },
    };
  } catch (error) {
    const view: CommandView = { name, aliases: [], description: failureOf(error).message, source };
    return { view, promptFor: () => Promise.reject(error) };
  }
}

/** Characters that no name can have become `_`. */
const commandName = (below: string): string =>
  below
    .slice(0, -".toml".length)
    .split("/")
    .map((segment) => segment.replaceAll(/[^\p{L}\p{N}._-]/gu, "_"))
    .join(":");

async function readFromFolder(folder: TrustedFolder, path: string): Promise<string> {
  const { size } = await folder.workspace.stat(path);
  if (size > FILE_BYTES) throw tooLarge(path);
  const reading = await folder.read(path, "command");
  if ("withheld" in reading) throw unusable(path, withheldWords[reading.withheld]);
  return reading.text;
}

async function readCommandFile({ path, read }: CommandFile) {
  const text = await read();
  if (text.length > FILE_BYTES) throw tooLarge(path);
  const { prompt, description } = await parsed(text, path);
  if (typeof prompt !== "string" || prompt.trim() === "") throw unusable(path, "it has no “prompt”");
  return { prompt, description: typeof description === "string" && description ? description : `From ${path}` };
}

async function parsed(text: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  const { parse } = await import("smol-toml");
  try {
    return parse(text);
  } catch (error) {
    // The parser's message has a drawing of the place below its first line.
    throw unusable(path, `it is not valid TOML (${failureOf(error).message.split("\n")[0]})`);
  }
}

const unusable = (path: string, why: string) => new AgentError("InvalidArgsError", commandWords.unusable(path, why));
const tooLarge = (path: string) => unusable(path, "it is too large");
