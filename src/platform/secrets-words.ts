/** Sentences about secrets that can't be stored or read. */
export const secretsWords = {
  unreadable: (name: string) =>
    `The secret kept as "${name}" can no longer be read. Everything else is untouched. Enter it once more in Settings.`,
  keyGone: "The master key is gone.",
  notStored:
    "The browser's storage for secrets does not work now, so nothing was changed in it. Your conversations are not " +
    "concerned. Free some disk space, or leave private browsing, and enter the key again.",
};
