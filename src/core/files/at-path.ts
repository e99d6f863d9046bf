/**
 * `@path` in a message: files the user points at (S3).
 * R1 An `@` begins a path unless a backslash, letter or digit stands before it: `\@` is an at sign, `me@example.org` an
 *    address.
 * R2 The path goes on to the next white space or one of `,;!?()[]{}`. A backslash makes the character after it part of
 *    the path.
 * R3 In double quotes the path is all that stands between them.
 * R4 Dots, colons and quotes at the end of a bare path belong to the sentence: `see @a.md.` means `a.md`.
 */

interface AtPath {
  /** The places of the `@` and of the path's end. */
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

const ENDS = /[\s,;!?()[\]{}]/u;

export function findAtPaths(text: string): readonly AtPath[] {
  const found: AtPath[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (!beginsPath(text, at)) continue;
    const path = text[at + 1] === '"' ? readQuoted(text, at) : readBare(text, at);
    if (!path) continue;
    found.push(path);
    at = path.end - 1;
  }
  return found;
}

/** The text as the Model reads it: `\@` is an at sign. */
export const withoutEscapes = (text: string): string => text.replaceAll("\\@", "@");

/** A path as it has to be typed behind an `@`. */
export const escapePath = (path: string): string => path.replaceAll(/[\s,;!?()[\]{}\\"]/gu, String.raw`\$&`);

/** The path that is being typed right before the caret, if any. */
export function pathBefore(text: string, caret: number): { readonly start: number; readonly path: string } | undefined {
  const before = text.slice(0, caret);
  for (let at = before.lastIndexOf("@"); at >= 0; at = at === 0 ? -1 : before.lastIndexOf("@", at - 1)) {
    if (!beginsPath(before, at)) continue;
    const quoted = before[at + 1] === '"';
    const path = quoted ? before.slice(at + 2) : scan(before, at + 1);
    const isWhole = quoted ? !/["\n]/.test(path as string) : (path as Scanned).end === before.length;
    return isWhole ? { start: at, path: quoted ? (path as string) : (path as Scanned).path } : undefined;
  }
  return undefined;
}

const beginsPath = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}\\_]/u.test(text[at - 1]!);

function readQuoted(text: string, start: number): AtPath | undefined {
  const close = text.indexOf('"', start + 2);
  const path = close < 0 ? "" : text.slice(start + 2, close);
  return path.trim() === "" || path.includes("\n") ? undefined : { start, end: close + 1, path };
}

function readBare(text: string, start: number): AtPath | undefined {
  const { path, end } = scan(text, start + 1);
  const trimmed = path.replace(/[.:'"`]+$/u, "");
  return trimmed === "" ? undefined : { start, end: end - (path.length - trimmed.length), path: trimmed };
}

interface Scanned {
  readonly path: string;
  readonly end: number;
}

function scan(text: string, from: number): Scanned {
  let path = "";
  let end = from;
  for (; end < text.length; end++) {
    const letter = text[end]!;
    const next = text[end + 1];
    if (letter === "\\" && next !== undefined && next !== "\n") {
      path += next;
      end++;
    } else if (ENDS.test(letter)) break;
    else path += letter;
  }
  return { path, end };
}
