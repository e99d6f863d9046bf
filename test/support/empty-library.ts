/** A Library in which nothing is. */
import type { Library } from "../../src/core/librarian/library.js";

export const emptyLibrary: Library = {
  folder: () => ({ state: "none" }),
  searchFolder: () => Promise.resolve({ hits: [], entries: 0 }),
  searchSessions: () => Promise.resolve({ hits: [], entries: 0 }),
  said: () => Promise.resolve(undefined),
  around: () => Promise.resolve({}),
  now: () => 0,
};
