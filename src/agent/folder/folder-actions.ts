/** The folder port. */
import type { IgnoreOptions } from "../../core/files/ignore.js";
import type { FolderPort } from "../../core/port/folder-port.js";
import type { FolderTrust } from "./folder-trust.js";
import type { FolderState } from "./folder-state.js";
import { viewFile } from "./view-file.js";

interface FolderActionParts {
  readonly folder: FolderState;
  readonly trust: Pick<FolderTrust, "difference">;
  readonly ignore: () => IgnoreOptions;
}

export const createFolderActions = ({ folder, trust, ignore }: FolderActionParts): FolderPort => ({
  trust: (...answer) => folder.trust(...answer),
  trustDifference: (path) => trust.difference(path),
  async list(path) {
    const { listFolder } = await import("./list-folder.js");
    return listFolder(folder.workspace, path, ignore());
  },
  read: async (path) => viewFile(folder.workspace, path),
  viewing: async (files) => void (folder.viewed = files),
});
