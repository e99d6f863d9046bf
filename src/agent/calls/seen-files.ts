/** The files that the Model was shown in this Session, by hash, so that a file that has changed since is never overwritten (W2). */
import { sha256 } from "./file-image.js";

export interface SeenFiles {
  /** To be called when the Model has read or written these bytes. */
  note(path: string, bytes: Uint8Array): Promise<void>;
  /** Compares the bytes with those the Model saw last. */
  compare(path: string, bytes: Uint8Array): Promise<"unseen" | "same" | "changed">;
}

/** `workspace` gives the id of the open folder: the same path in another is another file. */
export function createSeenFiles(workspace: () => string): SeenFiles {
  const seen = new Map<string, string>();
  const keyOf = (path: string) => `${workspace()}/${path}`;
  return {
    async note(path, bytes) {
      seen.set(keyOf(path), await sha256(bytes));
    },
    async compare(path, bytes) {
      const last = seen.get(keyOf(path));
      if (last === undefined) return "unseen";
      return last === (await sha256(bytes)) ? "same" : "changed";
    },
  };
}
