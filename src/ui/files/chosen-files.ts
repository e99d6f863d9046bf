/** Files to be copied in: chosen in the browser's dialog, or dropped on the window. */
import type { ImportedFile } from "../../core/port/folder-port.js";
import { AgentError } from "../../core/errors.js";
import { texts } from "../base/texts.js";

/** Opens the browser's dialog. Must be called in a click. `AbortError` when the user cancels. */
export function chooseFiles(what: "folder" | "zip"): Promise<readonly ImportedFile[]> {
  const input = document.createElement("input");
  input.type = "file";
  if (what === "folder") input.webkitdirectory = true;
  else input.accept = ".zip,application/zip";
  return new Promise((resolve, reject) => {
    input.addEventListener("cancel", () => reject(new AgentError("AbortError", texts.copies.none)));
    input.addEventListener("change", () => {
      const files = [...(input.files ?? [])];
      resolve(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
    });
    input.click();
  });
}

/** The dropped files, folders with all that is in them. Must be called in the task of the drop: the items are empty after it. */
export async function droppedFiles(items: readonly DataTransferItem[]): Promise<readonly ImportedFile[]> {
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map((entry) => filesOf(entry)))).flat();
}

async function filesOf(entry: FileSystemEntry): Promise<readonly ImportedFile[]> {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: ImportedFile[] = [];
  // A reader gives some entries at a time, and none at the end.
  for (let some = await readSome(reader); some.length > 0; some = await readSome(reader)) {
    for (const files of await Promise.all(some.map((child) => filesOf(child)))) found.push(...files);
  }
  return found;
}

const readSome = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
