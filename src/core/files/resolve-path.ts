import { isNamed } from "../errors.js";
import { readPath } from "./path.js";
import type { Workspace } from "./workspace.js";

/** The path that a Model means. A leading `@`, as users type it, is dropped unless an entry of that name exists. */
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
