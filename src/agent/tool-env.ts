/** What Tools are given of the open folder: loaded with the first message, since a page is shown without it. */
import { createFolderSearch } from "../core/folder-search.js";
import type { FileSearch } from "../core/file-search.js";
import { ignoreIn, type IgnoreOptions } from "../core/ignore.js";
import type { Settings } from "../core/settings.js";
import { truncateOutput } from "../core/truncate.js";
import type { Workspace } from "../core/workspace.js";
import type { TurnParts } from "./run-turn.js";

export interface ToolEnvParts {
  readonly workspace: () => Workspace;
  /** Searches in that folder, off this thread; none where it has no handle. */
  readonly files: () => FileSearch | undefined;
  readonly now: () => number;
  readonly fullOutput: (callId: string) => Promise<string | undefined>;
  readonly settings: () => Settings;
}

export function toolEnv(parts: ToolEnvParts): Pick<TurnParts, "env" | "govern"> {
  /** What the user wants to be left out, unless a Tool was told otherwise. */
  const rules = (but: IgnoreOptions = {}): IgnoreOptions => {
    const settings = parts.settings();
    return {
      respectGitIgnore: settings["context.fileFiltering.respectGitIgnore"],
      respectGeminiIgnore: settings["context.fileFiltering.respectGeminiIgnore"],
      ...but,
    };
  };
  const found = (): FileSearch => parts.files() ?? createFolderSearch(parts.workspace());
  return {
    env: {
      workspace: parts.workspace,
      files: () => ({
        glob: (query, ...rest) => found().glob({ ...query, ignore: rules(query.ignore) }, ...rest),
        grep: (query, ...rest) => found().grep({ ...query, ignore: rules(query.ignore) }, ...rest),
      }),
      ignore: (but) => ignoreIn(parts.workspace(), rules(but)),
      now: parts.now,
      fullOutput: parts.fullOutput,
    },
    govern: (output, call) => govern(output, call, parts.settings()),
  };
}

/** X1: what is too long for the Model is cut, with a word on where the rest is. */
function govern(output: string, call: { readonly id: string; readonly name: string }, settings: Settings) {
  const chars = settings["tools.truncateToolOutputThreshold"];
  // A file is read as one range that says how to read on, never as head and tail: its Tool counts lines by itself (X6).
  const lines = call.name === "read_file" ? 0 : settings["tools.truncateToolOutputLines"];
  const { text, leftOut } = truncateOutput(output, { callId: call.id, limits: { chars, lines } });
  return { text, isCut: leftOut !== undefined };
}
