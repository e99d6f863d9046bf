/**
 * Writing through directory handles, so that a file is the old one or the new one whatever happens (W2, W4).
 *
 * R1 The grant is looked at first: without one Chromium asks the user, and waits until someone answers.
 * R2 What the browser will refuse (names, parts of `.git`) is told before anything is made.
 * R3 What must be there is compared before the file is opened, and its size and time once more right before it is replaced.
 * R4 The content goes beside the file (Chromium's swap file) and takes its place at `close`.
 * R5 Where there was no file there is none until then: a handle comes only by making the file, so it is made, marked as
 *    half made, and taken away again at once.
 * R6 What failed leaves nothing: no swap file, no empty file, no folder that was made for it.
 * R7 One write at a time for a path, in all tabs; different files are written in parallel, since Safe Browsing may hold
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

type Folder = FileSystemDirectoryHandle;

interface Written extends Stat {
  /** Folders that were made on the way. */
  readonly made: readonly string[];
}

/** `isGuarded`: whether the browser guards parts of `.git` in this folder, as it does in the user's own. */
interface WriteTarget {
  readonly root: Folder;
  readonly id: string;
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
      await takeBack(folders);
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

/** Taken before anyone can close it: a thread that runs Git has no `locks` for others (P3), and must take turns all the same. */
const locks = globalThis.navigator?.locks;

/** R1 and R7. */
async function alone<T>({ root, id }: WriteTarget, path: string, write: () => Promise<T>): Promise<T> {
  if ((await permissionOf(root, "readwrite")) !== "granted") throw readOnlyGrant(root.name);
  return locks.request(writeLock(id, path), write);
}

/** Held while a path is written: its swap file is no left-over. */
export const writeLock = (id: string, path: string): string => `write ${id} ${path}`;

/** Parts of `.git` that Chromium lets no page write (decisions/32). Case is ignored, as some disks do. */
const GUARDED = /(?:^|\/)\.git\/(?:config$|hooks(?:\/|$)|modules(?:\/|$))/i;

/** R2, as far as it can be told from the path alone. */
function refuse({ isGuarded }: WriteTarget, path: string): void {
  refuseSwapFile(path);
  if (isGuarded && GUARDED.test(path)) {
    throw isRefused(path, "no page may change git's config, hooks and modules, since git runs what they say");
  }
}

/** R2: the browser's own opinion of names that are not there yet. It is asked without making anything. */
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

/** The last folder on the way that is there, and the names of those that are not. */
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
      await takeBack(made);
      throw notWritten(error, path);
    }
  }
  return made;
}

/** R6. A folder that someone has put something into meanwhile stays, and those above it. */
async function takeBack(made: readonly MadeFolder[]): Promise<void> {
  for (const { parent, folder } of made.toReversed()) {
    try {
      await parent.removeEntry(folder.name);
    } catch {
      return; // the failure that brought us here is the one to tell
    }
  }
}

/** The paths of the last `count` folders on the way to a file. */
function pathsMade(path: string, count: number): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join("/")).slice(names.length - count);
}

async function mustBe(root: Folder, path: string, expected: Expected | undefined): Promise<void> {
  if (expected === undefined) return;
  if (!isAsExpected(expected, await bytesAt(root, path))) throw hasChanged(path);
}

/** R3 to R6, for one file of a folder. */
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
    if (opened?.placeholder) await takeAway(parent, name).catch(ignoreSecond);
    throw isNamed(error, "ChangedError") ? error : notWritten(error, path);
  }
}

interface Opened {
  readonly file: FileSystemFileHandle;
  readonly stream: FileSystemWritableFileStream;
  /** The empty file that stands there meanwhile, marked, where the browser does not write what does not exist. */
  readonly placeholder?: File;
}

const open = async (file: FileSystemFileHandle): Promise<Opened> => ({ file, stream: await file.createWritable() });

/** The first failure is the one to tell; a stream that has failed or is closed cannot be aborted any more. */
const ignoreSecond = (): void => undefined;

/** R5. */
async function openNew(parent: Folder, name: string): Promise<Opened> {
  try {
    await makeMark(parent, name);
    const file = await parent.getFileHandle(name, { create: true });
    await takeAway(parent, name);
    return (await openUnmade(file)) ?? (await openMarked(parent, name));
  } catch (error) {
    await takeAway(parent, name).catch(ignoreSecond);
    throw error;
  }
}

/** Chromium opens what is not there. None where the browser does not, as the standard has it. */
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

/** The empty file and its mark. What someone else has just made there is not to be taken away. */
async function takeAway(parent: Folder, name: string): Promise<void> {
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

/** None for a name so long that the mark's would be too long for the disk. */
async function makeMark(parent: Folder, name: string): Promise<void> {
  const mark = markOf(name);
  if (new TextEncoder().encode(mark).length <= SEGMENT_BYTES) await parent.getFileHandle(mark, { create: true });
}

/** Size and time of what is there now, or nothing. */
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
