/** Workspace: the user's files, in a folder or in the browser. Paths are relative to the root, with `/`, never leaving it (W3). */

export interface Workspace {
  /** A random id of ours, by which trust, checkpoints, private memory and Sessions are kept (W5). */
  readonly id: string;
  readonly name: string;
  readonly kind: WorkspaceKind;
  /** The entries of a folder ("" is the root), folders first, then by name. `NotFoundError`, `TypeMismatchError`. */
  list(path: string, signal?: AbortSignal): Promise<readonly Entry[]>;
  /** `NotFoundError` where there is nothing. */
  stat(path: string): Promise<Stat>;
  read(path: string): Promise<Uint8Array>;
  /** True if files may be changed. A grant for reading only gives false; asking for more takes a click (W2). */
  canWrite(): Promise<boolean>;
  /**
   * Replaces a file whole: at any moment it is the old one or the new one, never a mixture (W2). Folders on the way are made.
   * `expected` is what must still be there right before: else `ChangedError`, and nothing is written. A write that fails
   * leaves what was there, and nothing where there was nothing. Different files may be written in parallel.
   */
  write(path: string, bytes: Uint8Array, expected?: Expected): Promise<Stat>;
  /** Removes a file. `expected` as in `write`. */
  remove(path: string, expected?: Expected): Promise<void>;
  /**
   * Calls the listener with paths that others created, changed or removed. A folder stands for all that is in it, ""
   * for anything. Writes through this Workspace are not reported. Gives back a function that stops it.
   */
  watch(listener: (paths: readonly string[]) => void): () => void;
  /** The same Workspace for one pass over much of it, as a walk is: it keeps the handles of what it has just listed. */
  passing?(): Workspace;
}

/** The bytes that a file must have, or `nothing` if it must not exist. */
export type Expected = Uint8Array | "nothing";

export function isAsExpected(expected: Expected | undefined, there: Uint8Array | undefined): boolean {
  if (expected === undefined) return true;
  if (expected === "nothing") return there === undefined;
  return there?.length === expected.length && there.every((byte, at) => byte === expected[at]);
}

/** `folder`: granted by the user. `private`: the browser's own file system. `memory`: tests and samples. */
export type WorkspaceKind = "folder" | "private" | "memory";

export interface Entry {
  readonly name: string;
  readonly path: string;
  readonly kind: "file" | "folder";
}

export interface Stat {
  readonly kind: "file" | "folder";
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Milliseconds since 1970; 0 for a folder. */
  readonly changedAt: number;
}

export type Permission = "granted" | "prompt" | "denied";

/** Access to the user's folders. `NotAllowedError` where the browser needs a click. */
export interface FolderAccess {
  /** Asks the user for a folder. Must be called in a click. `AbortError` when the user cancels. */
  pick(): Promise<Workspace>;
  /** A folder dropped on the window. The same folder opened before gets its old id back (`isSameEntry`). */
  adopt(handle: unknown): Promise<Workspace>;
  /** Folders opened before, newest first. */
  known(): Promise<readonly KnownWorkspace[]>;
  /** Opens a known folder without asking; `NotAllowedError` if its permission has lapsed. */
  open(id: string): Promise<Workspace>;
  /** Asks again for a lapsed permission. Must be called in a click. */
  regain(id: string): Promise<Permission>;
  /** Asks for the permission to write. Must be called in a click. */
  allowWriting(id: string): Promise<Permission>;
}

export interface KnownWorkspace {
  readonly id: string;
  readonly name: string;
  readonly kind: WorkspaceKind;
  readonly openedAt: number;
  readonly permission: Permission;
}
