/**
 * The mark of a file that is being made. A handle for a new file comes only by making it, empty, and a browser killed in
 * that moment leaves it. The mark lies beside it until the file is removed again or whole (see handle-write.ts). Its name ends
 * like the swap files of Chromium, so that it is hidden and cleaned up as they are.
 */
import { isSwapFile } from "./entries.js";

const MARK = ".palimpsest-new.crswap";

export const markOf = (name: string): string => `${name}${MARK}`;

/** The name of the marked file, if the name is that of a mark. */
export const markedBy = (name: string): string | undefined =>
  name.endsWith(MARK) ? name.slice(0, -MARK.length) : undefined;

/** The names of marked files in a folder: these files, if empty, are neither listed nor read. */
export function markedIn(names: Iterable<string>): ReadonlySet<string> {
  const marked = new Set<string>();
  for (const name of names) {
    const file = isSwapFile(name) ? markedBy(name) : undefined;
    if (file !== undefined) marked.add(file);
  }
  return marked;
}
