/**
 * FileSearch: finds files and lines in a folder. Patterns come from a Model and may hang, so in the app it runs in a
 * worker that can be killed (platform/search/file-search-link.ts); folder-search.ts is the same in the thread it is
 * called from.
 */
import type { IgnoreOptions } from "./ignore.js";

export interface FileSearch {
  /** Throws `InvalidArgsError` for bad patterns, `TimeoutError` for searches that take too long, `AbortError` when stopped. */
  grep(query: GrepQuery, tell: TellProgress, signal: AbortSignal): Promise<GrepResult>;
  glob(query: GlobQuery, tell: TellProgress, signal: AbortSignal): Promise<GlobResult>;
}

/** Receives progress in a few words: "12 matches in 340 files". */
export type TellProgress = (words: string) => void;

export interface GrepQuery {
  /** A regular expression, tried on each line; with `isFixed` the literal words. */
  readonly pattern: string;
  readonly isFixed?: boolean;
  readonly isCaseSensitive?: boolean;
  /** A folder, or one file, as `readPath` gives it; by default the root. */
  readonly path?: string;
  /** A text to search instead of files. */
  readonly text?: string;
  /** A glob: without a slash for names at any depth, else for the path. */
  readonly include?: string;
  /** A regular expression for lines that don't count. */
  readonly exclude?: string;
  readonly namesOnly?: boolean;
  /** Lines around each match; by default the fewer matches, the more. */
  readonly before?: number;
  readonly after?: number;
  readonly mostPerFile?: number;
  readonly most: number;
  readonly ignore?: IgnoreOptions;
}

export interface GrepResult {
  readonly files: readonly FoundFile[];
  readonly matches: number;
  /** True if there are more matches than were asked for. */
  readonly isLimited: boolean;
  /** True if time was up before all was searched. */
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
  /** The folder that the pattern starts at; by default the root. */
  readonly path?: string;
  readonly isCaseSensitive?: boolean;
  readonly ignore?: IgnoreOptions;
}

export interface GlobResult {
  /** Ordered by path. */
  readonly files: readonly { readonly path: string; readonly changedAt: number }[];
  /** Files that fit the pattern and are ignored. Ignored folders are not searched. */
  readonly ignored: number;
  /** True if the folder has more entries than the limit, or time was up before. */
  readonly isCut: boolean;
  readonly unread: readonly string[];
}
