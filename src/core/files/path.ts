/**
 * Paths of a Workspace: relative to its root, with `/`, never leaving it (W3). `readPath` is the one gate: what a Model,
 * a user or a file says goes through it before anything touches a file. Links need no rule: the browser shows none.
 *
 * R1 `\` counts as `/`. Empty and `.` segments fall away, `..` takes the segment before it. The root is "".
 * R2 Refused: more `..` than there are segments, a leading separator, a drive or scheme (`C:`, `file:`), a leading `~`.
 * R3 Refused: a `..`, a start outside the root or a control character behind percent signs, however often encoded, and
 *    overlong UTF-8. Other percent signs stand for themselves, as in the name of a page saved under its address:
 *    nothing here ever decodes them.
 * R4 Refused: control and invisible characters (but the two joiners that scripts and emoji need), broken surrogates.
 * R5 Refused: characters that look like a separator, and segments that look like dots alone.
 * R6 Refused: a segment that ends in a dot or a space. Windows drops them, so two names would be one file.
 * R7 Refused: more than 255 bytes in a segment (the limit of ext4, APFS and NTFS), more than 4,000 in all (Linux: 4,096).
 * R8 Reading what was read changes nothing.
 */
import { AgentError } from "../errors.js";

export const SEGMENT_BYTES = 255;
const PATH_BYTES = 4_000;

/** The path that was meant, or `InvalidPathError` with a sentence for whoever said it. */
export function readPath(said: string): string {
  const reading = judge(said);
  if ("refusal" in reading) throw new AgentError("InvalidPathError", reading.refusal);
  return reading.path;
}

/** Whether this is a path as `readPath` gives it. What a folder holds under another kind of name cannot be addressed. */
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

/** The folder something is in. The root is in itself. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** In small letters, without the dot; "" for `.gitignore` and `Makefile`. */
export function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

type Reading = { readonly path: string } | { readonly refusal: string };

const encoder = new TextEncoder();
/** A UTF-16 unit takes three bytes at most, so that most names need no count. */
const isOver = (limit: number, text: string): boolean => text.length * 3 > limit && encoder.encode(text).length > limit;

const SEPARATORS = /[/\\]/;
/** Control characters, line and paragraph separators, lone surrogates, and format characters but ZWNJ and ZWJ. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
const LOOKS_LIKE_SEPARATOR = /[⁄∕∖⟋⟍⧵⧸⧹╱╲／＼﹨]/u;

function judge(said: string): Reading {
  if (UNSEEN.test(said)) {
    return { refusal: `The path ${quoted(said)} has characters that cannot be seen. Write it without them.` };
  }
  if (LOOKS_LIKE_SEPARATOR.test(said)) {
    return { refusal: `The path ${quoted(said)} has a character that looks like a slash and is none. Use a plain /.` };
  }
  const foreign = refuseForeign(said, said);
  if (foreign) return { refusal: foreign };

  const segments: string[] = [];
  for (const segment of said.split(SEPARATORS)) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") {
      if (segments.pop() === undefined) return { refusal: leaves(said) };
      continue;
    }
    const refusal = refuseSegment(segment);
    if (refusal) return { refusal };
    segments.push(segment);
  }
  const path = segments.join("/");
  // `./~/x` and `a/../C:/x` only show what they are once they are read.
  const hidden = refuseForeign(path, said) ?? refuseEncoded(path, said);
  if (hidden) return { refusal: hidden };
  if (isOver(PATH_BYTES, path)) {
    return { refusal: `The path ${quoted(said)} is longer than ${PATH_BYTES} bytes. Use a shorter one.` };
  }
  return { path };
}

/** R2: ways to name a place that does not start at the root. */
function refuseForeign(path: string, said: string): string | undefined {
  const [first = "", ...rest] = path.split(SEPARATORS);
  if (first === "" && rest.length > 0) {
    return `The path ${quoted(said)} starts at the root of a disk. Paths start at the workspace: leave out the leading slash.`;
  }
  if (/^[a-z]:|^[a-z][a-z0-9+.-]+:$/i.test(first)) {
    return `The path ${quoted(said)} names a drive or a scheme. Paths start at the workspace: give only what comes below it.`;
  }
  if (first === "~") {
    return `The path ${quoted(said)} starts at a home folder, which a workspace cannot see. Paths start at the workspace.`;
  }
  return undefined;
}

/** R3. Decoding shortens, so the loop ends. */
function refuseEncoded(path: string, said: string): string | undefined {
  if (!path.includes("%")) return undefined;
  if (/%c[01]|%e0%[89]|%f0%8/i.test(path)) {
    return `The path ${quoted(said)} hides characters in an encoding that no one uses honestly. Write it plainly.`;
  }
  for (let text = path, decoded = decodeOnce(text); decoded !== text; text = decoded, decoded = decodeOnce(text)) {
    const climbs = decoded.split(SEPARATORS).some(looksLikeDots);
    const startsElsewhere = /^(?:[/\\]|[a-z]:|~(?:[/\\]|$))/i.test(decoded);
    if (climbs || startsElsewhere || UNSEEN.test(decoded)) {
      return `The path ${quoted(said)} hides a way out of the workspace behind percent signs. Write it plainly.`;
    }
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
  if (looksLikeDots(segment)) {
    return `The name ${quoted(segment)} is made of dots, or of characters that look like them. Use another name.`;
  }
  if (/[.\s]$/u.test(segment)) {
    return `The name ${quoted(segment)} ends in a dot or a space, which not every system can keep. Leave it out.`;
  }
  if (isOver(SEGMENT_BYTES, segment)) {
    return `The name ${quoted(segment)} is longer than ${SEGMENT_BYTES} bytes. Use a shorter one.`;
  }
  return undefined;
}

const leaves = (said: string): string =>
  `The path ${quoted(said)} leaves the workspace. Only what is inside it can be reached: use fewer “..”.`;

/** Fit to be shown: cut to a line, and nothing in it that could hide or turn the text. */
function quoted(said: string): string {
  const cut = said.length > 120 ? `${said.slice(0, 120)}…` : said;
  const plain = cut.replaceAll(new RegExp(UNSEEN, "gu"), (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`);
  return `“${plain}”`;
}
