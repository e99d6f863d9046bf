/**
 * The Commands a trusted folder brings along: every `.toml` below `.gemini/commands` (facts 14.4). Files of others are read with care
 * (P4): one that can't be used is listed with a sentence on why, and harms no other.
 */
import type { CommandView } from "../core/agent-port.js";
import { fillTemplate, readTemplate } from "../core/command-template.js";
import { AgentError, failureOf, isNamed } from "../core/errors.js";
import { withheldWords, type TrustedFolder } from "../core/loadable.js";
import type { IgnoreOptions } from "../core/ignore.js";
import type { Workspace } from "../core/workspace.js";
import { readReferences, type SentFile } from "./referenced-files.js";

export interface CustomCommand {
  readonly view: CommandView;
  /** Throws a sentence if the Command can't be used. */
  promptFor(args: string): Promise<FilledPrompt>;
}

export interface FilledPrompt {
  /** What the Model is sent. */
  readonly prompt: string;
  /** What of its `@{path}` was not sent and why, in Markdown. */
  readonly notices?: readonly string[];
  readonly files?: readonly SentFile[];
}

const ROOT = ".gemini/commands";
/** More would be no list one chooses from. */
const FILES = 200;
const DEPTH = 5;
/** A prompt of 100 KB is some 25,000 tokens. */
const FILE_BYTES = 100_000;

/** `ignore`: the rules by which files are kept from the Model, as they are when a Command is used. */
export async function loadCustomCommands(
  folder: TrustedFolder,
  ignore: () => IgnoreOptions,
): Promise<readonly CustomCommand[]> {
  const files = await filesIn(folder.workspace, ROOT, DEPTH);
  return Promise.all(files.slice(0, FILES).map((path) => load(folder, path, ignore)));
}

async function filesIn(workspace: Workspace, folder: string, depth: number): Promise<readonly string[]> {
  const entries = await workspace.list(folder).catch((error: unknown) => {
    if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) return [];
    throw error;
  });
  const below = entries.map(({ path, kind }) => {
    if (kind === "folder") return depth > 1 ? filesIn(workspace, path, depth - 1) : [];
    return path.endsWith(".toml") ? [path] : [];
  });
  return (await Promise.all(below)).flat();
}

async function load(folder: TrustedFolder, path: string, ignore: () => IgnoreOptions): Promise<CustomCommand> {
  const name = commandName(path);
  try {
    const { prompt, description } = await readCommandFile(folder, path);
    const pieces = readTemplate(prompt);
    const takesArgs = pieces.some(({ kind }) => kind === "args");
    return {
      view: { name, aliases: [], description, source: "folder", ...(takesArgs && { usage: "[words]" }) },
      async promptFor(args) {
        const shell = pieces.find(({ kind }) => kind === "shell");
        if (shell)
          throw unusable(
            path,
            "it has a shell command (!{…}) run before anyone is asked, which is not done here; nothing was sent",
          );
        const { textOf, notices, files } = readReferences(folder.workspace, ignore());
        return { prompt: await fillTemplate(pieces, args, textOf), notices, files };
      },
    };
  } catch (error) {
    const { message } = failureOf(error);
    return {
      view: { name, aliases: [], description: message, source: "folder" },
      promptFor: () => Promise.reject(error),
    };
  }
}

/** `git/commit.toml` is `git:commit`. What no name can have becomes `_`. */
const commandName = (path: string): string =>
  path
    .slice(ROOT.length + 1, -".toml".length)
    .split("/")
    .map((segment) => segment.replaceAll(/[^\p{L}\p{N}._-]/gu, "_"))
    .join(":");

async function readCommandFile(folder: TrustedFolder, path: string) {
  const { size } = await folder.workspace.stat(path);
  if (size > FILE_BYTES) throw unusable(path, "it is too large");
  const reading = await folder.read(path, "command");
  if ("withheld" in reading) throw unusable(path, withheldWords[reading.withheld]);
  const { parse } = await import("smol-toml");
  const read = parsed(parse, reading.text, path);
  const { prompt, description } = read;
  if (typeof prompt !== "string" || prompt.trim() === "") throw unusable(path, "it has no “prompt”");
  return { prompt, description: typeof description === "string" && description ? description : `From ${path}` };
}

function parsed(parse: (text: string) => Record<string, unknown>, text: string, path: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    // The parser's message has a drawing of the place below its first line.
    throw unusable(path, `it is not valid TOML (${failureOf(error).message.split("\n")[0]})`);
  }
}

const unusable = (path: string, why: string) => new AgentError("InvalidArgsError", `${path} can't be used: ${why}.`);
