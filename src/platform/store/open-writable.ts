/** Opens the database for writing, and creates it anew where it can't be read and a journal can fill it again (L8). */
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
    // A second try, in case the disk was only busy; after it the journal is the better copy.
    try {
      return await openAndRead(onBlocking, onClosed);
    } catch (again) {
      if (!isDamage(again)) throw again;
      await deleteDB(DATABASE);
      return openAndRead(onBlocking, onClosed);
    }
  }
}

/** Opens the database and reads from it: a damaged one may open and fail at the first reading. */
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

/** Damage, and not a full disk, another tab or a newer build: those pass, and no data may be deleted for them (L5). */
const isDamage = (error: unknown): boolean =>
  ["UnknownError", "DataError", "NotFoundError", "NotReadableError"].includes((error as Error).name) &&
  !isNamed(error, "QuotaExceededError");

async function hasJournal(files: JournalFiles | undefined): Promise<boolean> {
  if (!files) return false;
  const first = await files.open(1, (segment) => segment.generation());
  return first > 0 || (await files.open(2, (segment) => segment.generation())) > 0;
}
