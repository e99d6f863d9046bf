/** The page of the folder-search bench: takes a dropped folder, searches it as the app does, and reads it as the baseline does. */
import { linkFileSearch } from "../../src/platform/search/file-search-link.js";
import ReadAll from "./read-all.worker.ts?worker";

export interface SearchPage {
  readonly isReady: boolean;
  /** Forgets what is known of the folder. */
  anew(): void;
  grep(pattern: string): Promise<{ ms: number; matches: number; searched: number; first: number }>;
  glob(pattern: string): Promise<{ ms: number; files: number }>;
  readAll(reads: boolean): Promise<{ ms: number; bytes: number; count: number }>;
}

declare global {
  var searching: SearchPage;
}

let folder: FileSystemDirectoryHandle | undefined;
let search: ReturnType<typeof linkFileSearch> | undefined;
const reader = new ReadAll();
const never = new AbortController().signal;

globalThis.searching = {
  get isReady() {
    return folder !== undefined;
  },
  anew: () => void (search = linkFileSearch({ handle: folder! }, { patience: 300_000 })),
  async grep(pattern) {
    const start = performance.now();
    let first = 0;
    const tell = (words: string) => {
      if (first === 0 && !words.startsWith("0 ")) first = performance.now() - start;
    };
    const { matches, searched } = await search!.grep({ pattern, most: 100_000 }, tell, never);
    return { ms: performance.now() - start, matches, searched, first };
  },
  async glob(pattern) {
    const start = performance.now();
    const { files } = await search!.glob({ pattern }, () => undefined, never);
    return { ms: performance.now() - start, files: files.length };
  },
  readAll: (reads) =>
    new Promise((resolve) => {
      reader.onmessage = ({ data }) => resolve(data as { ms: number; bytes: number; count: number });
      reader.postMessage({ root: folder, reads });
    }),
};

window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", async (event) => {
  event.preventDefault();
  folder = (await event.dataTransfer!.items[0]!.getAsFileSystemHandle()) as FileSystemDirectoryHandle;
});
