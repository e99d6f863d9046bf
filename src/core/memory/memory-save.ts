/**
 * A fact put into a Memory file (M8): cleaned, and appended under `## Gemini Added Memories`, every other byte as it was.
 *
 * R1 A fact is one line: line ends and `<` `>` become blanks, leading dashes go, and what would be an import (`@./file`) is put
 *    between backticks: a saved fact must not load anything.
 * R2 It is inserted behind the last line of the section, in the file's own line ends. Nothing is taken away.
 * R3 A fact that is there in other words takes the place of that line, if no hand has written it; if the line says more, nothing
 *    is written. A line of the user's own is never touched: what is like it, or against it, is only told.
 */
import { likenessOf, type Likeness } from "./memory-alike.js";
import { memoryLines, type MemoryLine } from "./memory-lines.js";

export const ADDED_HEADING = "## Gemini Added Memories";

/** A fact, not an essay: it is sent with every request. */
const MOST_CHARS = 2_000;

/** R1. */
export function sanitiseFact(said: string): string {
  const line = said
    .slice(0, MOST_CHARS)
    .replaceAll(/[\p{Cc}\u2028\u2029<>]/gu, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim()
    .replace(/^(?:-+\s*)+/, "");
  return line
    .split("`")
    .map((piece, at) =>
      at % 2 === 1 ? piece : piece.replaceAll(/(^|[\s("'[])(@["'./~]?[^\s`]*[./][^\s`.,;:!?)\]]+)/gu, "$1`$2`"),
    )
    .join("`");
}

/** A line of a Memory that bears on a fact. */
export interface FactNote {
  readonly likeness: Likeness;
  readonly line: string;
  readonly number: number;
}

interface SavedFact {
  readonly fact: string;
  /** The file with it. The same as before where nothing is to be written. */
  readonly text: string;
  /** `there`: it is remembered already. */
  readonly how: "added" | "merged" | "there";
  /** Of `merged`: the line whose place it takes. */
  readonly replaced?: string;
  /** The most like first. */
  readonly notes: readonly FactNote[];
}

/** `isOurs`: whether a line was saved as a fact, and stands as it was saved. */
export function saveFact(before: string | undefined, said: string, isOurs: (line: string) => boolean): SavedFact {
  const fact = sanitiseFact(said);
  const text = before ?? "";
  const notes = notesOn(text, fact);
  const there = notes.find(({ likeness }) => likeness === "same" || likeness === "within");
  if (there || fact === "") return { fact, text, how: "there", notes };
  const lines = memoryLines(text);
  const old = notes.find(({ likeness, line }) => (likeness === "covers" || likeness === "near") && isOurs(line));
  const place = old && addedSection(lines)?.find(({ number, kind }) => number === old.number && kind === "item");
  if (place) {
    const merged = text.slice(0, place.from) + fact + text.slice(place.to);
    return { fact, text: merged, how: "merged", replaced: place.text, notes };
  }
  return { fact, text: withFact(text, lines, fact), how: "added", notes };
}

const ORDER: readonly Likeness[] = ["same", "within", "against", "covers", "near", "alike"];

export function notesOn(text: string, fact: string): readonly FactNote[] {
  return memoryLines(text)
    .filter(({ kind }) => kind === "item" || kind === "text")
    .flatMap(({ text: line, number }) => {
      const likeness = likenessOf(fact, line);
      return likeness ? [{ likeness, line, number }] : [];
    })
    .toSorted((one, other) => ORDER.indexOf(one.likeness) - ORDER.indexOf(other.likeness));
}

/** R2. */
function withFact(text: string, lines: readonly MemoryLine[], fact: string): string {
  const end = usualEnd(text);
  const section = addedSection(lines);
  if (!section) return `${text}${gapAfter(text, end)}${ADDED_HEADING}${end}- ${fact}${end}`;
  const last = section.findLast(({ kind }) => kind !== "blank")!;
  const at = endOf(last, lines, text);
  const isEnd = at === text.length;
  return `${text.slice(0, at)}${end}- ${fact}${isEnd ? end : ""}${text.slice(at)}`;
}

/** Heading and all up to the next one of its rank or above. */
function addedSection(lines: readonly MemoryLine[]): readonly MemoryLine[] | undefined {
  const start = lines.findIndex(({ kind, whole }) => kind === "heading" && whole.trimEnd() === ADDED_HEADING);
  if (start < 0) return undefined;
  const next = lines.findIndex(({ kind, level = 9 }, at) => at > start && kind === "heading" && level <= 2);
  return lines.slice(start, next < 0 ? undefined : next);
}

/** The place where the line ends in the file, without its line end. */
function endOf(line: MemoryLine, lines: readonly MemoryLine[], text: string): number {
  const next = lines[line.number];
  if (!next) return text.length;
  let at = text.indexOf("\n", line.to);
  if (text[at - 1] === "\r") at--;
  return at;
}

const usualEnd = (text: string): string => {
  const windows = text.split("\r\n").length - 1;
  return windows > 0 && windows * 2 > text.split("\n").length - 1 ? "\r\n" : "\n";
};

/** One blank line before a heading. */
function gapAfter(text: string, end: string): string {
  if (text === "" || /(?:^|\n)\r?\n$/.test(text)) return "";
  return text.endsWith("\n") ? end : end + end;
}
