/**
 * What is in a folder, as a few lines for a Model (C7).
 * R1 At most 200 entries, those near the top first; a folder ends with a slash, what is in it stands below, indented.
 * R2 What the ignore rules name is left out; folders that hold what others wrote, in bulk, are named and not entered.
 * R3 Where entries are missing, for their number or for want of time, stands "…".
 */
import type { Ignore } from "./ignore.js";
import { HEAVY_FOLDERS, walk } from "./walk.js";
import type { Entry, Workspace } from "./workspace.js";

/** Gemini CLI's figure. */
export const TREE_ENTRIES = 200;

const NOT_ENTERED: ReadonlySet<string> = new Set([...HEAVY_FOLDERS, "dist", "build", "coverage", "__pycache__"]);

/** `signal` ends it at once: what was found until then is given. Throws only if the folder itself can't be listed. */
export async function folderTree(workspace: Workspace, ignore: Ignore, signal: AbortSignal): Promise<string> {
  const listed = new Map<string, Listed>();
  const enters = ({ name }: Entry) => !NOT_ENTERED.has(name);
  const walking = walk(workspace, { ignore, most: TREE_ENTRIES, enters }, signal);
  // A listing may not heed the signal: then it is left behind.
  const enough = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
  for (;;) {
    const next = await Promise.race([enough, walking.next().catch(unlessStopped(signal))]);
    if (!next || next.done) return linesOf("", listed, "").join("\n");
    listed.set(next.value.path, next.value);
  }
}

const unlessStopped =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted) throw error;
  };

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
    if (NOT_ENTERED.has(entry.name)) return [`${indent}${name}/ …`];
    return [`${indent}${name}/`, ...linesOf(entry.path, listed, `${indent}  `)];
  });
  return found.isCut ? [...lines, `${indent}…`] : lines;
}
