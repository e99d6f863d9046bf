/**
 * Writing through directory handles, so that a file is the old one or the new one whatever happens (W2, W4).
 *
 * R1 The grant is checked first: without one Chromium asks the user, and waits until someone answers.
 * R2 Paths that the browser will refuse (names, parts of `.git`) are refused before anything is made.
 * R3 The expected content is compared before the file is opened, and its size and time once more right before it is replaced.
 * R4 The content goes beside the file (Chromium's swap file) and takes its place at `close`.
 * R5 Where there was no file there is none until then: a handle comes only by making the file, so it is made, marked as
 *    half made, and removed again at once.
 * R6 A write that failed leaves nothing: no swap file, no empty file, no folder that was made for it.
 * R7 One write at a time for a path, in all tabs; different files are written in parallel, since Safe Browsing may delay
 *    each for 1 to 5 seconds when offline (decisions/32).
 *
 * New files get the mode 0600, and no page can change that: a script that is made here is not executable. Existing files
 * keep their mode.
 */
import { isNamed } from "../../core/errors.js";
import { nameOf, parentOf, SEGMENT_BYTES } from "../../core/files/path.js";
import { isAsExpected, type Expected, type Stat } from "../../core/files/workspace.js";
import {
  explained,
  hasChanged,
  isAFile,
  isAFolder,
  readOnlyGrant,
  isRefused,
  notWritten,
  refuseSwapFile,
} from "./file-errors.js";
import { markOf } from "./pending-file.js";
import { bytesAt, fileOrFolderAt, parentAt } from "./handle-paths.js";
import { permissionOf } from "./permission.js";
import { workspaceWords } from "./workspace-words.js";

type Folder = FileSystemDirectoryHandle;

interface Written extends Stat {
  /** Folders that were made on the way. */
  readonly made: readonly string[];
}

interface WriteTarget {
  readonly root: Folder;
  readonly id: string;
  /** The browser guards parts of `.git` in this folder, as it does in the user's own. */
  readonly isGuarded: boolean;
}

export async function writeThroughHandle(
  target: WriteTarget,
  path: string,
  bytes: Uint8Array,
  expected?: Expected,
): Promise<Written> {
  if (path === "") throw isAFolder(path);
  refuse(target, path);
  return alone(target, path, async () => {
    const { folder: nearest, missing } = await nearestFolder(target.root, parentOf(path));
    await refuseNames(nearest, [...missing, nameOf(path)], path);
    await mustBe(target.root, path, expected);
    const folders = await makeFolders(nearest, missing, path);
    const parent = folders.at(-1)?.folder ?? nearest;
    try {
      const stat = await replace(parent, path, bytes, expected !== undefined);
      return { ...stat, made: pathsMade(path, missing.length) };
    } catch (error) {
      await removeMade(folders);
      throw error;
    }
  });
}

export async function removeFile(target: WriteTarget, path: string, expected?: Expected): Promise<void> {
  const found = await fileOrFolderAt(target.root, path);
  if (found.kind === "directory") throw isAFolder(path);
  refuse(target, path); // the browser itself would let `.git/config` be removed
  await alone(target, path, async () => {
    await mustBe(target.root, path, expected);
    const parent = await parentAt(target.root, path);
    try {
      await parent.removeEntry(nameOf(path));
    } catch (error) {
      throw notWritten(error, path);
    }
  });
}

/** Writes with the grant (R1) and the path's lock (R7). */
async function alone<T>({ root, id }: WriteTarget, path: string, write: () => Promise<T>): Promise<T> {
  if ((await permissionOf(root, "readwrite")) !== "granted") throw readOnlyGrant(root.name);
  return navigator.locks.request(writeLock(id, path), write);
}

/** The name of the Web Lock under which a path is written: while it is taken, the path's swap file is in use. */
export const writeLock = (id: string, path: string): string => `write ${id} ${path}`;

/** Parts of `.git` that Chromium lets no page write (decisions/32). Case is ignored, as some disks do. */
const GUARDED = /(?:^|\/)\.git\/(?:config$|hooks(?:\/|$)|modules(?:\/|$))/i;

/** Refuses paths by their text alone (R2). */
function refuse({ isGuarded }: WriteTarget, path: string): void {
  refuseSwapFile(path);
  if (isGuarded && GUARDED.test(path)) {
    throw isRefused(path, workspaceWords.guardedByGit);
  }
}

/** Refuses names that the browser refuses (R2), by asking for them without making anything. */
async function refuseNames(folder: Folder, names: readonly string[], path: string): Promise<void> {
  for (const name of names) {
    try {
      await folder.getFileHandle(name);
    } catch (error) {
      if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) continue;
      throw explained(error, path);
    }
  }
}

/** The last folder of a path that exists, and the names of those that do not. */
async function nearestFolder(root: Folder, path: string): Promise<{ folder: Folder; missing: readonly string[] }> {
  const names = path === "" ? [] : path.split("/");
  let folder = root;
  for (const [at, name] of names.entries()) {
    try {
      folder = await folder.getDirectoryHandle(name);
    } catch (error) {
      if (isNamed(error, "NotFoundError")) return { folder, missing: names.slice(at) };
      const here = names.slice(0, at + 1).join("/");
      throw isNamed(error, "TypeMismatchError") ? isAFile(here, error) : explained(error, path);
    }
  }
  return { folder, missing: [] };
}

interface MadeFolder {
  readonly parent: Folder;
  readonly folder: Folder;
}

async function makeFolders(nearest: Folder, names: readonly string[], path: string): Promise<readonly MadeFolder[]> {
  const made: MadeFolder[] = [];
  let parent = nearest;
  for (const name of names) {
    try {
      const folder = await parent.getDirectoryHandle(name, { create: true });
      made.push({ parent, folder });
      parent = folder;
    } catch (error) {
      await removeMade(made);
      throw notWritten(error, path);
    }
  }
  return made;
}

/** Removes the folders that were made (R6). One that is not empty any more stays, and those above it. */
async function removeMade(made: readonly MadeFolder[]): Promise<void> {
  for (const { parent, folder } of made.toReversed()) {
    try {
      await parent.removeEntry(folder.name);
    } catch {
      return; // the first failure is the one to report
    }
  }
}

/** The paths of the last `count` folders above a file. */
function pathsMade(path: string, count: number): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join("/")).slice(names.length - count);
}

async function mustBe(root: Folder, path: string, expected: Expected | undefined): Promise<void> {
  if (expected === undefined) return;
  if (!isAsExpected(expected, await bytesAt(root, path))) throw hasChanged(path);
}

/** Replaces one file of a folder (R3 to R6). */
async function replace(parent: Folder, path: string, bytes: Uint8Array, isCareful: boolean): Promise<Stat> {
  const name = nameOf(path);
  const before = await lookAt(parent, path);
  let opened: Opened | undefined;
  try {
    opened = before ? await open(await parent.getFileHandle(name)) : await openNew(parent, name);
    const { file, stream } = opened;
    await stream.write(bytes as Uint8Array<ArrayBuffer>);
    if (isCareful && !isSame(before ?? opened.placeholder, await lookAt(parent, path))) throw hasChanged(path);
    await stream.close();
    if (before?.size === 0 || opened.placeholder) await removeIfThere(parent, markOf(name));
    const { size, lastModified } = await file.getFile();
    if (size !== bytes.length) throw hasChanged(path);
    return { kind: "file", size, changedAt: lastModified };
  } catch (error) {
    await opened?.stream.abort().catch(ignoreSecond);
    if (opened?.placeholder) await removeMarked(parent, name).catch(ignoreSecond);
    throw isNamed(error, "ChangedError") ? error : notWritten(error, path);
  }
}

interface Opened {
  readonly file: FileSystemFileHandle;
  readonly stream: FileSystemWritableFileStream;
  /** The empty, marked file in its place, where the browser does not open a file that does not exist. */
  readonly placeholder?: File;
}

const open = async (file: FileSystemFileHandle): Promise<Opened> => ({ file, stream: await file.createWritable() });

/** Ignores failures after the first: a stream that has failed or is closed cannot be aborted any more. */
const ignoreSecond = (): void => undefined;

/** Opens a file that does not exist (R5). */
async function openNew(parent: Folder, name: string): Promise<Opened> {
  try {
    await makeMark(parent, name);
    const file = await parent.getFileHandle(name, { create: true });
    await removeMarked(parent, name);
    return (await openUnmade(file)) ?? (await openMarked(parent, name));
  } catch (error) {
    await removeMarked(parent, name).catch(ignoreSecond);
    throw error;
  }
}

/** Opens a file that was removed, as Chromium does. None in browsers that keep to the standard. */
async function openUnmade(file: FileSystemFileHandle): Promise<Opened | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if (!isNamed(error, "NotFoundError")) throw error;
    return undefined;
  }
}

async function openMarked(parent: Folder, name: string): Promise<Opened> {
  await makeMark(parent, name);
  const file = await parent.getFileHandle(name, { create: true });
  return { ...(await open(file)), placeholder: await file.getFile() };
}

/** Removes the empty file and its mark. A file that another program has just made there stays. */
async function removeMarked(parent: Folder, name: string): Promise<void> {
  const there = await lookAt(parent, name);
  if (there?.size === 0) await removeIfThere(parent, name);
  await removeIfThere(parent, markOf(name));
}

async function removeIfThere(parent: Folder, name: string): Promise<void> {
  try {
    await parent.removeEntry(name);
  } catch (error) {
    // A name that is too long for the disk is not there either: NotFoundError as well.
    if (!isNamed(error, "NotFoundError")) throw error;
  }
}

/** Makes the mark, unless its name would be too long for the disk. */
async function makeMark(parent: Folder, name: string): Promise<void> {
  const mark = markOf(name);
  if (new TextEncoder().encode(mark).length <= SEGMENT_BYTES) await parent.getFileHandle(mark, { create: true });
}

/** The file that is there now, for its size and time; nothing where there is none. */
async function lookAt(parent: Folder, path: string): Promise<File | undefined> {
  try {
    return await (await parent.getFileHandle(nameOf(path))).getFile();
  } catch (error) {
    if (isNamed(error, "NotFoundError")) return undefined;
    throw isNamed(error, "TypeMismatchError") ? isAFolder(path, error) : explained(error, path);
  }
}

const isSame = (before: File | undefined, now: File | undefined): boolean =>
  before?.size === now?.size && before?.lastModified === now?.lastModified;
