/**
 * Notices what other programs and tabs change in a folder.
 *
 * R1 Where the browser has a FileSystemObserver, it tells; changes are gathered for a moment, since a save is several.
 * R2 Elsewhere, or when the observer fails, what was seen of the folder is looked at again whenever the user comes back to
 *    the page: that is when files have been edited elsewhere.
 * R3 What this Workspace writes itself is not told.
 * R4 Swap files and names that no path can carry are not told. A folder stands for all that is in it: the observer misses
 *    what is made in a folder that was itself made a moment before (measured in Chromium 156).
 * R5 "" says that anything may have changed: the observer has lost count, or the folder itself is gone.
 */
import { isNamed } from "../../core/errors.js";
import { isPath, nameOf } from "../../core/files/path.js";
import { isSwapFile } from "./entries.js";
import { observerClass, type ObservedChange } from "./file-system-observer.js";
import { fileOf, fileOrFolderAt } from "./handle-paths.js";

interface Watching {
  watch(listener: (paths: readonly string[]) => void): () => void;
  /** That a path was listed, looked at or read (R2). */
  saw(path: string): void;
  /** Marks what `write` does as ours (R3); `made` are the folders it made. */
  own<T extends { readonly made?: readonly string[] } | void>(path: string, write: () => Promise<T>): Promise<T>;
}

/** An editor's save by rename is over in some milliseconds; a person does not notice this. */
const GATHER = 100;
/** Paths that are remembered as seen: to look at one again takes about 0.3 ms. */
const MOST_SEEN = 2_000;
const MOST_OWN = 1_000;

export function createWatching(root: FileSystemDirectoryHandle): Watching {
  const listeners = new Set<(paths: readonly string[]) => void>();
  const seen = new Map<string, Promise<string>>();
  /** What we left there: as `keyOf` says it, or that it is still being written. */
  const own = new Map<string, string>();
  let stop: (() => void) | undefined;
  let isLooking = false;
  let gathered = new Set<string>();

  const gather = (paths: readonly string[]) => {
    if (gathered.size === 0) setTimeout(() => void flush(), GATHER);
    for (const path of paths) gathered.add(path);
  };

  async function flush(): Promise<void> {
    const paths = [...gathered].filter(isTold);
    gathered = new Set();
    const isOurs = await Promise.all(paths.map((path) => isOwn(path)));
    const others = paths.filter((_, at) => !isOurs[at]);
    if (others.length > 0) for (const listener of listeners) listener(others);
  }

  async function isOwn(path: string): Promise<boolean> {
    const left = own.get(path) ?? (isOnTheWay(path) ? FOLDER : undefined);
    if (left === undefined || left === WRITING || left === FOLDER) return left !== undefined;
    const now = await keyOf(root, path);
    // We may have written again while we looked: then what we saw is neither here nor there.
    return left === own.get(path) ? left === now : isOwn(path);
  }

  /** A folder that a write is making just now: it is told before the write has ended. */
  const isOnTheWay = (folder: string) =>
    [...own].some(([path, left]) => left === WRITING && path.startsWith(`${folder}/`));

  /** R2. */
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
        const left = await keyOf(root, path); // until it is known, it counts as being written
        own.delete(path); // it goes to the end, as the newest
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
const FOLDER = "is a folder of ours";

/** Marks included: they end like swap files. */
const isTold = (path: string): boolean => !isSwapFile(nameOf(path)) && (path === "" || isPath(path));

/** What can be told from outside about what lies at a path. */
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
    // Whatever the reason, it cannot be read now; when that changes, so does the key.
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
