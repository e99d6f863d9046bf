/** A made-up door to folders, beside the made-up Agent. */
import type { FolderPicker } from "../../src/core/port/folder-port.js";

/** A door that opens onto one made-up folder. */
export const fakeDoor = (): FolderPicker => ({
  pick: async () => ({ id: "w2", name: "field-notes", kind: "memory" }),
  adopt: async (handle) => ({ id: "w3", name: (handle as { name: string }).name, kind: "folder" }),
  regain: async (id) => ({ id, name: "field-notes", kind: "folder" }),
  allowWriting: async () => "granted",
  canPick: true,
  async importCopy(files, tell) {
    tell({ files: files.length, of: files.length, bytes: 0 });
    return { workspace: { id: "w4", name: "copy", kind: "private" }, files: files.length, skipped: [] };
  },
  exportZip: async () => ({ name: "field-notes.zip", zip: new Blob([]) }),
  cleanUp: async () => 0,
});
