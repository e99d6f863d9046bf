/** A file for the viewer: its text, or a sentence on why there is none to show. */
import type { FileView } from "../../core/port/folder-port.js";
import type { Workspace } from "../../core/files/workspace.js";

/** What a viewer can show without stumbling. */
const SHOWN = 2_000_000;

export async function viewFile(workspace: Workspace, path: string): Promise<FileView> {
  const { size } = await workspace.stat(path);
  if (size > SHOWN) return { path, size, notice: "This file is too large to show here." };
  const bytes = await workspace.read(path);
  // Text has no NUL in its first part; this is how git tells, too.
  if (bytes.subarray(0, 8_000).includes(0)) return { path, size, notice: "This is not a text file." };
  return { path, size, text: new TextDecoder().decode(bytes) };
}
