/**
 * Limits of a reading Tool's output. They lie below the size at which every output is cut to head and tail (X1: 40,000 characters
 * and 1,000 lines), since a list or a file without its middle misleads: each Tool cuts at the end, and says what it left out.
 */

/** 2,000 characters and 50 lines less than X1: room for a notice and for the marks around untrusted output. */
export const OUTPUT_CHARS = 38_000;
export const OUTPUT_LINES = 950;

/** As many lines from the first on as fit. */
export function fitLines(lines: readonly string[]): { readonly lines: readonly string[]; readonly leftOut: number } {
  let chars = 0;
  let count = 0;
  while (count < lines.length && count < OUTPUT_LINES && chars + lines[count]!.length + 1 <= OUTPUT_CHARS) {
    chars += lines[count]!.length + 1;
    count++;
  }
  return { lines: lines.slice(0, count), leftOut: lines.length - count };
}

export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The paths that could not be read, in a line; no line if all could. */
export function unreadNote(unread: readonly string[]): readonly string[] {
  if (unread.length === 0) return [];
  const more = unread.length > 5 ? ` and ${unread.length - 5} more` : "";
  return [`Not read: ${unread.slice(0, 5).join(", ")}${more}.`];
}
