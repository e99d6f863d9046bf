/** Sentences about storage: what happened, what is safe, and what to do. */
import { isNamed, type Failure } from "../../core/errors.js";
import type { Reconciled } from "./recovery.js";

export const storageWords = {
  notOpened: "Your conversations could not be opened in this tab.",
  noDatabase: "There is no database yet.",
  noMeta: "The database has no note of its journal.",
  missingPart: "[This part could not be found in storage.]",
  upgradeBlocked:
    "Your conversations are open in another tab with an older Palimpsest, which keeps this one from bringing them up to date. " +
    "Nothing is lost. Close the other tabs, then reload this one.",
  newerDatabase:
    "Your conversations were last written by a newer Palimpsest than this tab is running. They are safe and can be read here, " +
    "but not changed. Close all tabs of Palimpsest and open it again to get the newer one.",
  upgradedElsewhere:
    "A newer Palimpsest was opened in another tab and has brought your conversations up to date. Nothing is lost. Reload this tab to go on in it.",
  closedByBrowser:
    "The browser has closed the database, as it does when site data is cleared or the disk fails. Export what you see, then reload.",
  full:
    "The disk, or the share of it that this browser allows, is full, so nothing more can be saved. Everything up to here is safe. " +
    "Export a copy if you like, free some space, and reload.",
  privateWindow:
    "This window does not let Palimpsest keep anything, as some private windows do. Nothing was lost, but nothing can be saved here: " +
    "open it in an ordinary window.",
  notWritable: (why: string) =>
    `Your conversations could not be opened for writing (${why}). What is stored has not been touched. ` +
    "Export what can be read, then close all tabs of Palimpsest and open it again.",
};

/** Errors whose own sentence is shown as it is. */
const EXPLAINED = ["BlockedUpgradeError", "NewerDatabaseError", "ReadOnlyError"];

export function storageFailure(error: unknown): Failure {
  const { name, message } = error as Error;
  if (isNamed(error, "QuotaExceededError")) return { name, message: storageWords.full };
  if (EXPLAINED.includes(name)) return { name, message };
  if (name === "SecurityError" || isNamed(error, "NotAllowedError")) {
    return { name, message: storageWords.privateWindow };
  }
  return { name: name || "Error", message: storageWords.notWritable(message || name) };
}

/** A notice for the user after opening; none on an ordinary day. */
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
