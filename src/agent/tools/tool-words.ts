/** Sentences with which Tools refuse a call: the Model reads them as the call's output. */
export const toolWords = {
  questionCount: (most: number) => `Ask from 1 to ${most} questions at once.`,
  tooManyTodos: (most: number) => `Give at most ${most} todos.`,
  severalInProgress: "At most one todo can be in_progress. Nothing was put down.",
  noAgents: "There are no agents here.",
  nothingRecalled: "Nothing can be recalled here.",
  noQuery: "Give a query, or labels such as “#12 #30”.",
  noScripts: "Scripts can't be run for this folder.",
  noShell: "There is no shell for this folder. Use the tools for files instead.",
  notAFolder: (path: string) => `“${path}” is a file. Give the folder to run the command in.`,
  noWeb: "The web can be reached only with a Gemini model and its key.",

  noGit: "Git can't be used in this folder.",
  neverShown: (path: string, why: string) => `“${path}” can't be shown: ${why}.`,
  fromNeeded: "Give from as well: the commit that to is compared with.",
  authorForm: "author must read “Name <email>”.",
  moreToCommit: (paths: readonly string[]) =>
    `${paths.map((path) => `“${path}”`).join(", ")} would be committed too, since the user was asked. Nothing was committed: call git_commit again.`,

  noFact: "There is nothing in that to remember. Say the fact.",
  rememberedAlready: (path: string, line: string) =>
    `That is remembered already, in ${path}: “${line}”. Nothing was written.`,
  notOffered: (path: string) => `“${path}” is none of the places that were offered.`,
  nothingRemembered: "Nothing can be remembered here.",

  noInclude: "“include” is empty. Say which files to read.",
  linesSwapped: (first: number, last: number) =>
    `start_line (${first}) is after end_line (${last}). Swap them, or leave one out.`,
  ignored: (path: string) =>
    `“${path}” is left out by the ignore rules of this folder (.gitignore, .geminiignore, or what is never shown), so it cannot be read.`,
  tooLargeToRead: (path: string, bytes: number) =>
    `“${path}” has ${bytes} bytes, and files over 20 MB cannot be read. Search it with grep_search, or ask the user for a part of it.`,
  noOutput: (address: string) =>
    `There is no output kept as “${address.slice(0, 120)}”. Use the address as it was given, or call the tool again.`,

  omission: (line: string) =>
    `“${line.slice(0, 120)}” stands for text that is left out, and would take its place in the file. Write that text, or use replace for the part that changes.`,
  changedSinceRead: (path: string) =>
    `“${path}” has changed since you last read it, and would lose what changed. Read it again, then write it anew.`,
  sameText: (path: string) => `“${path}” has this very text already: nothing to write.`,
  noFileToReplaceIn: (path: string) => `There is no “${path}”. To make it, leave old_string empty or use write_file.`,
  emptyOldString: (path: string) =>
    `“${path}” is there already, so an empty old_string can't be meant. Give the text to replace.`,
  nothingReplaced: "old_string and new_string would leave the file as it is: nothing to change.",
  foundOften: (path: string, { times, lines, expected }: { times: string; lines: string; expected: number }) =>
    `old_string is ${times} in “${path}” (at ${lines}), not ${expected}. Nothing was changed. Give more of the lines around the one you mean, or set allow_multiple to change all.`,
  notInFile: (path: string, hint: string) => `old_string is not in “${path}”, so nothing was changed. ${hint}`,
};
