/** A folder dropped on the window. */
import { AgentError } from "../../core/errors.js";

/** Whether a drag brings files or folders, and not a piece of text: only those are ours to take. */
export const bringsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/**
 * The folder that was dropped. Must be called in the `drop` event itself: the browser forgets what was dropped as soon as
 * the event is over, so every handle is asked for before the first `await`.
 */
export async function folderDropped(event: DragEvent): Promise<FileSystemDirectoryHandle> {
  const items = [...(event.dataTransfer?.items ?? [])].filter((item) => item.kind === "file");
  if (items.some((item) => !("getAsFileSystemHandle" in item))) {
    const message =
      "This browser cannot open dropped folders. The sample workspace works here; for folders use Chrome or Edge.";
    throw new AgentError("NotSupportedError", message);
  }
  const handles = await Promise.all(items.map((item) => item.getAsFileSystemHandle()));
  const folders = handles.filter((handle) => handle?.kind === "directory") as FileSystemDirectoryHandle[];
  const [folder, another] = folders;
  if (another) throw new AgentError("InvalidArgsError", "Several folders were dropped. Drop one at a time.");
  if (folder) return folder;
  const file = handles.find((handle) => handle?.kind === "file");
  throw new AgentError(
    "TypeMismatchError",
    file ? `“${file.name}” is a file. Drop the folder that it is in.` : "There was no folder in what was dropped.",
  );
}
