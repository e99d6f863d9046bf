/** Memory files of the folder that the user writes by hand, in the app, count as accepted (M4). */
import { isVirtual, type MemoryFiles, type MemoryVersion } from "../../core/memory/memory-file.js";
import { encodeText, findEditableText, PLAIN_TEXT } from "../../core/files/text-file.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { FolderTrust } from "../folder/folder-trust.js";

export const pinningHandWritten = (
  files: MemoryFiles,
  trust: Pick<FolderTrust, "userWrote">,
  workspace: () => Workspace | undefined,
): MemoryFiles => {
  const bytesAt = async (path: string) =>
    workspace()
      ?.read(path)
      .catch(() => undefined); // writing will say why
  return {
    ...files,
    async write(path, text, write) {
      const isHandWritten = write.by === "user" && text !== undefined && !isVirtual(path);
      if (!isHandWritten) return files.write(path, text, write);
      // Accepted are bytes: those that the text has in this file, with its mark and in its encoding.
      const there = write.expected === undefined ? undefined : await bytesAt(path);
      const format = (there && findEditableText(there)?.format) ?? PLAIN_TEXT;
      const before = write.expected === undefined ? undefined : encodeText(write.expected, format);
      let version: MemoryVersion | undefined;
      const work = async () => void (version = await files.write(path, text, write));
      await trust.userWrote(path, before, encodeText(text, format), work);
      return version!;
    },
  };
};
