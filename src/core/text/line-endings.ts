/**
 * Restores the line ends of a text that went through a text field, which only has `\n`. Unchanged lines at either end
 * keep theirs byte for byte; those in between get the one that most lines have.
 */
const END = /\r\n|\n|\r/g;

export const asTyped = (text: string): string => text.replaceAll(END, "\n");

export function withLineEnds(original: string, typed: string): string {
  if (typed === asTyped(original)) return original;
  const ends = original.match(END) ?? [];
  const old = asTyped(original).split("\n");
  const now = typed.split("\n");
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const usual = usualOf(ends);
  const restored = now
    .map((line, at) => {
      if (at === now.length - 1) return line;
      const fromEnd = now.length - 1 - at;
      const end = at < head ? ends[at] : fromEnd < tail ? ends[old.length - 1 - fromEnd] : usual;
      return line + (end ?? usual);
    })
    .join("");
  // A lone `\r` that now stands before a `\n` would make one line end of two.
  return asTyped(restored) === typed ? restored : typed.replaceAll("\n", usual);
}

function usualOf(ends: readonly string[]): string {
  const windows = ends.filter((end) => end === "\r\n").length;
  return windows * 2 > ends.length ? "\r\n" : "\n";
}
