/** What a screen may ask of Memory files, beside what is loaded of them (`AgentPort.memory`). Plain data, as all of AgentPort. */
import type { Likeness } from "../memory/memory-alike.js";
import type { MemoryAuthor, MemoryVersion, Tier } from "../memory/memory-file.js";
import type { MemoryEntry } from "../memory/memory.js";

export interface MemoryPort {
  /** Every Memory file that is known, and those that could be written to begin with. */
  files(): Promise<readonly MemoryFileRow[]>;
  open(path: string): Promise<MemoryFileView>;
  /** `expected` is the text the new one was made from; undefined: there was no file. No text removes it; its versions stay. */
  save(path: string, text: string | undefined, how: SaveMemory): Promise<MemorySaved>;
  pin(path: string, line: string, isPinned: boolean): Promise<void>;
  /** Tokens that the text would take. */
  weigh(text: string): Promise<number>;
  /** Files of a real `~/.gemini`, by their paths below it. What is there with another text is left alone, and told. */
  importFiles(files: readonly MemoryCopy[], options: { readonly replace: boolean }): Promise<MemoryImported>;
  /** All virtual files, by their paths below `~/.gemini/`. */
  exportFiles(): Promise<readonly MemoryCopy[]>;
  /** Lines of all Memory files that speak of something, best first (Q1). */
  find(words: string): Promise<readonly FoundMemoryLine[]>;
}

export interface MemoryFileRow extends Omit<MemoryEntry, "status" | "tier"> {
  /** `other`: a virtual file that no tier reads, such as that of another folder. */
  readonly tier: Tier | "other";
  /** `missing`: there is no such file yet. `kept`: in no tier. */
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

/** A line, and what is known of it. */
export interface MarkedLine {
  readonly number: number;
  readonly text: string;
  readonly kind: "heading" | "item" | "text" | "code" | "blank";
  readonly by?: MemoryAuthor;
  readonly at?: number;
  readonly session?: string;
  /** When it last stood in a request that a Model answered, and in which Session. */
  readonly used?: { readonly at: number; readonly session: string };
  readonly isPinned?: boolean;
  /** Files it names that are not there. */
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
  /** Nothing was written; this is what is there now. */
  | { readonly kind: "conflict"; readonly now?: string };

export interface MemoryCopy {
  readonly path: string;
  readonly text: string;
}

export interface MemoryImported {
  readonly files: number;
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  /** There with another text: to be replaced only if the user says so. */
  readonly differing: readonly string[];
}

export interface FoundMemoryLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The door to a real `~/.gemini`, beside the port: pickers must run in the task of the click. */
export interface MemoryFolderPicker {
  /** Whether this browser opens folders where they lie. Elsewhere there are files and zips. */
  readonly canPick: boolean;
  pick(): Promise<readonly MemoryCopy[]>;
  /** Files that were chosen, zips among them. */
  read(files: readonly File[]): Promise<readonly MemoryCopy[]>;
  /** Into a folder the user picks. What is there with another text is left alone unless `replace` is called. */
  export(files: readonly MemoryCopy[]): Promise<MemoryExported>;
  zip(files: readonly MemoryCopy[]): Promise<Blob>;
}

export interface MemoryExported {
  readonly files: number;
  readonly differing: readonly string[];
  /** Writes over those, too, and tells how many. */
  replace(): Promise<number>;
}
