/** Sentences about the open folder: why it, or a file of it, can't be read or sent. */
export const folderWords = {
  noFolder: "No folder is open.",
  noneToRead: "No folder is open. Open one to see its files here.",
  clickNeeded: (name: string) => `The browser asks the user for a click before “${name}” can be read again.`,
};
