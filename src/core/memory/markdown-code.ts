/**
 * The places of code in a Markdown text, where no import can stand (M3). Found in time linear in the text.
 *
 * R1 Fences: three or more backticks or tildes at the start of a line, after blanks, `>` and list marks; closed by as many of them alone
 *    on a line. One that is never closed holds to the end, or to the end of the quotation it stands in.
 * R2 Lines indented by four columns (in a list: four more than its text), unless they go on with a paragraph.
 * R3 Between a run of backticks and the next run of as many, within one paragraph, list item, heading or table row. A run without its
 *    counterpart is no code: an odd backtick swallows nothing.
 * R4 `<pre>`, `<code>`, `<script>`, `<style>` and comments, from their opening to their closing.
 */

/** From a character to the one behind the last. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** In order, none inside another. */
export function codeRanges(text: string): readonly Range[] {
  const blocks: Range[] = [];
  const paragraphs: Range[] = [];
  readBlocks(text, blocks, paragraphs);
  const code = [...blocks, ...paragraphs.flatMap((paragraph) => spansIn(text, paragraph))];
  return merged([...code, ...markupIn(text, merged(code))]);
}

const FENCE = /^((?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]?)*)([ \t]*)(`{3,}|~{3,})([^\n]*)$/;
const LIST_ITEM = /^([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)(?=\S)/;
/** The beginning of a block of its own, which no span of code crosses (R3). */
const OWN_BLOCK = /^[ \t]*(?:#{1,6}[ \t]|\||>|[-*+][ \t]|\d{1,9}[.)][ \t])/;

interface OpenFence {
  readonly start: number;
  readonly mark: string;
  readonly isQuoted: boolean;
}

function readBlocks(text: string, code: Range[], paragraphs: Range[]): void {
  let fence: OpenFence | undefined;
  let paragraph: { start: number; end: number } | undefined;
  let isAfterBlank = true;
  let listColumn: number | undefined; // where the text of the list item begins

  const endParagraph = () => {
    if (paragraph) paragraphs.push(paragraph);
    paragraph = undefined;
  };

  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const next = newline < 0 ? text.length : newline + 1;
    const line = text.slice(start, newline < 0 ? text.length : newline).replace(/\r$/, "");
    const at = start;
    start = next;

    if (fence) {
      const inside = fence.isQuoted ? line.replace(/^[ \t]*(?:>[ \t]?)+/, "") : line;
      const isLeft = fence.isQuoted && !/^[ \t]*>/.test(line);
      if (!isLeft) {
        if (isClosing(inside, fence.mark)) {
          code.push({ start: fence.start, end: next });
          fence = undefined;
        }
        continue;
      }
      code.push({ start: fence.start, end: at });
      fence = undefined;
    }
    if (line.trim() === "") {
      endParagraph();
      isAfterBlank = true;
      continue;
    }
    const column = columnOf(line);
    const needed = (listColumn ?? 0) + 4;
    if (column >= needed && !paragraph) {
      code.push({ start: at, end: next });
      isAfterBlank = false;
      continue;
    }
    const [, containers = "", , marks, info = ""] = FENCE.exec(line) ?? [];
    if (marks && !(marks.startsWith("`") && info.includes("`"))) {
      endParagraph();
      fence = { start: at, mark: marks, isQuoted: containers.includes(">") };
      isAfterBlank = false;
      continue;
    }
    const item = LIST_ITEM.exec(line);
    if (item) listColumn = columnOf(item[1]! + item[2]!.replaceAll(/\S/g, " "));
    else if (isAfterBlank && listColumn !== undefined && column < Math.min(2, listColumn)) listColumn = undefined;
    if (OWN_BLOCK.test(line)) endParagraph();
    paragraph = { start: paragraph?.start ?? at, end: next };
    if (/^[ \t]*(?:#{1,6}[ \t]|\|)/.test(line)) endParagraph();
    isAfterBlank = false;
  }
  if (fence) code.push({ start: fence.start, end: text.length });
  endParagraph();
}

function isClosing(line: string, mark: string): boolean {
  const trimmed = line.trim();
  return trimmed.length >= mark.length && trimmed === mark[0]!.repeat(trimmed.length);
}

/** Columns of the blanks a line begins with; a tab goes to the next multiple of four. */
function columnOf(line: string): number {
  let column = 0;
  for (const letter of line) {
    if (letter === " ") column++;
    else if (letter === "\t") column += 4 - (column % 4);
    else break;
  }
  return column;
}

/** R3. */
function spansIn(text: string, { start, end }: Range): readonly Range[] {
  const runs: Range[] = [];
  for (let at = text.indexOf("`", start); at >= 0 && at < end; at = text.indexOf("`", at)) {
    let to = at;
    while (to < end && text[to] === "`") to++;
    runs.push({ start: at, end: to });
    at = to;
  }
  const places = new Map<number, number[]>(); // by length, the last first
  for (let at = runs.length - 1; at >= 0; at--) {
    const length = runs[at]!.end - runs[at]!.start;
    const same = places.get(length);
    if (same) same.push(at);
    else places.set(length, [at]);
  }
  const spans: Range[] = [];
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]!;
    if (isEscaped(text, run.start)) continue;
    const same = places.get(run.end - run.start)!;
    while (same.length > 0 && same.at(-1)! <= at) same.pop();
    const close = same.at(-1);
    if (close === undefined) continue;
    spans.push({ start: run.start, end: runs[close]!.end });
    at = close;
  }
  return spans;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/<!--/g, "-->"],
  [/<pre[\s>]/gi, "</pre>"],
  [/<code[\s>]/gi, "</code>"],
  [/<script[\s>]/gi, "</script>"],
  [/<style[\s>]/gi, "</style>"],
];

/** R4; what begins inside code is none. */
function markupIn(text: string, code: readonly Range[]): readonly Range[] {
  if (!text.includes("<")) return [];
  const isCode = insideOf(code);
  const small = text.toLowerCase();
  const found: Range[] = [];
  for (const [opening, closing] of MARKUP) {
    let from = 0;
    for (const { index } of small.matchAll(opening)) {
      if (index < from || isCode(index)) continue;
      const close = small.indexOf(closing, index + 4);
      if (close < 0) break; // nor is there one for those that follow
      from = close + closing.length;
      found.push({ start: index, end: from });
    }
  }
  return found;
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const all: Range[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && range.start < last.end) all[all.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else all.push(range);
  }
  return all;
}

/** Tells whether a place is in one of the ranges. */
export function insideOf(ranges: readonly Range[]): (at: number) => boolean {
  return (at) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle]!.end <= at) low = middle + 1;
      else high = middle;
    }
    const range = ranges[low];
    return range !== undefined && range.start <= at;
  };
}
