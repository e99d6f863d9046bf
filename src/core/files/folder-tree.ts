/**
 * The tree of a folder, as a few lines for a Model (C7).
 * R1 At most 200 entries, those near the top first; a folder ends with a slash, its entries stand below it, indented.
 * R2 Ignored entries are left out; folders that others or tools fill are named and not entered.
 * R3 Where entries are missing, for their number or for want of time, stands "…".
 */
import { FILLED_FOLDERS } from "./excluded-names.js";
import type { Ignore } from "./ignore.js";
import { walk } from "./walk.js";
import type { Entry, Workspace } from "./workspace.js";

/** Gemini CLI's figure. */
export const TREE_ENTRIES = 200;

/** The tree as far as it is known when `signal` aborts. Throws only if the folder itself can't be listed. */
export async function folderTree(workspace: Workspace, ignore: Ignore, signal: AbortSignal): Promise<string> {
  const listed = new Map<string, Listed>();
  const enters = ({ name }: Entry) => !FILLED_FOLDERS.has(name);
  const walking = walk(workspace, { ignore, most: TREE_ENTRIES, enters }, signal);
  // A listing may not heed the signal: then it is not waited for.
  const enough = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
  for (;;) {
    const entered = walking.next().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    const next = await Promise.race([enough, entered]);
    if (!next || next.done) return linesOf("", listed, "").join("\n");
    listed.set(next.value.path, next.value);
  }
}

interface Listed {
  readonly entries: readonly Entry[];
  readonly isCut: boolean;
}

function linesOf(folder: string, listed: ReadonlyMap<string, Listed>, indent: string): readonly string[] {
  const found = listed.get(folder);
  if (!found) return [`${indent}…`];
  const lines = found.entries.flatMap((entry) => {
    const name = entry.name.replaceAll(/\p{Cc}/gu, " ");
    if (entry.kind === "file") return [indent + name];
    if (FILLED_FOLDERS.has(entry.name)) return [`${indent}${name}/ …`];
    return [`${indent}${name}/`, ...linesOf(entry.path, listed, `${indent}  `)];
  });
  return found.isCut ? [...lines, `${indent}…`] : lines;
}
