/** Fills a journal segment with entries. It stays without a header, and so counts for nothing, until it is complete. */
import { encodeEntries, HEADER_BYTES, type JournalEntry } from "../../core/log/journal.js";
import type { JournalSegment } from "./journal-files.js";

/** Entries are gathered to about this many before they are written. */
const GATHERED = 256;

/** Returns where it ends. The caller writes the header once nothing depends on the old segment any more. */
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
