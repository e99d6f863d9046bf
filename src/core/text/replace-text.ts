/**
 * Replaces a piece of a text, tolerant of small differences. Pure: gives the new text, or why nothing should be
 * replaced.
 * R1 Line ends don't count: `\r\n` in the file, the old or the new text is `\n` for comparing. Inserted text gets the
 *    line ends of its place; the common beginning and end of old and new, and all outside, stay byte for byte.
 * R2 The exact old text is looked for first.
 * R3 Then lines are compared without blanks at their ends; then also without indentation, if each indentation of the
 *    old text corresponds to one of the file. The new text gets the file's indentation. A remark names the difference.
 * R4 As many places as expected are replaced, or none: one by default, any number above none where several are allowed.
 *    Else the lines of all places are named.
 * R5 Not found: the lines that are most like it are shown.
 * R6 An empty old text only fits an empty file, and a new text that changes nothing is no edit.
 */
import { nearestLines, type NearLines } from "./closest-lines.js";
import { indenter } from "./indent.js";
import { replaceWords } from "./text-words.js";

interface Replacement {
  readonly old: string;
  readonly new: string;
  /** The number of places; once by default. `any`: all places. */
  readonly times?: number | "any";
}

export type Replaced =
  | { readonly kind: "replaced"; readonly text: string; readonly lines: readonly number[]; readonly remark?: string }
  | { readonly kind: "not-found"; readonly near?: NearLines }
  /** Found, but not as often as expected: `lines` are the places, counted from 1. */
  | { readonly kind: "ambiguous"; readonly lines: readonly number[]; readonly expected: number }
  | { readonly kind: "same" };

/** A place in the text with ` ` alone, and its new text. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

export function replaceText(file: string, { old, new: put, times = 1 }: Replacement): Replaced {
  const text = toNewlines(file);
  const wanted = toNewlines(old);
  const given = toNewlines(put);
  if (wanted === given) return { kind: "same" };
  const found = findPlaces(text, wanted, given);
  if (!found) return { kind: "not-found", near: nearestLines(text, wanted) };
  const lines = found.places.map(({ start }) => lineAt(text, start));
  if (times !== "any" && lines.length !== times) return { kind: "ambiguous", lines, expected: times };
  const changed = splice(file, text, found.places);
  if (changed === file) return { kind: "same" };
  return { kind: "replaced", text: changed, lines, ...(found.remark && { remark: found.remark }) };
}

interface Found {
  readonly places: readonly Place[];
  readonly remark?: string;
}

function findPlaces(text: string, old: string, put: string): Found | undefined {
  if (old === "") return text === "" ? { places: [{ start: 0, end: 0, put }] } : undefined;
  const exact: Place[] = [];
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length)) {
    exact.push({ start: at, end: at + old.length, put });
  }
  if (exact.length > 0) return { places: exact };
  return findByLines(text, old, put);
}

/** R3. */
function findByLines(text: string, old: string, put: string): Found | undefined {
  if (old.trim() === "") return undefined;
  const endsLine = old.endsWith("\n");
  const wanted = (endsLine ? old.slice(0, -1) : old).split("\n");
  const lines = text.split("\n");
  const starts = startsOf(lines);
  const body = endsLine && put.endsWith("\n") ? put.slice(0, -1) : put;
  const placeAt = (first: number, what: string): Place => {
    const last = first + wanted.length - 1;
    const end = starts[last]! + lines[last]!.length;
    // An old text with its last line's end removes that end, unless the new text has one.
    const takesEnd = endsLine && !put.endsWith("\n") && end < text.length;
    return { start: starts[first]!, end: takesEnd ? end + 1 : end, put: what };
  };
  const blunt = matchesOf(lines, wanted, (line) => line.trimEnd());
  if (blunt.length > 0)
    return { places: blunt.map((first) => placeAt(first, body)), remark: replaceWords.blanksDiffer };
  const loose = matchesOf(lines, wanted, (line) => line.trim());
  const places = loose.flatMap((first) => {
    const indent = indenter(wanted, lines.slice(first, first + wanted.length));
    return indent ? [placeAt(first, body.split("\n").map(indent).join("\n"))] : [];
  });
  return places.length === 0 ? undefined : { places, remark: replaceWords.indentDiffers };
}

/** Places where the wanted lines stand one after the other, without overlap. */
function matchesOf(lines: readonly string[], wanted: readonly string[], bare: (line: string) => string): number[] {
  const sought = wanted.map(bare);
  const there = lines.map(bare);
  const found: number[] = [];
  for (let at = 0; at + sought.length <= there.length;) {
    const fits = sought.every((line, offset) => line === there[at + offset]);
    if (fits) found.push(at);
    at += fits ? sought.length : 1;
  }
  return found;
}

/** R1: replaces the places in the file, and no more of it than differs. */
function splice(file: string, text: string, places: readonly Place[]): string {
  const toFile = fileOffsets(file);
  const usual = usualEnd(file);
  const pieces: string[] = [];
  let done = 0;
  for (const place of places) {
    const { start, end, put } = trimmed(text, place);
    const [first, from, to, last] = [place.start, start, end, place.end].map(toFile) as [
      number,
      number,
      number,
      number,
    ];
    const lineEnd = endIn(file.slice(first, last)) ?? usual;
    pieces.push(file.slice(done, from), lineEnd === "\n" ? put : put.replaceAll("\n", lineEnd));
    done = to;
  }
  return pieces.join("") + file.slice(done);
}

/** A place without the common beginning and end of old and new. */
function trimmed(text: string, { start, end, put }: Place): Place {
  let head = 0;
  const most = Math.min(end - start, put.length);
  while (head < most && text[start + head] === put[head]) head++;
  let tail = 0;
  while (tail < most - head && text[end - 1 - tail] === put[put.length - 1 - tail]) tail++;
  return { start: start + head, end: end - tail, put: put.slice(head, put.length - tail) };
}

/** Converts a place in the text with ` ` alone to the same place in the file. Must be called in rising order. */
function fileOffsets(file: string): (offset: number) => number {
  let dropped = 0;
  let next = file.indexOf("\r\n");
  return (offset) => {
    // The `\r` at `next` stands where the `\n` is after `dropped` others were left out.
    while (next >= 0 && next - dropped < offset) {
      dropped++;
      next = file.indexOf("\r\n", next + 2);
    }
    return offset + dropped;
  };
}

const toNewlines = (text: string): string => text.replaceAll("\r\n", "\n");

function endIn(text: string): "\n" | "\r\n" | undefined {
  const at = text.indexOf("\n");
  return at < 0 ? undefined : text[at - 1] === "\r" ? "\r\n" : "\n";
}

/** The line end that most lines have. */
export function usualEnd(file: string): "\n" | "\r\n" {
  const all = file.split("\n").length - 1;
  const windows = file.split("\r\n").length - 1;
  return windows * 2 > all ? "\r\n" : "\n";
}

function startsOf(lines: readonly string[]): readonly number[] {
  let start = 0;
  return lines.map((line) => {
    const at = start;
    start += line.length + 1;
    return at;
  });
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
