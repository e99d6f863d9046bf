/** A file for the viewer: its text, or a sentence that says why it can't be shown. */
import type { FileView } from "../../core/port/folder-port.js";
import type { Workspace } from "../../core/files/workspace.js";

/** Bytes; a larger file would slow the viewer down. */
const SHOWN = 2_000_000;

export async function viewFile(workspace: Workspace, path: string): Promise<FileView> {
  const { size } = await workspace.stat(path);
  if (size > SHOWN) return { path, size, notice: "This file is too large to show here." };
  const bytes = await workspace.read(path);
  // Text has no NUL in its first part; Git decides in the same way.
  if (bytes.subarray(0, 8_000).includes(0)) return { path, size, notice: "This is not a text file." };
  return { path, size, text: new TextDecoder().decode(bytes) };
}
