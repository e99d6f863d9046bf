/**
 * Paths of a Workspace: relative to its root, with `/`, never leaving it (W3). Every path from a Model, a user or a
 * file goes through `readPath` before it is used. Links need no rule: the browser shows none.
 * R1 `\` counts as `/`. Empty and `.` segments are dropped, `..` drops the segment before it. The root is "".
 * R2 Refused: more `..` than there are segments, a leading separator, a drive or scheme (`C:`, `file:`), a leading `~`.
 * R3 Refused: a `..`, a start outside the root or a control character behind percent signs, however often encoded, and
 *    overlong UTF-8. Other percent signs are plain characters, as in the name of a saved page: nothing here decodes
 *    them.
 * R4 Refused: control and invisible characters (but the two joiners that scripts and emoji need), broken surrogates.
 * R5 Refused: characters that look like a separator, and segments that look like dots alone.
 * R6 Refused: a segment that ends in a dot or a space. Windows drops them, so that two names would be one file.
 * R7 Refused: more than 255 bytes in a segment (the limit of ext4, APFS and NTFS), more than 4,000 in all (Linux:
 *    4,096).
 * R8 Reading a path that was read changes nothing.
 */
import { AgentError } from "../errors.js";
import { pathWords } from "./file-words.js";

export const SEGMENT_BYTES = 255;
const PATH_BYTES = 4_000;

/** The path that is meant, or `InvalidPathError` with a sentence. */
export function readPath(said: string): string {
  const reading = judge(said);
  if ("refusal" in reading) throw new AgentError("InvalidPathError", reading.refusal);
  return reading.path;
}

/** True for a path as `readPath` gives it. Files with other kinds of names cannot be addressed. */
export function isPath(text: string): boolean {
  const reading = judge(text);
  return "path" in reading && reading.path === text;
}

/** The path that is meant by `said` in a folder: `joinPath("docs", "../a.md")` is `a.md`. */
export function joinPath(folder: string, said: string): string {
  const refusal = refuseForeign(said, said);
  if (refusal) throw new AgentError("InvalidPathError", refusal);
  return readPath(folder === "" ? said : `${folder}/${said}`);
}

/** The path of an entry of a folder, for names that the file system itself gave. */
export const childPath = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

/** The folder of an entry. The root is its own parent. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The extension in small letters, without the dot; "" for `.gitignore` and `Makefile`. */
export function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

type Reading = { readonly path: string } | { readonly refusal: string };

const encoder = new TextEncoder();
/** A UTF-16 unit takes three bytes at most: most names need no count. */
const isOver = (limit: number, text: string): boolean => text.length * 3 > limit && encoder.encode(text).length > limit;

const SEPARATORS = /[/\\]/;
/** Control characters, line and paragraph separators, lone surrogates, and format characters but ZWNJ and ZWJ. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
const LOOKS_LIKE_SEPARATOR = /[⁄∕∖⟋⟍⧵⧸⧹╱╲／＼﹨]/u;

function judge(said: string): Reading {
  if (UNSEEN.test(said)) return { refusal: pathWords.unseen(quoted(said)) };
  if (LOOKS_LIKE_SEPARATOR.test(said)) return { refusal: pathWords.falseSlash(quoted(said)) };
  const foreign = refuseForeign(said, said);
  if (foreign) return { refusal: foreign };

  const segments: string[] = [];
  for (const segment of said.split(SEPARATORS)) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") {
      if (segments.pop() === undefined) return { refusal: pathWords.leaves(quoted(said)) };
      continue;
    }
    const refusal = refuseSegment(segment);
    if (refusal) return { refusal };
    segments.push(segment);
  }
  const path = segments.join("/");
  // `./~/x` and `a/../C:/x` show what they are only after reading.
  const hidden = refuseForeign(path, said) ?? refuseEncoded(path, said);
  if (hidden) return { refusal: hidden };
  return isOver(PATH_BYTES, path) ? { refusal: pathWords.tooLong(quoted(said), PATH_BYTES) } : { path };
}

/** R2: paths that do not start at the root. */
function refuseForeign(path: string, said: string): string | undefined {
  const [first = "", ...rest] = path.split(SEPARATORS);
  if (first === "" && rest.length > 0) return pathWords.fromDisk(quoted(said));
  if (/^[a-z]:|^[a-z][a-z0-9+.-]+:$/i.test(first)) return pathWords.fromDrive(quoted(said));
  return first === "~" ? pathWords.fromHome(quoted(said)) : undefined;
}

/** R3. Decoding shortens, so the loop ends. */
function refuseEncoded(path: string, said: string): string | undefined {
  if (!path.includes("%")) return undefined;
  if (/%c[01]|%e0%[89]|%f0%8/i.test(path)) return pathWords.overlong(quoted(said));
  for (let text = path, decoded = decodeOnce(text); decoded !== text; text = decoded, decoded = decodeOnce(text)) {
    const climbs = decoded.split(SEPARATORS).some(looksLikeDots);
    const startsElsewhere = /^(?:[/\\]|[a-z]:|~(?:[/\\]|$))/i.test(decoded);
    if (climbs || startsElsewhere || UNSEEN.test(decoded)) return pathWords.encoded(quoted(said));
  }
  return undefined;
}

const decodeOnce = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.slice(1).split("%"), (byte) => parseInt(byte, 16))),
  );

/** `․․`, `‥`, `．．` and dots with a joiner between them, as well as plain dots. */
const looksLikeDots = (segment: string): boolean =>
  /^\.+$/.test(segment.replaceAll(/[\u200c\u200d]/gu, "").normalize("NFKC"));

function refuseSegment(segment: string): string | undefined {
  if (looksLikeDots(segment)) return pathWords.dots(quoted(segment));
  if (/[.\s]$/u.test(segment)) return pathWords.badEnd(quoted(segment));
  return isOver(SEGMENT_BYTES, segment) ? pathWords.longName(quoted(segment), SEGMENT_BYTES) : undefined;
}

/** A path for a sentence: cut to a line, without characters that could hide or turn text. */
function quoted(said: string): string {
  const cut = said.length > 120 ? `${said.slice(0, 120)}…` : said;
  const plain = cut.replaceAll(new RegExp(UNSEEN, "gu"), (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`);
  return `“${plain}”`;
}
