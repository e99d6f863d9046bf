/** Lists a folder for the tree of files, with a mark on ignored entries. Loaded when a folder is first shown. */
import type { FolderEntry } from "../../core/port/folder-port.js";
import { ignoreIn, type IgnoreOptions } from "../../core/files/ignore.js";
import type { Workspace } from "../../core/files/workspace.js";

export async function listFolder(
  workspace: Workspace,
  path: string,
  options: IgnoreOptions,
): Promise<readonly FolderEntry[]> {
  const entries = await workspace.list(path);
  try {
    const rules = await ignoreIn(workspace, options).rulesIn(path);
    return entries.map((entry) =>
      rules.isIgnored(entry.path, entry.kind === "folder") ? { ...entry, ignored: true } : entry,
    );
  } catch (error) {
    console.warn("What is ignored in this folder could not be told.", error);
    return entries;
  }
}
