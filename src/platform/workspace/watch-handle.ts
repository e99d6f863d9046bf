/**
 * Reports the changes that other programs and tabs make in a folder.
 *
 * R1 The browser's FileSystemObserver reports them where there is one; changes are gathered for a moment, since a save is several.
 * R2 Without an observer, or when it fails, the paths that were read are checked again whenever the user comes back to the
 *    page: that is when files have been edited elsewhere.
 * R3 Writes of this Workspace itself are not reported.
 * R4 Swap files and names that can't stand in a path are not reported. A folder stands for all files in it: the observer
 *    misses files made in a folder that was itself made a moment before (measured in Chromium 156).
 * R5 "" means that anything may have changed: the observer has missed changes, or the folder itself is gone.
 */
import { isNamed } from "../../core/errors.js";
import { isPath, nameOf } from "../../core/files/path.js";
import { isSwapFile } from "./entries.js";
import { observerClass, type ObservedChange } from "./file-system-observer.js";
import { fileOf, fileOrFolderAt } from "./handle-paths.js";

interface Watching {
  watch(listener: (paths: readonly string[]) => void): () => void;
  /** Remembers that a path was listed or read (R2). */
  saw(path: string): void;
  /** Runs a write of this Workspace, so that it is not reported (R3); `made` are the folders it made. */
  own<T extends { readonly made?: readonly string[] } | void>(path: string, write: () => Promise<T>): Promise<T>;
}

/** Milliseconds: an editor's save by rename takes less, and a person does not notice the delay. */
const GATHER = 100;
/** Paths that are checked again: each takes about 0.3 ms. */
const MOST_SEEN = 2_000;
const MOST_OWN = 1_000;

export function createWatching(root: FileSystemDirectoryHandle): Watching {
  const listeners = new Set<(paths: readonly string[]) => void>();
  const seen = new Map<string, Promise<string>>();
  /** Paths written by this Workspace, each with `keyOf` after the write, or `WRITING` or `FOLDER`. */
  const own = new Map<string, string>();
  let stop: (() => void) | undefined;
  let isLooking = false;
  let gathered = new Set<string>();

  const gather = (paths: readonly string[]) => {
    if (gathered.size === 0) setTimeout(() => void flush(), GATHER);
    for (const path of paths) gathered.add(path);
  };

  async function flush(): Promise<void> {
    const paths = [...gathered].filter(isReported);
    gathered = new Set();
    const isOurs = await Promise.all(paths.map((path) => isOwn(path)));
    const others = paths.filter((_, at) => !isOurs[at]);
    if (others.length > 0) for (const listener of listeners) listener(others);
  }

  async function isOwn(path: string): Promise<boolean> {
    const left = own.get(path) ?? (isBeingMade(path) ? FOLDER : undefined);
    if (left === undefined || left === WRITING || left === FOLDER) return left !== undefined;
    const now = await keyOf(root, path);
    // If this Workspace has written again meanwhile, the key is out of date.
    return left === own.get(path) ? left === now : isOwn(path);
  }

  /** A folder that a write under way is making: it is reported before the write has ended. */
  const isBeingMade = (folder: string) =>
    [...own].some(([path, left]) => left === WRITING && path.startsWith(`${folder}/`));

  /** Reports the paths that have changed since they were read (R2). */
  async function lookAgain(): Promise<void> {
    const paths = [...seen.keys()];
    const changed = await Promise.all(
      paths.map(async (path) => {
        const before = await seen.get(path);
        const now = await keyOf(root, path);
        if (seen.has(path)) seen.set(path, Promise.resolve(now));
        return before !== now;
      }),
    );
    const others = paths.filter((_, at) => changed[at]);
    if (others.length > 0) gather(others);
  }

  function lookOnReturn(): () => void {
    isLooking = true;
    const look = () => void lookAgain();
    addEventListener("focus", look);
    return () => {
      isLooking = false;
      seen.clear();
      removeEventListener("focus", look);
    };
  }

  function start(): () => void {
    const Observer = observerClass();
    if (!Observer) return lookOnReturn();
    let end = () => observer.disconnect();
    const fail = () => {
      observer.disconnect();
      gather([""]);
      end = lookOnReturn();
    };
    const observer = new Observer((records) => {
      gather(records.flatMap(pathsOf));
      if (records.some(({ type }) => type === "errored")) fail();
    });
    observer.observe(root, { recursive: true }).catch(fail);
    return () => end();
  }

  return {
    watch(listener) {
      const each = (paths: readonly string[]) => listener(paths);
      listeners.add(each);
      stop ??= start();
      return () => {
        listeners.delete(each);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },

    saw(path) {
      if (!isLooking) return;
      seen.delete(path);
      seen.set(path, keyOf(root, path));
      forgetOldest(seen, MOST_SEEN);
    },

    async own(path, write) {
      if (listeners.size === 0) return write();
      own.set(path, WRITING);
      try {
        const written = await write();
        for (const folder of written?.made ?? []) own.set(folder, FOLDER);
        const left = await keyOf(root, path); // until then it counts as being written
        own.delete(path); // so that it comes last, as the newest
        own.set(path, left);
        if (isLooking) seen.set(path, keyOf(root, path));
        forgetOldest(own, MOST_OWN);
        return written;
      } catch (error) {
        own.delete(path);
        throw error;
      }
    },
  };
}

const WRITING = "is being written";
const FOLDER = "is a folder made by this Workspace";

/** Swap files and marks, which end like them, are not reported (R4). */
const isReported = (path: string): boolean => !isSwapFile(nameOf(path)) && (path === "" || isPath(path));

/** A text that differs when the file or folder at a path has changed: size and time, or names. */
async function keyOf(root: FileSystemDirectoryHandle, path: string): Promise<string> {
  try {
    const found = await fileOrFolderAt(root, path);
    if (found.kind === "file") {
      const { size, lastModified } = await fileOf(found, path);
      return `${size} ${lastModified}`;
    }
    const names: string[] = [];
    for await (const name of found.keys()) if (!isSwapFile(name)) names.push(name);
    return names.toSorted().join("/");
  } catch (error) {
    // The error's name is the key: it differs once the path can be read.
    return isNamed(error, "NotFoundError") ? "none" : (error as Error).name;
  }
}

function forgetOldest(map: Map<string, unknown>, most: number): void {
  for (const path of map.keys()) {
    if (map.size <= most) return;
    map.delete(path);
  }
}

function pathsOf({ type, relativePathComponents, relativePathMovedFrom }: ObservedChange): readonly string[] {
  if (type === "unknown" || type === "errored") return [""];
  const path = relativePathComponents.join("/");
  return relativePathMovedFrom ? [path, relativePathMovedFrom.join("/")] : [path];
}
