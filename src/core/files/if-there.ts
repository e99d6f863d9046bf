/** Files and folders that need not exist. */
import { isNamed } from "../errors.js";
import type { Entry, Workspace } from "./workspace.js";

/** The entries of a folder; none where there is no such folder. */
export const listIfThere = (
  workspace: Pick<Workspace, "list">,
  path: string,
  signal?: AbortSignal,
): Promise<readonly Entry[]> =>
  workspace.list(path, signal).catch((error: unknown) => {
    if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) return [];
    throw error;
  });

/** The bytes of a file; undefined where there is no such file. */
export const readIfThere = (workspace: Pick<Workspace, "read">, path: string): Promise<Uint8Array | undefined> =>
  workspace.read(path).catch((error: unknown) => {
    if (isNamed(error, "NotFoundError")) return undefined;
    throw error;
  });
