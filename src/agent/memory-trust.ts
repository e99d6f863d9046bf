/** Memory files of the folder that the user writes by hand, in the app, count as accepted (M4). */
import { isVirtual, type MemoryFiles } from "../core/memory-file.js";
import type { FolderTrust } from "./folder-trust.js";

export const pinningHandWritten = (files: MemoryFiles, trust: Pick<FolderTrust, "userWrote">): MemoryFiles => ({
  ...files,
  async write(path, text, write) {
    const version = await files.write(path, text, write);
    const encode = (each: string | undefined) => (each === undefined ? undefined : new TextEncoder().encode(each));
    const after = encode(text);
    if (write.by === "user" && after && !isVirtual(path)) await trust.userWrote(path, encode(write.expected), after);
    return version;
  },
});
