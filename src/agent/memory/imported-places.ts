/** Finds the files that Memories of a folder import by `@path` (M3), so that the user is asked about them with the Memories (M4). */
import type { Ignore } from "../../core/files/ignore.js";
import { LONGEST_LOADABLE, type TrustedFolder } from "../../core/memory/trusted-folder.js";
import { importInto } from "../../core/memory/memory-import.js";
import { createMemoryReader } from "../../core/memory/memory-reader.js";
import { decodeText } from "../../core/files/text-file.js";
import { FILES_AT_ONCE } from "../../core/files/walk.js";
import { workAhead } from "../../core/ordered-concurrency.js";
import type { Workspace } from "../../core/files/workspace.js";

export async function importedPlaces(
  { workspace, ignore }: { readonly workspace: Workspace; readonly ignore: Ignore },
  memories: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const reader = createMemoryReader({ folder: looking(workspace), ignore });
  const found = new Set<string>();
  const importsOf = async (path: string): Promise<readonly string[]> => {
    const read = await reader.read(path, "memory");
    if (!("text" in read) || !read.text.includes("@")) return [];
    return (await importInto({ path, text: read.text }, (each) => reader.read(each))).imports;
  };
  for await (const imports of workAhead(memories, FILES_AT_ONCE, importsOf)) {
    signal.throwIfAborted();
    for (const path of imports) found.add(path);
  }
  return [...found].filter((path) => !memories.includes(path));
}

const looking = (workspace: Workspace): Pick<TrustedFolder, "workspace" | "read"> => ({
  workspace,
  async read(path) {
    if ((await workspace.stat(path)).size > LONGEST_LOADABLE) return { withheld: "too-large" };
    const bytes = await workspace.read(path);
    return { text: decodeText(bytes), bytes };
  },
});
