/** Sentences about Memories: why an import did not come about, and what the memory manager may not touch. */
import { VIRTUAL_HOME } from "./memory-file.js";
import type { ImportReason } from "./memory-import.js";

export const importWords: Readonly<Record<ImportReason, string>> = {
  outside: "Path traversal attempt",
  url: "Only files of this folder can be imported, no URLs",
  invalid: "This is no path",
  missing: "There is no such file",
  folder: "It is a folder",
  binary: "Only text can be imported",
  "too-large": "It has more than a megabyte",
  ignored: "It is left out by .geminiignore, or is never shown",
  withheld: "It has not been accepted",
  unreadable: "It could not be read",
  cycle: "It is being imported already",
  depth: "It is imported through too many others",
  "too-many": "Too much is imported",
};

export const noMemoryFile = (path: string, names: readonly string[]): string =>
  `“${path}” is no memory file. You may read and write only ${VIRTUAL_HOME}….md and files named ${names.join(" or ")}.`;
