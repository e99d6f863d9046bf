/**
 * What a reading Tool gives at most. It stays below where every output is cut to head and tail (X1: 40,000 characters and
 * 1,000 lines), since a list or a file without its middle misleads; so each says itself what it left out.
 */

/** Leaves room for a notice and for the words around untrusted output. */
export const OUTPUT_CHARS = 38_000;
export const OUTPUT_LINES = 950;

interface Fitting {
  readonly lines: readonly string[];
  readonly leftOut: number;
}

/** As many lines from the first on as fit. */
export function fitLines(lines: readonly string[], mostLines = OUTPUT_LINES, mostChars = OUTPUT_CHARS): Fitting {
  let chars = 0;
  let count = 0;
  while (count < lines.length && count < mostLines && chars + lines[count]!.length + 1 <= mostChars) {
    chars += lines[count]!.length + 1;
    count++;
  }
  return { lines: lines.slice(0, count), leftOut: lines.length - count };
}

export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** What of a folder could not be read, in a line; nothing if all could. */
export function unreadNote(unread: readonly string[]): readonly string[] {
  if (unread.length === 0) return [];
  const more = unread.length > 5 ? ` and ${unread.length - 5} more` : "";
  return [`Not read: ${unread.slice(0, 5).join(", ")}${more}.`];
}
