/** Library: the indexes of the folder and of past Sessions, and the messages there, for the librarian. */
import type { FoundMemoryLine } from "../port/memory-port.js";
import type { Hit, SearchQuery } from "../search/search.js";
import type { SessionId } from "../ids.js";

export interface Library {
  folder(): LibraryFolder;
  /** Brings the index up to date first if that is quick; otherwise searches it as it is, and says so. */
  searchFolder(query: SearchQuery): Promise<Searched>;
  /** Searches what users and Models said, unless other groups are asked for. */
  searchSessions(query: SearchQuery): Promise<Searched>;
  /** The message of a hit among past Sessions; undefined if it is gone or in the trash. */
  said(key: string): Promise<Said | undefined>;
  /** The messages right before and after it in the same Session. */
  around(key: string): Promise<{ readonly before?: Said; readonly after?: Said }>;
  /** Lines of Memory files that speak of something, best first. */
  remembered?(words: string): Promise<readonly FoundMemoryLine[]>;
  now(): number;
}

export type LibraryFolder = { readonly state: "none" } | { readonly state: "locked" | "open"; readonly name: string };

export interface Searched {
  readonly hits: readonly Hit[];
  /** The number of entries that were searched. */
  readonly entries: number;
  /** The progress of an index that is still being made. */
  readonly indexing?: { readonly read: number; readonly toRead: number };
}

export interface Said {
  readonly session: SessionId;
  readonly title: string;
  readonly at: number;
  readonly from: "user" | "model";
  readonly text: string;
}
