/** What Tools are given of the open folder: loaded with the first message, since a page is shown without it. */
import { createFolderSearch } from "../core/folder-search.js";
import type { FileSearch } from "../core/file-search.js";
import { ignoreIn } from "../core/ignore.js";
import { OUTPUT_LIMITS, truncateOutput } from "../core/truncate.js";
import type { Workspace } from "../core/workspace.js";
import type { TurnParts } from "./run-turn.js";

export interface ToolEnvParts {
  readonly workspace: () => Workspace;
  /** Searches in that folder, off this thread; none where it has no handle. */
  readonly files: () => FileSearch | undefined;
  readonly now: () => number;
  readonly fullOutput: (callId: string) => Promise<string | undefined>;
}

export const toolEnv = (parts: ToolEnvParts): Pick<TurnParts, "env" | "govern"> => ({
  env: {
    workspace: parts.workspace,
    files: () => parts.files() ?? createFolderSearch(parts.workspace()),
    ignore: (but) => ignoreIn(parts.workspace(), but),
    now: parts.now,
    fullOutput: parts.fullOutput,
  },
  govern,
});

/** X1: what is too long for the Model is cut, with a word on where the rest is. */
function govern(output: string, call: { readonly id: string; readonly name: string }) {
  // A file is read as one range that says how to read on, never as head and tail: its Tool counts lines by itself (X6).
  const limits = call.name === "read_file" ? { ...OUTPUT_LIMITS, lines: 0 } : OUTPUT_LIMITS;
  const { text, leftOut } = truncateOutput(output, { callId: call.id, limits });
  return { text, isCut: leftOut !== undefined };
}
