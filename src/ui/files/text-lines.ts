/** The lines of a text, without a copy of each, and the places where words are found. Pure. */

export interface TextLines {
  readonly count: number;
  /** A line without its end; lines are counted from 0. */
  line(index: number): string;
  /** The text of the lines from `first` to before `last`, with their ends. */
  slice(first: number, last: number): string;
  /** The line that a place in the text is in. */
  lineAt(place: number): number;
  start(index: number): number;
}

export function linesIn(text: string): TextLines {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  // A newline at the very end begins no line.
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
  const start = (index: number) => (index < starts.length ? starts[index]! : text.length);
  return {
    count: starts.length,
    start,
    line: (index) => text.slice(start(index), start(index + 1)).replace(/\r?\n$/, ""),
    slice: (first, last) => text.slice(start(first), start(last)),
    lineAt(place) {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle]! <= place) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

/** Places that are found at most: nobody goes through more. */
export const MOST_FOUND = 5_000;

/** The places of words in a text, upper or lower case. */
export function placesOf(text: string, words: string): readonly number[] {
  if (words === "") return [];
  const pattern = new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), "giu");
  const places: number[] = [];
  for (const { index } of text.matchAll(pattern)) if (places.push(index) === MOST_FOUND) break;
  return places;
}
