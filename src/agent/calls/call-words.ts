/** Sentences about calls and the edits they make: for the user, and for the Model that made the call. */
export const callWords = {
  notProposed: "A call that was proposed runs only as it was proposed.",
  stopped: "The user stopped this before it was done.",
  calledOff: "This was not done, because the user rejected a call before it.",
  unknownTool: (name: string, near: readonly string[], known: readonly string[]) =>
    `There is no tool named “${name}”. ${near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `There are: ${known.join(", ")}.`}`,
  onlyReads: (path: string) =>
    `“${path}” was left as it is: this was run without asking since such commands only read. Write a command that plainly says what it changes, so that the user can be asked.`,
  decidesWhatRuns: (path: string) =>
    `“${path}” decides what runs or what may run, and was left as it is: use write_file or replace for it, so that the user can see the change.`,
  denied: (name: string, source: string) => `A rule (${source}) does not allow this call of ${name}. Go on without it.`,
  rejected: "The user rejected this and nothing was done. Don't try it again unless the user asks for it.",
  rejectedWithNote: (note: string) => `The user rejected this and nothing was done. The user says: ${note}`,
  notEditable: "This call can't be edited. Allow it as it is, or reject it.",
  addressNotEditable: "An address can't be edited. Allow it as it is, or reject it.",
  questionTakenBack: "The question was taken back.",
  nobodyWaits:
    "Nobody waits for this answer any more: it was given before, the work was stopped, or another tab is asking.",

  pathOfFolder: "The path is that of the workspace itself. Name a file in it.",
  tooLargeToEdit: (path: string, bytes: number) =>
    `“${path}” has ${bytes} bytes; files over 10 MB cannot be edited here.`,
  notText: (path: string) =>
    `“${path}” is not text that can be written back as it was (it is binary, or has bytes that are no UTF-8), so it is left alone.`,
  readOnly: "This folder is open for reading only, so nothing was changed. Ask the user to allow writing in it.",
  hidden: (path: string) => `“${path}” is left out by .geminiignore or is never shown, so it cannot be changed.`,
  changedMeanwhile: (path: string) =>
    `“${path}” was changed by someone else while this edit waited, so nothing was written. Read it again and make the edit anew.`,

  nothingToTakeBack: "That call has changed no file, so there is nothing to take back.",
  notChangedByCall: (path: string) => `That call has not changed “${path}”, so nothing was written.`,
  changedAgain: (path: string) =>
    `“${path}” was changed once more meanwhile, so nothing was written. Look at it again.`,
  inAnotherFolder: (path: string) => `“${path}” is in another folder. Open that one, and take the edit back then.`,
};
