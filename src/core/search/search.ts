/** Search (Q1): the interface of an index for files, Sessions, memories and tool outputs. search-rank.ts ranks. */

/** An entry that can be found. Its text is not kept: a hit leads back to it by key and lines. */
export interface SearchEntry {
  /** Unique in its index: a path, a record's id. An entry with the same key is replaced. */
  readonly key: string;
  readonly group: SearchGroup;
  /** Words that count more than the body's. For a file the path, whose name counts most. */
  readonly title?: string;
  readonly text: string;
  /** Milliseconds since 1970: when a file was changed, when something was said. */
  readonly time: number;
  /** Bytes of the file, by which changes are noticed. */
  readonly size?: number;
}

export type SearchGroup = "file" | "session" | "memory" | "output";

export interface SearchQuery {
  /** Free words, a question, an identifier, a path. */
  readonly text: string;
  readonly groups?: readonly SearchGroup[];
  /** Only entries whose key begins so: the records of one Session, the files of one folder. */
  readonly within?: string;
  /** 20 by default. */
  readonly limit?: number;
  /** The last word may be the beginning of one: for search as you type. */
  readonly prefix?: boolean;
  /** Newer entries count more: `weight` (0.5: half as much again) for those of `now`, half of that a `halfLife` before. */
  readonly recency?: { readonly now: number; readonly halfLife: number; readonly weight: number };
}

export interface Hit {
  readonly key: string;
  readonly group: SearchGroup;
  readonly time: number;
  readonly score: number;
  /** The part of the question that is found, rare words counting more: 0 to 1. See search-confidence.ts for what is enough. */
  readonly coverage: number;
  /** How each telling word of the query was found, in its order. */
  readonly words: readonly WordFound[];
  /** Places in the text, best first, three at most; none where only the title matched. Lines count from 1. */
  readonly passages: readonly HitPassage[];
}

/** A word of a query in a hit. */
export interface WordFound {
  /** The word as written in the query. */
  readonly word: string;
  /**
   * `whole`: itself or a form of it; an identifier all of it, however it is cased and joined. `alike`: only by what may
   * stand for it: a word of like meaning, a longer one, one with a letter wrong, a piece of the identifier.
   */
  readonly found: "whole" | "alike" | "not";
  /** The word's part of the question, rare words having more; all of them make 1. */
  readonly share: number;
  /** True for an identifier, or a number that is no year and no count. */
  readonly isName: boolean;
  /** The number of entries in the index that have it whole. */
  readonly entries: number;
}

export interface HitPassage {
  readonly fromLine: number;
  readonly toLine: number;
  readonly score: number;
}

/** The progress of indexing a folder. */
export interface IndexProgress {
  readonly phase: "listing" | "reading" | "done";
  /** Files seen in the folder; those that had to be read, and how many of them have been. */
  readonly seen: number;
  readonly toRead: number;
  readonly read: number;
}

export interface FolderIndexed {
  readonly files: number;
  /** Files whose content was read: new or changed since they were last indexed. */
  readonly read: number;
  readonly removed: number;
  readonly skipped: number;
  /** True if indexing was stopped: its results so far are kept. */
  readonly stopped: boolean;
}

export interface IndexStatus {
  readonly entries: number;
  readonly bytes: number;
  /** The origin of the opened index. `rebuilt`: the stored one was damaged. */
  readonly opened: "loaded" | "fresh" | "rebuilt";
  /** True if this tab stores the index: another tab may do so instead. */
  readonly persisted: boolean;
  readonly indexing: boolean;
  readonly marks: Readonly<Record<string, string>>;
}

/**
 * The search worker. `id` names an index: a Workspace's id, or a name of ours such as "sessions". Posted entries are
 * stored with `marks`, the caller's notes on how far it has come, so that after a reload only new entries are posted.
 * An index that was damaged has no marks, and asks for everything again.
 */
export interface SearchPort {
  /** Updates the index of a folder: only new and changed files are read. One at a time for each `id`. */
  indexFolder(
    id: string,
    folder: FileSystemDirectoryHandle,
    onProgress?: (progress: IndexProgress) => void,
  ): Promise<FolderIndexed>;
  stopIndexing(id: string): Promise<void>;
  indexEntries(id: string, entries: readonly SearchEntry[], marks?: Readonly<Record<string, string>>): Promise<void>;
  /** Removes entries by key, or all whose key starts with `prefix`. */
  remove(id: string, what: { readonly keys: readonly string[] } | { readonly prefix: string }): Promise<void>;
  /** Forgets the index and its file. */
  forget(id: string): Promise<void>;
  search(id: string, query: SearchQuery): Promise<readonly Hit[]>;
  /** The neighbours of a key, in order, among those with the same beginning up to the last slash and of its group. */
  neighbours(id: string, key: string): Promise<{ readonly before?: string; readonly after?: string }>;
  status(id: string): Promise<IndexStatus>;
}
