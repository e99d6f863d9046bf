/**
 * The file system that isomorphic-git is given, over a Workspace. Files are shown with what the index says of them, since a
 * page can't see all that Git keeps of a file: neither whether it may be run nor its inode.
 *
 * R1 A file that has the size and the time of its index entry, and is older than the index, is shown with all that the entry
 *    says of it: so it need not be read. Git takes the same short cut.
 * R2 Any other file keeps the mode of its entry, so that committing it does not take its right to run away.
 * R3 Only below `.git` is anything written, and never what a page may not write there (W4, decisions/32).
 */
import { AgentError, isNamed } from "../../core/errors.js";
import type { Stat, Workspace } from "../../core/files/workspace.js";
import { shellError, shellErrorOf } from "../sandbox/shell-errors.js";
import { repositoryWords } from "./repository-words.js";

export interface IndexEntry {
  readonly mode: number;
  readonly size: number;
  readonly mtimeSeconds: number;
  readonly mtimeNanoseconds: number;
  readonly ctimeSeconds: number;
  readonly ctimeNanoseconds: number;
  readonly dev: number;
  readonly ino: number;
  readonly uid: number;
  readonly gid: number;
}

export interface GitIndex {
  readonly entries: ReadonlyMap<string, IndexEntry>;
  readonly changedAt: number;
}

/** The most that is read of one file: packs are read whole, and a larger one might end the tab. */
const MOST_BYTES = 400_000_000;

export type GitFiles = ReturnType<typeof createGitFiles>;

export function createGitFiles(workspace: Workspace, indexNow: () => GitIndex | undefined) {
  const ask = async <T>(what: string, path: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw isNamed(error, "TypeMismatchError") && what === "open"
        ? shellError("EISDIR", what, path)
        : shellErrorOf(error, what, path);
    }
  };

  async function stat(said: string) {
    const path = pathOf(said);
    const found = await ask("stat", path, () => workspace.stat(path));
    const index = indexNow();
    return statOf(found, index?.entries.get(path), index?.changedAt ?? 0);
  }

  async function mustBeWritable(path: string): Promise<void> {
    if (!/^\.git\/./.test(path) || path.split(/[/\\]/).includes("..")) throw shellError("EPERM", "write", path);
    if (!/^\.git\/(config$|hooks\/|modules\/)/i.test(path)) return;
    throw new AgentError("NotAllowedError", repositoryWords.notWritable(path));
  }

  return {
    promises: {
      async readFile(said: string, options?: { readonly encoding?: string } | string) {
        const path = pathOf(said);
        const { size, kind } = await ask("open", path, () => workspace.stat(path));
        if (kind === "folder") throw shellError("EISDIR", "open", path);
        if (size > MOST_BYTES) throw new AgentError("NotSupportedError", repositoryWords.tooBig(path, size));
        const bytes = await ask("open", path, () => workspace.read(path));
        const encoding = typeof options === "string" ? options : options?.encoding;
        return encoding === "utf8" ? new TextDecoder().decode(bytes) : bytes;
      },
      async writeFile(said: string, content: Uint8Array | string) {
        const path = pathOf(said);
        await mustBeWritable(path);
        const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
        await ask("write", path, () => workspace.write(path, bytes));
      },
      async unlink(said: string) {
        const path = pathOf(said);
        await mustBeWritable(path);
        await ask("unlink", path, () => workspace.remove(path));
      },
      async readdir(said: string) {
        const path = pathOf(said);
        return (await ask("scandir", path, () => workspace.list(path))).map(({ name }) => name);
      },
      // Writing a file makes the folders it lies in.
      mkdir: () => Promise.resolve(),
      rmdir: () => Promise.resolve(),
      stat,
      lstat: stat,
      readlink: (path: string) => Promise.reject(shellError("ENOENT", "readlink", path)),
      symlink: (_target: string, path: string) => Promise.reject(shellError("EPERM", "symlink", path)),
    },
  };
}

const pathOf = (said: string): string =>
  said
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");

function statOf({ kind, size, changedAt }: Stat, entry: IndexEntry | undefined, indexedAt: number) {
  const at = Math.trunc(changedAt);
  const isAsIndexed =
    entry?.size === size &&
    at < indexedAt &&
    at === entry.mtimeSeconds * 1000 + Math.trunc(entry.mtimeNanoseconds / 1e6);
  const own = { mtimeMs: at, ctimeMs: at, dev: 0, ino: 0, uid: 0, gid: 0 };
  return {
    ...(isAsIndexed ? entry : own),
    size,
    mode: kind === "folder" ? 0o040000 : (entry?.mode ?? 0o100644),
    isFile: () => kind === "file",
    isDirectory: () => kind === "folder",
    isSymbolicLink: () => false,
  };
}
