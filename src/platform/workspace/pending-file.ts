/**
 * The mark of a file that is being made. A handle for a new file comes only by making it, empty; a browser killed in that
 * moment leaves it. The mark beside it says so, until the file is taken away again or whole (see handle-write.ts). It ends
 * like the swap files of Chromium, so that it is hidden and cleaned up as they are.
 */
import { isSwapFile } from "./entries.js";

const MARK = ".palimpsest-new.crswap";

export const markOf = (name: string): string => `${name}${MARK}`;

/** The name of the file that is marked, if this is a mark. */
export const markedBy = (name: string): string | undefined =>
  name.endsWith(MARK) ? name.slice(0, -MARK.length) : undefined;

/** Names of a folder whose files, if empty, are not there for anyone who reads. */
export function markedIn(names: Iterable<string>): ReadonlySet<string> {
  const marked = new Set<string>();
  for (const name of names) {
    const file = isSwapFile(name) ? markedBy(name) : undefined;
    if (file !== undefined) marked.add(file);
  }
  return marked;
}
