/** The command runner finds, runs and completes Commands: first the app's, then the user's and those of a trusted folder. */
import type { CommandView, Completion, Suggestion } from "../../core/port/commands-port.js";
import { escapePath, pathBefore } from "../../core/files/at-path.js";
import { failureOf } from "../../core/errors.js";
import { rankFuzzy } from "../../core/search/fuzzy.js";
import type { IgnoreOptions } from "../../core/files/ignore.js";
import type { TrustedFolder } from "../../core/memory/trusted-folder.js";
import type { MemoryFiles } from "../../core/memory/memory-file.js";
import { nameOf, parentOf } from "../../core/files/path.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { Command, CommandEnv } from "./command.js";
import type { CustomCommand, FilledPrompt } from "./custom-commands.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";
import type { TypedCommand } from "../session/read-message.js";

export interface CommandRunnerParts {
  readonly workspace: () => Workspace | undefined;
  readonly trusted: () => TrustedFolder | undefined;
  /** The rules for files that are kept from the Model. */
  readonly ignore: () => IgnoreOptions;
  /** The virtual `~/.gemini`. */
  readonly home: Pick<MemoryFiles, "list" | "read">;
  readonly now: () => number;
  readonly env: (say: (markdown: string) => void) => CommandEnv;
}

/** The result of a Command: a note for the user, or a prompt for the Model. */
type CommandResult = { readonly note: string } | FilledPrompt;

export interface CommandRunner {
  list(): Promise<readonly CommandView[]>;
  run(typed: TypedCommand): Promise<CommandResult>;
  complete(text: string, caret: number): Promise<Completion | undefined>;
}

/** Custom Commands are read again after so many ms: about as long as it takes to type a name. */
const FRESH = 3_000;
const SUGGESTED = 12;

export function createCommandRunner({ workspace, trusted, ignore, home, now, env }: CommandRunnerParts): CommandRunner {
  /** The app's Commands, loaded when first asked for: the first screen needs none of them. */
  const own = async (): Promise<readonly Command[]> => (await import("./all.js")).commands;
  let read: { folder: TrustedFolder | undefined; at: number; commands: Promise<readonly CustomCommand[]> } | undefined;

  function custom(): Promise<readonly CustomCommand[]> {
    const folder = trusted();
    if (!read || read.folder !== folder || now() - read.at > FRESH)
      read = { folder, at: now(), commands: readCustom(folder) };
    return read.commands;
  }

  /** A custom Command named like one of the app's gets a prefix; the folder's hides the user's of that name, as in Gemini CLI. */
  async function readCustom(folder: TrustedFolder | undefined): Promise<readonly CustomCommand[]> {
    const { loadCustomCommands, loadOwnCommands } = await import("./custom-commands.js");
    const taken = new Set((await own()).flatMap(({ view }) => [view.name, ...view.aliases]));
    const prefixed = (command: CustomCommand, prefix: string): CustomCommand =>
      taken.has(command.view.name)
        ? { ...command, view: { ...command.view, name: `${prefix}.${command.view.name}` } }
        : command;
    const [mine, folders] = await Promise.all([
      loadOwnCommands(home, { workspace, ignore }).catch(() => []), // a failure of storage is reported by storage
      folder ? loadCustomCommands(folder, ignore) : [],
    ]);
    const theirs = folders.map((command) => prefixed(command, "workspace"));
    const over = new Set(theirs.map(({ view }) => view.name));
    return [...mine.map((command) => prefixed(command, "user")).filter(({ view }) => !over.has(view.name)), ...theirs];
  }

  const list = async () => [...(await own()), ...(await custom())].map(({ view }) => view);

  async function unknown(name: string): Promise<string> {
    const all = await list();
    const near = rankFuzzy(name, all, (view) => view.name);
    const others = near.length > 0 ? near : all.filter((view) => view.name[0] === name[0]);
    const meant = others.slice(0, 3).map((view) => asCode(`/${view.name}`));
    const folder = workspace() && !trusted() ? " Commands of a folder are there once it is trusted." : "";
    return (
      `There is no command ${asCode(`/${name}`)}.${meant.length > 0 ? ` Did you mean ${meant.join(" or ")}?` : ""} ` +
      `${asCode("/help")} lists them all.${folder} To send this as a message, put a backslash or a space before the slash.`
    );
  }

  async function completeCommand(text: string, caret: number): Promise<Completion | undefined> {
    const typed = /^\/(\S*)$/u.exec(text.slice(0, caret));
    if (typed) {
      const end = /^\S*/u.exec(text.slice(caret))![0].length;
      const words = (await list()).flatMap((view) => [view.name, ...view.aliases].map((word) => ({ view, word })));
      const found = rankFuzzy(typed[1]!, words, ({ word }) => word);
      const once = found.filter(({ view }, at) => found.findIndex((other) => other.view === view) === at);
      const suggestions = once.map(({ view: { name, description, usage }, word }): Suggestion => ({
        text: `/${name}${usage ? " " : ""}`,
        label: word === name ? `/${name}` : `/${name} (/${word})`,
        detail: description,
        ...(usage && { goesOn: true }),
      }));
      return { from: 0, to: caret + end, suggestions: suggestions.slice(0, SUGGESTED) };
    }
    const [, name, gap, args] = /^\/(\S+)(\s+)([^\n]*)$/u.exec(text.slice(0, caret)) ?? [];
    const command = name && (await own()).find(({ view }) => [view.name, ...view.aliases].includes(name));
    if (!command || !command.complete || caret < text.length) return undefined;
    const options = await command.complete(env(() => undefined));
    const from = 1 + name.length + gap!.length;
    const found = rankFuzzy(args!, options, (option) => option).slice(0, SUGGESTED);
    return { from, to: caret, suggestions: found.map((option) => ({ text: option, label: option })) };
  }

  return {
    list,
    async run({ name, args }) {
      const command = (await own()).find(({ view }) => [view.name, ...view.aliases].includes(name));
      if (command?.run) return { note: await noteOf(command.run, args, env) };
      const asking = command ?? (await custom()).find(({ view }) => view.name === name);
      if (!asking?.promptFor) return { note: await unknown(name) };
      try {
        const filled = await asking.promptFor(
          args,
          env(() => undefined),
        );
        return typeof filled === "string" ? { prompt: filled } : filled;
      } catch (error) {
        const { message } = failureOf(error);
        return { note: command ? message : asPlain(message, 500) };
      }
    },
    async complete(text, caret) {
      if (text.startsWith("/")) {
        const found = await completeCommand(text, caret);
        if (found) return found;
      }
      return completePath(text, caret, workspace());
    },
  };
}

async function noteOf(run: NonNullable<Command["run"]>, args: string, env: CommandRunnerParts["env"]): Promise<string> {
  const said: string[] = [];
  const heard = env((markdown) => void said.push(markdown));
  try {
    await run(args, heard);
  } catch (error) {
    said.push(failureOf(error).message);
  }
  return said.join("\n\n");
}

/** Suggests the entries of the folder that is being typed; hidden ones only once a dot is typed. */
async function completePath(text: string, caret: number, workspace?: Workspace): Promise<Completion | undefined> {
  const typed = pathBefore(text, caret);
  if (!typed || !workspace) return undefined;
  const folder = parentOf(typed.path);
  const name = nameOf(typed.path);
  const entries = await workspace.list(folder).catch(() => []); // a folder that is not there has nothing to suggest
  const shown = entries.filter((entry) => name.startsWith(".") || !entry.name.startsWith("."));
  const suggestions = rankFuzzy(name, shown, (entry) => entry.name).map(({ path, kind }): Suggestion => {
    const isFolder = kind === "folder";
    const written = `@${escapePath(path)}${isFolder ? "/" : " "}`;
    return { text: written, label: `${path}${isFolder ? "/" : ""}`, ...(isFolder && { goesOn: true }) };
  });
  return { from: typed.start, to: caret, suggestions: suggestions.slice(0, SUGGESTED) };
}
