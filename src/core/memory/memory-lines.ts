/**
 * The lines of a Memory file: what each is, and by the file's versions who said it, when and where. Nothing of that stands in the
 * text itself, which is the user's.
 */
import type { MemoryVersion } from "./memory-file.js";

export interface MemoryLine {
  /** From 1. */
  readonly number: number;
  /** As it stands, without its line end. */
  readonly whole: string;
  /** Without a bullet and blanks around: what is said, and what it is found again by. */
  readonly text: string;
  /** Where `text` begins and ends in the file. */
  readonly from: number;
  readonly to: number;
  readonly kind: "heading" | "item" | "text" | "code" | "blank";
  /** Of a heading: 1 to 6. */
  readonly level?: number;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const BULLET = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

export function memoryLines(text: string): readonly MemoryLine[] {
  const lines: MemoryLine[] = [];
  let fence: string | undefined;
  let at = 0;
  for (const [index, ended] of text.split("\n").entries()) {
    const whole = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
    const mark = FENCE.exec(whole)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    const heading = isCode ? undefined : HEADING.exec(whole);
    const bullet = isCode || heading ? undefined : BULLET.exec(whole);
    const begin = (heading ?? bullet)?.[0].length ?? 0;
    const said = whole.slice(begin).trim();
    const from = at + begin + (said === "" ? 0 : whole.slice(begin).indexOf(said));
    lines.push({
      number: index + 1,
      whole,
      text: said,
      from,
      to: from + said.length,
      kind: isCode ? "code" : heading ? "heading" : said === "" ? "blank" : bullet ? "item" : "text",
      ...(heading && { level: heading[1]!.length }),
    });
    if (fence === undefined) fence = mark;
    else if (mark && mark[0] === fence[0] && mark.length >= fence.length) fence = undefined;
    at += ended.length + 1;
  }
  return lines;
}

/** The version in which each line of the newest one first stood, without a gap since. Lines are told apart by their text. */
export function originsOf(versions: readonly MemoryVersion[]): ReadonlyMap<string, MemoryVersion> {
  let origins = new Map<string, MemoryVersion>();
  for (const version of versions) {
    const now = new Map<string, MemoryVersion>();
    for (const { text, kind } of memoryLines(version.text ?? "")) {
      if (kind !== "blank" && !now.has(text)) now.set(text, origins.get(text) ?? version);
    }
    origins = now;
  }
  return origins;
}

/** A line that no hand has written: it came with a fact that was to be remembered, and stands as it was saved. */
export const isSaved = ({ by, why }: MemoryVersion): boolean =>
  by === "model" || by === "manager" || why === REMEMBERED;

/** Why a version was made: a fact was put into it. */
export const REMEMBERED = "remembered";
