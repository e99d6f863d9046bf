/** What a search is compared with: walks a folder and reads every file, or only walks; nothing else, twenty at a time. */
import { workAhead } from "../../src/core/ordered-concurrency.js";

const AT_ONCE = 20;

async function listed(folders: readonly FileSystemDirectoryHandle[]) {
  const files: FileSystemFileHandle[] = [];
  const below: FileSystemDirectoryHandle[] = [];
  const list = async (folder: FileSystemDirectoryHandle) => {
    const entries: FileSystemHandle[] = [];
    for await (const entry of folder.values()) entries.push(entry);
    return entries;
  };
  for await (const entries of workAhead(folders, AT_ONCE, list)) {
    for (const entry of entries) {
      if (entry.kind === "file") files.push(entry as FileSystemFileHandle);
      else below.push(entry as FileSystemDirectoryHandle);
    }
  }
  return { files, below };
}

self.onmessage = async ({ data }: MessageEvent<{ root: FileSystemDirectoryHandle; reads: boolean }>) => {
  const start = performance.now();
  let bytes = 0;
  let count = 0;
  for (let folders = [data.root]; folders.length > 0;) {
    const { files, below } = await listed(folders);
    count += files.length;
    const read = async (file: FileSystemFileHandle) => (await (await file.getFile()).arrayBuffer()).byteLength;
    if (data.reads) for await (const size of workAhead(files, AT_ONCE, read)) bytes += size;
    folders = below;
  }
  self.postMessage({ ms: performance.now() - start, bytes, count });
};
