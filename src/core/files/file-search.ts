/**
 * FileSearch: what finds files and lines in a folder. Patterns come from a Model and may hang, so the app's body is a worker
 * that can be killed (platform/search/file-search-link.ts); folder-search.ts is the same in the thread it is called from.
 */
import type { IgnoreOptions } from "./ignore.js";

export interface FileSearch {
  /** `InvalidArgsError` for patterns that are none; `TimeoutError` for what takes too long; `AbortError` when stopped. */
  grep(query: GrepQuery, tell: TellProgress, signal: AbortSignal): Promise<GrepResult>;
  glob(query: GlobQuery, tell: TellProgress, signal: AbortSignal): Promise<GlobResult>;
}

/** A few words: "12 matches in 340 files". */
export type TellProgress = (words: string) => void;

export interface GrepQuery {
  /** A regular expression, tried on each line; or the very words. */
  readonly pattern: string;
  readonly isFixed?: boolean;
  readonly isCaseSensitive?: boolean;
  /** A folder, or one file; the root unless told. Must be as `readPath` gives it. */
  readonly path?: string;
  /** Instead of files: a text that is not one. */
  readonly text?: string;
  /** A glob: without a slash for names at any depth, else for the path. */
  readonly include?: string;
  /** A regular expression: lines that it fits don't count. */
  readonly exclude?: string;
  readonly namesOnly?: boolean;
  /** Lines around each match; by how few matches there are, unless told. */
  readonly before?: number;
  readonly after?: number;
  readonly mostPerFile?: number;
  readonly most: number;
  readonly ignore?: IgnoreOptions;
}

export interface GrepResult {
  readonly files: readonly FoundFile[];
  readonly matches: number;
  /** Whether there are more matches than were asked for. */
  readonly isLimited: boolean;
  /** Whether time was up before all was searched. */
  readonly isCut: boolean;
  readonly searched: number;
  /** Files and folders that could not be read, or are over the limit of size. Files without text don't count. */
  readonly unread: readonly string[];
}

export interface FoundFile {
  readonly path: string;
  readonly matches: number;
  readonly lines: readonly MatchingLine[];
}

export interface MatchingLine {
  readonly number: number;
  readonly text: string;
  readonly isMatch: boolean;
}

export interface GlobQuery {
  readonly pattern: string;
  /** The folder that the pattern starts at; the root unless told. */
  readonly path?: string;
  readonly isCaseSensitive?: boolean;
  readonly ignore?: IgnoreOptions;
}

export interface GlobResult {
  /** By path. */
  readonly files: readonly { readonly path: string; readonly changedAt: number }[];
  /** Files that fit the pattern, but not the ignore rules. Folders that are ignored are not looked into. */
  readonly ignored: number;
  /** Whether the folder holds more than could be looked at, or time was up before. */
  readonly isCut: boolean;
  readonly unread: readonly string[];
}
