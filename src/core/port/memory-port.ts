/** Memories as a UI reads and edits them: the loaded ones, and the files themselves (M2, M10). */
import type { SessionId } from "../ids.js";
import type { Likeness } from "../memory/memory-alike.js";
import type { MemoryAuthor, MemoryVersion, Tier } from "../memory/memory-file.js";
import type { MemoryEntry, MemoryView } from "../memory/memory.js";

export interface MemoryPort {
  /** The Memories of the open folder, which of them are loaded, and the tokens of each (M2). */
  loaded(): Promise<MemoryView>;
  /** Loads them anew, as at the start (M6). */
  reload(): Promise<MemoryView>;
  /** Every known Memory file, and those that could be created. */
  files(): Promise<readonly MemoryFileRow[]>;
  open(path: string): Promise<MemoryFileView>;
  /** `expected` is the text the new one was made from; undefined: there was no file. No text removes the file; its versions stay. */
  save(path: string, text: string | undefined, how: SaveMemory): Promise<MemorySaved>;
  pin(path: string, line: string, isPinned: boolean): Promise<void>;
  /** Tokens that the text would take. */
  weigh(text: string): Promise<number>;
  /** Imports files by their paths below `~/.gemini`. Existing files with another text are left alone, and listed. */
  importFiles(files: readonly MemoryCopy[], options: { readonly replace: boolean }): Promise<MemoryImported>;
  /** All virtual files, by their paths below `~/.gemini/`. */
  exportFiles(): Promise<readonly MemoryCopy[]>;
  /** Lines of all Memory files with these words, best first (Q1). */
  find(words: string): Promise<readonly FoundMemoryLine[]>;
}

export interface MemoryFileRow extends Omit<MemoryEntry, "status" | "tier"> {
  /** `other`: a virtual file that no tier reads, such as that of another folder. */
  readonly tier: Tier | "other";
  /** `missing`: there is no such file yet. `kept`: a file in no tier. */
  readonly status: MemoryEntry["status"] | "missing" | "kept";
}

export interface MemoryFileView {
  readonly path: string;
  /** None: there is no such file. */
  readonly text?: string;
  readonly lines: readonly MarkedLine[];
  /** The oldest first. */
  readonly versions: readonly MemoryVersion[];
}

export interface MarkedLine {
  readonly number: number;
  readonly text: string;
  readonly kind: "heading" | "item" | "text" | "code" | "blank";
  readonly by?: MemoryAuthor;
  readonly at?: number;
  readonly session?: SessionId;
  /** The last time it stood in a request that a Model answered, and the Session. */
  readonly used?: { readonly at: number; readonly session: SessionId };
  readonly isPinned?: boolean;
  /** Files it names that do not exist. */
  readonly gone?: readonly string[];
  /** Lines elsewhere that say the same, or the opposite. */
  readonly beside?: readonly { readonly likeness: Likeness; readonly line: string; readonly path: string }[];
}

interface SaveMemory {
  readonly expected: string | undefined;
  readonly why?: string;
}

export type MemorySaved =
  | { readonly kind: "saved"; readonly version: MemoryVersion }
  /** Nothing was written; `now` is the text of the file. */
  | { readonly kind: "conflict"; readonly now?: string };

export interface MemoryCopy {
  readonly path: string;
  readonly text: string;
}

export interface MemoryImported {
  readonly files: number;
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  /** Existing files with another text: replaced only if the user says so. */
  readonly differing: readonly string[];
}

export interface FoundMemoryLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The picker of a real `~/.gemini`, beside the port: pickers must run in the task of the click. */
export interface MemoryFolderPicker {
  /** Whether this browser opens folders in place. Elsewhere there are files and zips. */
  readonly canPick: boolean;
  pick(): Promise<readonly MemoryCopy[]>;
  /** Reads files that were chosen, zips among them. */
  read(files: readonly File[]): Promise<readonly MemoryCopy[]>;
  /** Writes into a folder that the user picks. Existing files with another text are left alone unless `replace` is called. */
  export(files: readonly MemoryCopy[]): Promise<MemoryExported>;
  zip(files: readonly MemoryCopy[]): Promise<Blob>;
}

export interface MemoryExported {
  readonly files: number;
  readonly differing: readonly string[];
  /** Writes over those, too; answers how many. */
  replace(): Promise<number>;
}
