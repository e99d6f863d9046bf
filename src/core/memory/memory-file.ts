/**
 * Memory files, virtual and real, behind one interface (M1): who shows, edits, routes or saves a Memory need not know where it lies.
 * R1 A path that begins with `~/.gemini/` is a virtual file, kept by us with all its versions; any other is a file of the open folder,
 *    from its root.
 * R2 Every write names the text it was made from. If the file is another by now, nothing is written (`ConflictError`).
 * R3 Every text that was ever written here is kept as a version, and so is what it took the place of.
 */
import type { SessionId } from "../ids.js";

/** Low to high (M1): what stands later counts for more. */
export const TIERS = ["global", "private", "extension", "project", "folder"] as const;
export type Tier = (typeof TIERS)[number];

export const VIRTUAL_HOME = "~/.gemini/";
export const GLOBAL_MEMORY = "~/.gemini/GEMINI.md";
/** The id that stands for a folder's where something is kept of a virtual file. */
export const VIRTUAL_FOLDER = "~";
/** Private to one folder, and in no repository. */
export const privateMemory = (workspace: string, name = "GEMINI.md"): string =>
  `~/.gemini/tmp/${workspace}/memory/${name}`;

/** The user's own Commands lie among them (S3), and are no Memories. */
export const COMMANDS_HOME = "~/.gemini/commands/";
export const isCommandFile = (path: string): boolean => path.startsWith(COMMANDS_HOME) && path.endsWith(".toml");

export const isVirtual = (path: string): boolean => path.startsWith(VIRTUAL_HOME);

/** The path that a stored document's key stands for: that of a file in a folder begins with the folder's id. */
export const pathOfKey = (key: string): string => (isVirtual(key) ? key : key.slice(key.indexOf(":") + 1));

/** Who wrote a version. `outside`: found on disk, changed by another program. */
export type MemoryAuthor = "user" | "model" | "manager" | "import" | "outside";

export interface MemoryVersion {
  /** A ULID: versions of a file are in writing order. */
  readonly id: string;
  readonly path: string;
  /** The folder it lies in; none for a virtual file. */
  readonly workspace?: string;
  /** None: it was removed. */
  readonly text?: string;
  readonly at: number;
  readonly by: MemoryAuthor;
  readonly session?: SessionId;
  /** Restored, merged, undone …: in a few words. */
  readonly why?: string;
}

export interface MemoryWrite {
  /** The text the new one was made from; undefined: there must be no such file. */
  readonly expected: string | undefined;
  readonly by: MemoryAuthor;
  readonly session?: SessionId;
  readonly why?: string;
}

export interface MemoryFiles {
  /** Paths of all virtual files. */
  list(): Promise<readonly string[]>;
  /** Undefined: there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** `text` undefined removes the file; its versions stay (R3). */
  write(path: string, text: string | undefined, write: MemoryWrite): Promise<MemoryVersion>;
  /** Lets `work` write a file of the folder, byte by byte: what it was and what it then is become versions (R3). */
  around(path: string, how: Omit<MemoryWrite, "expected">, work: () => Promise<void>): Promise<void>;
  /** The oldest first. */
  versions(path: string): Promise<readonly MemoryVersion[]>;
}
