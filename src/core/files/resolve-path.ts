/** A path as a Model says it. Users write `@src/a.ts` to mean `src/a.ts`, and Models repeat it. */
import { isNamed } from "../errors.js";
import { readPath } from "./path.js";
import type { Workspace } from "./workspace.js";

/**
 * The path that is meant, inside the workspace. Whether something is there is asked only for a leading `@`, which is dropped
 * unless a file has it in its name.
 */
export async function findPath(said: string, workspace: Workspace): Promise<string> {
  if (!said.startsWith("@")) return readPath(said);
  const literal = readPath(said);
  const [first = ""] = literal.split("/");
  return (await isThere(first, workspace)) ? literal : readPath(said.slice(1));
}

async function isThere(path: string, workspace: Workspace): Promise<boolean> {
  try {
    await workspace.stat(path);
    return true;
  } catch (error) {
    if (isNamed(error, "NotFoundError")) return false;
    throw error;
  }
}
