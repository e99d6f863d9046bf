/**
 * Finding things (Q1): one kind of index for files, Sessions, memories and tool outputs. This is what others see of it; how
 * it ranks is in search-rank.ts, where it runs in platform/search/search-link.ts.
 */

/** What may be found. The text is not kept: a hit leads back to it by key and lines. */
export interface SearchEntry {
  /** Unique in its index: a path, a record's id. What is put again under a key replaces what was there. */
  readonly key: string;
  readonly group: SearchGroup;
  /** Words that count more than the body's. For a file it is the path, and its name counts most. */
  readonly title?: string;
  readonly text: string;
  /** Milliseconds since 1970: when a file was changed, when something was said. */
  readonly time: number;
  /** Bytes of the file, to see whether it has changed since. */
  readonly size?: number;
}

export type SearchGroup = "file" | "session" | "memory" | "output";

export interface SearchQuery {
  /** Free words, a question, an identifier, a path. */
  readonly text: string;
  readonly groups?: readonly SearchGroup[];
  /** Only entries whose key begins so: the records of one Session, the files of one folder. */
  readonly within?: string;
  /** 20 unless told. */
  readonly limit?: number;
  /** The last word may be the beginning of one: for search as you type. */
  readonly prefix?: boolean;
  /** What is newer counts more: `weight` (0.5: half as much again) for what is of `now`, half of that a `halfLife` before. */
  readonly recency?: { readonly now: number; readonly halfLife: number; readonly weight: number };
}

export interface Hit {
  readonly key: string;
  readonly group: SearchGroup;
  readonly time: number;
  readonly score: number;
  /** How much of what was asked is there at all, rare words counting more: 0 to 1. Whether that convinces: search-confidence.ts. */
  readonly coverage: number;
  /** How each telling word of the query was found here, in its order. */
  readonly words: readonly WordFound[];
  /** Where in the text, best first, three at most; none where only the title matched. Lines count from 1. */
  readonly passages: readonly HitPassage[];
}

/** A word of a query in a hit. */
export interface WordFound {
  /** As it was written in the query. */
  readonly word: string;
  /**
   * `whole`: itself or a form of it; an identifier all of it, however it is cased and joined. `alike`: only by what may
   * stand for it: a word of like meaning, a longer one, one with a letter wrong, a piece of the identifier.
   */
  readonly found: "whole" | "alike" | "not";
  /** Its part of what was asked, rare words having more; all of them make 1. */
  readonly share: number;
  /** An identifier, or a number that is no year and no count: it stands in a text because it is meant there. */
  readonly isName: boolean;
  /** In how many entries of the index it stands whole. */
  readonly entries: number;
}

export interface HitPassage {
  readonly fromLine: number;
  readonly toLine: number;
  readonly score: number;
}

/** How far the indexing of a folder is. */
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
  /** Indexing was stopped: what it had come to is kept. */
  readonly stopped: boolean;
}

export interface IndexStatus {
  readonly entries: number;
  readonly bytes: number;
  /** Where the index came from when it was opened. `rebuilt`: there was one, and it was damaged. */
  readonly opened: "loaded" | "fresh" | "rebuilt";
  /** Whether this tab keeps it on disk: another tab may be the one that does. */
  readonly persisted: boolean;
  readonly indexing: boolean;
  readonly marks: Readonly<Record<string, string>>;
}

/**
 * The search worker. `id` names an index: a Workspace's id, or a name of ours such as "sessions". Entries that are posted
 * are kept on disk with `marks`: how far whoever posts them has come, in his own words, so that after a reload only what is
 * new is posted. An index that was damaged has no marks, and asks for everything again.
 */
export interface SearchPort {
  /** Brings the index up to date with the folder: only what is new or changed is read. One at a time for each `id`. */
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
  /** The keys next to one, in their order, of those with the same beginning up to the last slash and of its group. */
  neighbours(id: string, key: string): Promise<{ readonly before?: string; readonly after?: string }>;
  status(id: string): Promise<IndexStatus>;
}
