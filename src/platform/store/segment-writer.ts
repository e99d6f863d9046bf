/** Fills a journal segment with entries. The segment has no header, and is ignored, until it is complete. */
import { encodeEntries, HEADER_BYTES, type JournalEntry } from "../../core/log/journal.js";
import type { JournalSegment } from "./journal-files.js";

/** Entries written at a time. */
const GATHERED = 256;

/** Returns the end of the last entry. The caller writes the header once the old segment is not needed any more. */
export async function fillSegment(segment: JournalSegment, entries: AsyncIterable<JournalEntry>): Promise<number> {
  segment.truncate(0);
  segment.flush();
  let end = HEADER_BYTES;
  let gathered: JournalEntry[] = [];
  const write = () => {
    const bytes = encodeEntries(gathered);
    segment.write(bytes, end);
    end += bytes.length;
    gathered = [];
  };
  for await (const entry of entries) {
    gathered.push(entry);
    if (gathered.length >= GATHERED) write();
  }
  write();
  segment.flush();
  return end;
}
