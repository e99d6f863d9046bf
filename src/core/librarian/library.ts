/** What the librarian looks things up in: the indexes of the folder and of past Sessions, and what was said there. */
import type { FoundMemoryLine } from "../port/memory-port.js";
import type { Hit, SearchQuery } from "../search/search.js";
import type { SessionId } from "../ids.js";

export interface Library {
  /** The folder as it is now. */
  folder(): LibraryFolder;
  /** Brings the index up to date first if that is quick; searches what there is otherwise, and says so. */
  searchFolder(query: SearchQuery): Promise<Searched>;
  /** What users and Models said, unless other groups are asked for. */
  searchSessions(query: SearchQuery): Promise<Searched>;
  /** What a hit among past Sessions is about; none if it is gone or in the trash. */
  said(key: string): Promise<Said | undefined>;
  /** What was said right before and after it in the same Session. */
  around(key: string): Promise<{ readonly before?: Said; readonly after?: Said }>;
  /** Lines of Memory files that speak of something, best first. */
  remembered?(words: string): Promise<readonly FoundMemoryLine[]>;
  now(): number;
}

export type LibraryFolder = { readonly state: "none" } | { readonly state: "locked" | "open"; readonly name: string };

export interface Searched {
  readonly hits: readonly Hit[];
  /** Entries that were searched. */
  readonly entries: number;
  /** How far an index is that is still being made. */
  readonly indexing?: { readonly read: number; readonly toRead: number };
}

export interface Said {
  readonly session: SessionId;
  readonly title: string;
  readonly at: number;
  readonly from: "user" | "model";
  readonly text: string;
}
