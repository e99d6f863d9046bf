/** The records of a Session, for workers that only read. */
import { attachBlobs } from "../../core/log/blob-refs.js";
import type { LogRecord } from "../../core/log/log.js";
import type { SessionId } from "../../core/ids.js";
import { openForReading } from "./database.js";
import { readerOf } from "./reader.js";

/** Reads through a connection of its own: one that stays open would block an upgrade. */
export async function readRecords(session: SessionId): Promise<readonly LogRecord[]> {
  const db = await openForReading();
  try {
    return await readerOf(() => db, attachBlobs).records(session);
  } finally {
    db.close();
  }
}
