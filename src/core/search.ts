/**
 * Finding things (Q1): one kind of index for files, Sessions, memories and tool outputs. This is what others see of it; how
 * it ranks is in search-rank.ts, where it runs in platform/search-link.ts.
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
  /** How much of what was asked is there at all, rare words counting more: 0 to 1. See `isConvincing`. */
  readonly coverage: number;
  /** The words of the query that were found, as they were written there. */
  readonly matched: readonly string[];
  /** Where in the text, best first, three at most; none where only the title matched. Lines count from 1. */
  readonly passages: readonly HitPassage[];
}

export interface HitPassage {
  readonly fromLine: number;
  readonly toLine: number;
  readonly score: number;
}

/** Below this, what was found shares only its commonest words with what was asked (see search-rank.test.ts). */
export const CONVINCING = 0.5;

/** Whether there is an answer among the hits: if not, "nothing found" is the honest one. Must be given them in order. */
export const isConvincing = (hits: readonly Hit[]): boolean =>
  hits.slice(0, 3).some(({ coverage }) => coverage >= CONVINCING);

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
  status(id: string): Promise<IndexStatus>;
}
