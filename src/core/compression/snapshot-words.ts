/** Sentences about Snapshots: why an edit of a summary is refused, and which fraction is none. */
export const snapshotWords = {
  lineGone: "This line is not there any more: the summary was changed meanwhile. Look at it again.",
  needsALine: "A summary needs at least one line. To have the originals back, undo the compression.",
  unreadable:
    "This can’t be read as a summary, so nothing was changed. It must begin with <state_snapshot>, have sections such as " +
    "<key_knowledge> with a line each, and end with </state_snapshot>.",
  noFraction: (fraction: number) => `A fraction lies between 0 and 1, and ${fraction} does not.`,
};
