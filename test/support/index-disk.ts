/** The files of search indexes, in memory. */
import type { IndexFiles } from "../../src/platform/search/index-files.js";

export function createIndexDisk(): IndexFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    becomeWriter: () => Promise.resolve(true),
    read: (id) => Promise.resolve((files.get(id) ?? new Uint8Array()).slice()),
    write(id, { at, bytes, end }) {
      const next = new Uint8Array(end);
      next.set((files.get(id) ?? new Uint8Array()).subarray(0, at));
      next.set(bytes, at);
      return Promise.resolve(void files.set(id, next));
    },
    remove: (id) => Promise.resolve(void files.delete(id)),
  };
}
