/**
 * The lines that a search found, and those around them (X6).
 * R1 At most `most` matches in all and `mostPerFile` in a file. One more is looked for, to know whether there are more.
 * R2 Context as asked; if not: 50 lines either side of a single match, 15 of two or three, none of more.
 * R3 Names only: one match a file, no lines.
 * R4 A line over 2,000 characters is cut to the part around the match, and marked.
 * R5 Lines that fit `exclude` don't count.
 */
import type { FoundFile, MatchingLine, GrepQuery } from "./file-search.js";
import { createLinePattern } from "./line-pattern.js";
import { LINE_CUT } from "./line-range.js";
import { cutAfter, cutBefore } from "../text/truncate.js";

interface FoundLines {
  readonly matches: number;
  /** True once `most` is reached: no more text is needed. */
  readonly isLimited: boolean;
  add(path: string, text: string): void;
  files(): readonly FoundFile[];
}

const LINE_CHARS = 2_000;
/** Characters shown in front of a match far into a long line. */
const LEAD = 500;
/** R2: with more matches than these, texts need not be kept for their context. */
const FEW = 3;

export function createFoundLines(query: GrepQuery): FoundLines {
  const pattern = createLinePattern(query.pattern, query);
  const exclude =
    query.exclude === undefined ? undefined : createLinePattern(query.exclude, { ...query, isFixed: false });
  const isAsked = query.before !== undefined || query.after !== undefined;
  const mostPerFile = query.namesOnly ? 1 : (query.mostPerFile ?? Infinity);
  const found: Found[] = [];
  let matches = 0;
  let isLimited = false;

  const around = (): readonly [number, number] => {
    if (query.namesOnly) return [0, 0];
    if (isAsked) return [query.before ?? 0, query.after ?? 0];
    const each = matches === 1 ? 50 : matches <= FEW ? 15 : 0;
    return [each, each];
  };

  return {
    get matches() {
      return matches;
    },
    get isLimited() {
      return isLimited;
    },
    add(path, text) {
      if (isLimited || !pattern.mayBeIn(text)) return;
      const lines = linesOf(text);
      const hits: Hit[] = [];
      for (const [index, line] of lines.entries()) {
        if (hits.length >= mostPerFile) break;
        const at = pattern.find(line);
        if (at < 0 || (exclude && exclude.find(line) >= 0)) continue;
        if (matches >= query.most) {
          isLimited = true;
          break;
        }
        matches++;
        hits.push({ index, at });
      }
      if (hits.length > 0) found.push({ path, hits, lines: query.namesOnly ? [] : lines });
      if (isAsked || matches > FEW) for (const each of found) each.shown ??= shownOf(each, around());
    },
    files: () =>
      found.map((each) => ({
        path: each.path,
        matches: each.hits.length,
        lines: query.namesOnly ? [] : (each.shown ??= shownOf(each, around())),
      })),
  };
}

interface Hit {
  readonly index: number;
  readonly at: number;
}

interface Found {
  readonly path: string;
  readonly hits: readonly Hit[];
  /** Emptied when `shown` is made. */
  lines: readonly string[];
  shown?: readonly MatchingLine[];
}

function shownOf(found: Found, [before, after]: readonly [number, number]): readonly MatchingLine[] {
  const { hits, lines } = found;
  const shown: MatchingLine[] = [];
  const matchAt = new Map(hits.map(({ index, at }) => [index, at]));
  let next = 0;
  for (const { index } of hits) {
    const last = Math.min(lines.length - 1, index + after);
    for (let line = Math.max(next, index - before); line <= last; line++) {
      const at = matchAt.get(line);
      shown.push({ number: line + 1, text: shortened(lines[line]!, at ?? 0), isMatch: at !== undefined });
    }
    next = Math.max(next, last + 1);
  }
  found.lines = [];
  return shown;
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return text.includes("\r") ? lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line)) : lines;
}

function shortened(line: string, at: number): string {
  if (line.length <= LINE_CHARS) return line;
  const start = at + LEAD > LINE_CHARS ? cutAfter(line, at - LEAD) : 0;
  const end = cutBefore(line, Math.min(line.length, start + LINE_CHARS));
  return `${start > 0 ? "[truncated] ..." : ""}${line.slice(start, end)}${end < line.length ? LINE_CUT : ""}`;
}
