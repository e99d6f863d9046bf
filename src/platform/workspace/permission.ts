/** What the browser lets us do with a folder. */
import type { Permission } from "../../core/files/workspace.js";

/** Browsers with a private file system only have no such question, since it is always theirs. */
export const permissionOf = async (
  handle: FileSystemDirectoryHandle,
  mode: "read" | "readwrite",
): Promise<Permission> => {
  if (!("queryPermission" in handle)) return "granted";
  return (handle as Asking).queryPermission({ mode });
};

/** Named here since the types of workers leave it out. */
interface Asking {
  queryPermission(question: { readonly mode: "read" | "readwrite" }): Promise<Permission>;
}
