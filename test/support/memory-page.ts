/** The page of the discovery bench: takes a dropped folder, looks for Memories in it as the app does, and merely walks it. */
import { keptIn } from "../../src/core/files/ignore.js";
import { discoverMemory } from "../../src/core/memory/memory-discovery.js";
import { FILES_AT_ONCE } from "../../src/core/files/walk.js";
import { workAhead } from "../../src/core/ordered-concurrency.js";
import { createHandleWorkspace } from "../../src/platform/workspace/handle-workspace.js";

export interface MemoryPage {
  readonly isReady: boolean;
  discover(most: number): Promise<{ ms: number; folders: number; found: number; isCut: boolean }>;
  /** The same folders by the browser's own API, as many at a time. */
  walk(): Promise<{ ms: number; folders: number }>;
}

declare global {
  var remembering: MemoryPage;
}

let folder: FileSystemDirectoryHandle | undefined;

async function foldersIn(handle: FileSystemDirectoryHandle): Promise<readonly FileSystemDirectoryHandle[]> {
  const inside: FileSystemDirectoryHandle[] = [];
  for await (const entry of handle.values()) if (entry.kind === "directory") inside.push(entry);
  return inside;
}
const never = new AbortController().signal;

globalThis.remembering = {
  get isReady() {
    return folder !== undefined;
  },
  async discover(most) {
    const workspace = createHandleWorkspace({ id: "b", kind: "folder", handle: folder! });
    const start = performance.now();
    const options = { names: ["GEMINI.md"], ignore: keptIn(workspace), most };
    const { found, folders, isCut } = await discoverMemory(workspace, options, never);
    return { ms: performance.now() - start, folders, found: found.length, isCut };
  },
  async walk() {
    const start = performance.now();
    let folders = 0;
    let level = [folder!];
    // Level by level, as many at a time as discovery lists.
    while (level.length > 0) {
      const below: FileSystemDirectoryHandle[] = [];
      for await (const inside of workAhead(level, FILES_AT_ONCE, foldersIn)) {
        folders++;
        below.push(...inside);
      }
      level = below;
    }
    return { ms: performance.now() - start, folders };
  },
};

window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", async (event) => {
  event.preventDefault();
  folder = (await event.dataTransfer!.items[0]!.getAsFileSystemHandle()) as FileSystemDirectoryHandle;
});
