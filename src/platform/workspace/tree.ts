/** Files and folders as a literal, for the sample and for tests. */
import { isNamed } from "../../core/errors.js";

/** A text or bytes is a file, anything else a folder. */
export interface Tree {
  readonly [name: string]: string | Uint8Array | Tree;
}

export const isFile = (node: Tree[string]): node is string | Uint8Array =>
  typeof node === "string" || node instanceof Uint8Array;

export const bytesOfNode = (file: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof file === "string" ? new TextEncoder().encode(file) : new Uint8Array(file);

/** Writes a tree into a folder, in parallel. A file that is there already, and not empty, stays as it is. */
export async function writeTree(folder: FileSystemDirectoryHandle, tree: Tree): Promise<void> {
  await Promise.all(Object.entries(tree).map(([name, node]) => writeNode(folder, name, node)));
}

async function writeNode(folder: FileSystemDirectoryHandle, name: string, node: Tree[string]): Promise<void> {
  if (!isFile(node)) await writeTree(await folder.getDirectoryHandle(name, { create: true }), node);
  else if (!(await hasContent(folder, name))) await writeFile(folder, name, bytesOfNode(node));
}

/** An empty file may be one that a killed browser had created and not yet filled. */
async function hasContent(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    const file = await (await folder.getFileHandle(name)).getFile();
    return file.size > 0;
  } catch (error) {
    if (isNamed(error, "NotFoundError")) return false;
    throw error;
  }
}

async function writeFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  await writable.write(content);
  await writable.close();
}
