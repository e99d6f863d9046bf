/** Sentences about Memory files: why one was not read, written or loaded. */
export const memoryWords = {
  noFolder: (path: string) => `“${path}” is a file of a folder, and no folder is open.`,
  noName: "Name a file below ~/.gemini/, such as ~/.gemini/GEMINI.md.",
  missing: (path: string) => `There is no “${path}”.`,
  notEditable: (path: string) =>
    `“${path}” is not text that can be written back as it was (it is binary, or has bytes that are no UTF-8), so it is left alone.`,
  conflict: (path: string) =>
    `“${path}” was changed elsewhere meanwhile, so nothing was written. Look at it as it is now, then write it anew.`,
  readOnly: (folder: string, path: string) =>
    `“${folder}” is open for reading only, so “${path}” was not written. Allow writing in it first.`,
  tooLong: (path: string) => `That is too long for a memory: “${path}” may have a million characters at most.`,
  notLookedFor: (path: string) => `“${path}” could not be looked for.`,

  empty: "It is empty.",
  twin: (path: string) => `It says the same as ${path}.`,
  deeper: "Loaded when its folder is touched.",
  brought: "Brought along by a tool that touched its folder.",
  notLoaded: (why: string) => `Not loaded: ${why.replace(/\.$/, "")}.`,
  unreadable: "it could not be read",
  unsearched: (why: string) => `The folder could not be searched for memories: ${why}`,
  unsearchedPart: (path: string, why: string) => `“${path}” could not be searched for memories: ${why}`,
  searchCut: (folders: number) =>
    `Only the first ${folders} folders were searched for memories; those of others are loaded when they are touched.`,
};

/** Reasons that follow “Not loaded”, as the reader of Memories gives them. */
export const notLoadedWords: Readonly<Record<string, string>> = {
  missing: "there is no such file",
  folder: "it is a folder",
  binary: "it is no text",
  "too-large": "it has more than a megabyte",
  ignored: "it is left out by .geminiignore, or is never shown",
};
