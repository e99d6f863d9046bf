/**
 * A context in slices of bounded size. A thread reads a posted message in one task: 13 MB at once took 12 ms of the page's main thread; in
 * slices, no task of sending took more than 4 (`npm run bench -- 13 MB in Chromium`).
 */
import { walkStrings } from "../tokens/walk-strings.js";

/** Characters of a slice; a longer Content is a slice of its own. */
const SLICE = 128 * 1024;

export function* slicesOf<Item>(contents: readonly Item[], characters = SLICE): Generator<readonly Item[]> {
  let from = 0;
  let size = 0;
  for (let at = 0; at < contents.length; at++) {
    let added = 0;
    walkStrings(contents[at], (text) => (added += text.length));
    if (size + added > characters && at > from) {
      yield contents.slice(from, at);
      from = at;
      size = 0;
    }
    size += added;
  }
  if (from < contents.length) yield contents.slice(from);
}
