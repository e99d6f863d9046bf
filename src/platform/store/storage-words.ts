/** What the user is told about storage: each a sentence that says what happened, what is safe, and what to do. */
import { isNamed, type Failure } from "../../core/errors.js";
import type { Reconciled } from "./recovery.js";

export function storageFailure(error: unknown): Failure {
  const { name, message } = error as Error;
  if (isNamed(error, "QuotaExceededError")) {
    return {
      name,
      message:
        "The disk, or the share of it that this browser allows, is full, so nothing more can be saved. Everything up to here is safe. " +
        "Export a copy if you like, free some space, and reload.",
    };
  }
  if (
    isNamed(error, "BlockedUpgradeError") ||
    isNamed(error, "NewerDatabaseError") ||
    isNamed(error, "ReadOnlyError")
  ) {
    return { name, message };
  }
  if (name === "SecurityError" || isNamed(error, "NotAllowedError")) {
    return {
      name,
      message:
        "This window does not let Palimpsest keep anything, as some private windows do. Nothing was lost, but nothing can be saved here: " +
        "open it in an ordinary window.",
    };
  }
  return {
    name: name || "Error",
    message:
      `Your conversations could not be opened for writing (${message || name}). What is stored has not been touched. ` +
      "Export what can be read, then close all tabs of Palimpsest and open it again.",
  };
}

/** What is worth a word after opening; nothing on an ordinary day. */
export function recoveredNotice(done: Reconciled, hasJournal: boolean): string | undefined {
  if (!hasJournal) {
    return "This browser has no private file system for a second copy, so your conversations are kept once, in its database. Export them now and then.";
  }
  if (done.journalRewritten) {
    return "The second copy of your conversations was damaged and has been written anew. Nothing is lost.";
  }
  if (!done.rebuilt || done.recovered === 0) return undefined;
  const { length } = done.sessions;
  const sessions = `${length} ${length === 1 ? "session" : "sessions"}`;
  const damage = done.damaged > 0 ? ` ${done.damaged} damaged places in the copy could not be read.` : "";
  return (
    `The browser had lost its database. ${done.recovered} records of ${sessions} were brought back from the second copy.${damage} ` +
    "Folders and the API key have to be given again."
  );
}
