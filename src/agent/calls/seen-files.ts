/** What the Model was shown of files in this Session, by hash: so that a file that changed since is never overwritten (W2). */
import { sha256 } from "./file-image.js";

export interface SeenFiles {
  /** The Model has read these bytes of the file, or written them. */
  note(path: string, bytes: Uint8Array): Promise<void>;
  /** Whether the bytes there now are those the Model saw last. */
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
