/** The browser's permission for a folder. */
import type { Permission } from "../../core/files/workspace.js";

/** Granted in browsers that can't be asked: they have a private file system only. */
export const permissionOf = async (
  handle: FileSystemDirectoryHandle,
  mode: "read" | "readwrite",
): Promise<Permission> => {
  if (!("queryPermission" in handle)) return "granted";
  return (handle as QueryableHandle).queryPermission({ mode });
};

/** Declared here, since the types of workers leave it out. */
interface QueryableHandle {
  queryPermission(question: { readonly mode: "read" | "readwrite" }): Promise<Permission>;
}
