/**
 * `@path` in a Memory: what may be an import, by its looks alone (M3). Gemini CLI takes every `@word` for one, and its users
 * complain of it. Whether it is one is known once the file has been looked for: see memory-import.ts.
 *
 * R1 The `@` stands at the start of the text or after white space, and not in code (markdown-code.ts).
 * R2 The path goes on to the next white space; in double or single quotes to the closing one in the same line.
 * R3 Said outright: what begins with `./`, `../`, `/` or `~/`, or a URL. That it can't be imported is a failure.
 * R4 Meant perhaps: any other that has an extension, or is quoted. It is an import only if there is such a file.
 * R5 All else is text: `@name`, `@param`, `@scope/package`, `me@example.org`, `@@x`.
 * R6 Signs at the end that belong to the sentence are not part of the path, unless a file has them in its name.
 */
import { codeRanges, insideOf } from "./markdown-code.js";

export interface ImportToken {
  readonly start: number;
  /** Of the path as it was said first in `saids`. */
  readonly ends: readonly number[];
  /** The paths that may be meant, the likeliest last: with the signs at its end, and without (R6). */
  readonly saids: readonly string[];
  readonly isOutright: boolean;
}

export function findImports(text: string): readonly ImportToken[] {
  if (!text.includes("@")) return [];
  const isCode = insideOf(codeRanges(text));
  const found: ImportToken[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (at > 0 && !/[\s\ufeff]/.test(text[at - 1]!)) continue;
    const token = readToken(text, at);
    if (!token || isCode(at)) continue;
    found.push(token);
    at = token.ends[0]! - 1;
  }
  return found;
}

const OUTRIGHT = /^(?:\.{1,2}[/\\]|\/|~[/\\]|[a-z][a-z0-9+.-]*:\/\/)./i;
const EXTENSION = /[^/\\]\.[\p{L}\p{N}_+-]{1,16}$/u;
const CLOSING = /[.,;:!?)\]}>'"*_»”“’…。、，！？）」』]+$/u;

function readToken(text: string, start: number): ImportToken | undefined {
  const quote = text[start + 1];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, start + 2);
    const said = close < 0 ? "" : text.slice(start + 2, close);
    if (said.trim() === "" || said !== said.trim() || said.includes("\n")) return undefined;
    return { start, ends: [close + 1], saids: [said], isOutright: OUTRIGHT.test(said) };
  }
  let end = start + 1;
  while (end < text.length && !/\s/.test(text[end]!)) end++;
  const whole = text.slice(start + 1, end);
  const trimmed = whole.replace(CLOSING, "");
  if (trimmed === "" || !looksLikePath(trimmed)) return undefined;
  const saids = trimmed === whole ? [whole] : [whole, trimmed];
  return { start, ends: saids.map((said) => start + 1 + said.length), saids, isOutright: OUTRIGHT.test(trimmed) };
}

const looksLikePath = (said: string): boolean => OUTRIGHT.test(said) || EXTENSION.test(said);
