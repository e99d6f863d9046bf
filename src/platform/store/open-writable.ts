/** Opens the database for writing, and starts it anew where it is beyond reading and a journal can fill it again (L8). */
import { deleteDB } from "idb";
import { isNamed } from "../../core/errors.js";
import { DATABASE, openDatabase, type Database } from "./database.js";
import type { JournalFiles } from "./journal-files.js";

export async function openWritable(
  files: JournalFiles | undefined,
  onBlocking: () => void,
  onClosed: () => void,
): Promise<Database> {
  try {
    return await openAndRead(onBlocking, onClosed);
  } catch (error) {
    if (!isDamage(error) || !(await hasJournal(files))) throw error;
    // Once more, in case the disk was only busy; then the journal is the better copy.
    try {
      return await openAndRead(onBlocking, onClosed);
    } catch (again) {
      if (!isDamage(again)) throw again;
      await deleteDB(DATABASE);
      return openAndRead(onBlocking, onClosed);
    }
  }
}

/** A damaged database may open and fail at the first touch: so touch it. */
async function openAndRead(onBlocking: () => void, onClosed: () => void): Promise<Database> {
  const db = await openDatabase(onBlocking, onClosed);
  try {
    await Promise.all([db.get("meta", "journal"), db.getAllKeys("sessions", undefined, 1)]);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Not damage: a full disk, another tab, a newer build. Those pass, and nothing may be thrown away for them (L5). */
const isDamage = (error: unknown): boolean =>
  ["UnknownError", "DataError", "NotFoundError", "NotReadableError"].includes((error as Error).name) &&
  !isNamed(error, "QuotaExceededError");

async function hasJournal(files: JournalFiles | undefined): Promise<boolean> {
  if (!files) return false;
  const first = await files.open(1, (segment) => segment.generation());
  return first > 0 || (await files.open(2, (segment) => segment.generation())) > 0;
}
