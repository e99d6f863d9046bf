/** The records of a Session, read by whoever works on their texts in a thread of its own; the log worker alone writes. */
import { attachBlobs } from "../../core/log/blob-refs.js";
import type { LogRecord } from "../../core/log/log.js";
import type { SessionId } from "../../core/ids.js";
import { openForReading } from "./database.js";
import { readerOf } from "./reader.js";

/** A connection for each reading: one that stays open would stand in the way of an upgrade. */
export async function readRecords(session: SessionId): Promise<readonly LogRecord[]> {
  const db = await openForReading();
  try {
    return await readerOf(() => db, attachBlobs).records(session);
  } finally {
    db.close();
  }
}
