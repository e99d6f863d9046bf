/** The weights of a Session's contents, read by whoever measures; the log worker writes them with the records. */
import type { WeighedItem } from "../../core/gauge.js";
import { sessionRange } from "./apply.js";
import { openForReading } from "./database.js";

/** A connection for each reading: one that stays open would stand in the way of an upgrade. */
export async function readWeights(session: string): Promise<readonly WeighedItem[]> {
  const db = await openForReading();
  try {
    return await db.getAll("weights", sessionRange(session));
  } finally {
    db.close();
  }
}
