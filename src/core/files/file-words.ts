/** Sentences about paths, patterns and archives that are refused, for the user and for Models. `path` and `name` are quoted already. */
export const pathWords = {
  unseen: (path: string) => `The path ${path} has characters that cannot be seen. Write it without them.`,
  falseSlash: (path: string) => `The path ${path} has a character that looks like a slash and is none. Use a plain /.`,
  tooLong: (path: string, bytes: number) => `The path ${path} is longer than ${bytes} bytes. Use a shorter one.`,
  fromDisk: (path: string) =>
    `The path ${path} starts at the root of a disk. Paths start at the workspace: leave out the leading slash.`,
  fromDrive: (path: string) =>
    `The path ${path} names a drive or a scheme. Paths start at the workspace: give only what comes below it.`,
  fromHome: (path: string) =>
    `The path ${path} starts at a home folder, which a workspace cannot see. Paths start at the workspace.`,
  overlong: (path: string) =>
    `The path ${path} hides characters in an encoding that no one uses honestly. Write it plainly.`,
  encoded: (path: string) =>
    `The path ${path} hides a way out of the workspace behind percent signs. Write it plainly.`,
  leaves: (path: string) =>
    `The path ${path} leaves the workspace. Only what is inside it can be reached: use fewer “..”.`,
  dots: (name: string) => `The name ${name} is made of dots, or of characters that look like them. Use another name.`,
  badEnd: (name: string) => `The name ${name} ends in a dot or a space, which not every system can keep. Leave it out.`,
  longName: (name: string, bytes: number) => `The name ${name} is longer than ${bytes} bytes. Use a shorter one.`,
};

export const patternWords = {
  globLength: (most: number) => `The glob must have 1 to ${most} characters. Try “**/*.ts”.`,
  globLeaves: (glob: string) =>
    `The glob “${glob}” leaves its folder. Patterns start at dir_path, without “/” in front and without “..”.`,
  noGlob: (glob: string, why: string) => `“${glob}” is no glob: ${why}. Check its brackets and braces.`,
  empty: "The pattern is empty. Say what to look for.",
  noPattern: (pattern: string, why: string) =>
    `“${pattern}” is no regular expression (${why}). Escape what is meant literally with \\, or set fixed_strings.`,
  ignored: (path: string) =>
    `“${path}” is left out by the ignore rules of this folder (.gitignore, .geminiignore, or what is never shown). ` +
    "Look elsewhere, or ask not to go by these rules if the user wants what is in it.",
};

export const archiveWords = {
  tooMuch: (is: string, most: string) =>
    `That is too much to copy: ${is}, and at most ${most} fit. Nothing was copied. Leave out what is not needed, such as node_modules.`,
  clash: (name: string) => `There is another “${name}” in the same place.`,
  refused: (why: string) => `The archive cannot be opened: ${why}. Pack it again as a plain zip.`,
  zip64: "it is in the form for more than 4 GB (zip64)",
  severalParts: "it is one of several parts",
  noZip: "it is no zip, or its end is missing",
  damagedList: "its list of files is damaged",
  damagedFile: "a file in it is damaged",
};
