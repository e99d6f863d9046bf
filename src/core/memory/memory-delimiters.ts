/**
 * The marks that tell a Model where a Memory begins, ends and comes from, and what keeps a file from writing such marks itself (M5, P4).
 * Every text of a Memory, and every path that stands in a mark, goes through here: a file may say what it likes, but only in its place.
 *
 * R1 A tag of ours in a text loses its bracket: `</project_context>` becomes `&lt;/project_context>`; also in other cases, with blanks or
 *    characters that cannot be seen inside it, and with brackets that only look like one.
 * R2 A line that looks like a mark of ours gets a backslash: `\--- Context from: …`.
 * R3 A comment that looks like an import's loses its bracket.
 * R4 A path in a mark has no brackets and no dashes that could end the mark.
 * R5 What holds none of these is left byte for byte as it is; disarming twice changes nothing more.
 */
import { isVirtual, VIRTUAL_HOME } from "./memory-file.js";

/** Tags that mean something in a request of ours. */
const TAGS = [
  "loaded_context",
  "global_context",
  "user_project_memory",
  "extension_context",
  "project_context",
  "session_context",
  "untrusted_context",
  "editor_context",
  "environment",
  "state_snapshot",
  "activated_skill",
];

const LINES = [
  "Context from:",
  "End of Context from:",
  "Newly Discovered Project Context",
  "End Project Context",
  "Private memory",
  "End of private memory",
  "File:",
  "End of File:",
];
const COMMENTS = ["Imported from:", "End of import from:", "Import failed:", "File already processed:"];

const UNSEEN = String.raw`[\p{Cf}\u{fe00}-\u{fe0f}]*`;
const GAP = String.raw`[\s\p{Cf}\u{fe00}-\u{fe0f}]*`;

/** The word with anything unseen between its letters. No two repetitions meet: a text is read in time linear in its length. */
function hidden(word: string): string {
  const places = [...word].map((letter) => (letter === "_" ? String.raw`[_\-]` : letter.replace(".", "[.]")));
  return places.map((place, at) => (place === " " ? GAP : place + (places[at + 1] === " " ? "" : UNSEEN))).join("");
}

const anyOf = (words: readonly string[]): string => `(?:${words.map(hidden).join("|")})`;
const BRACKET = "[<＜﹤‹〈]";
const DASHES = "[-‐‑‒–—―−]";

const TAG = new RegExp(`${BRACKET}(?=${GAP}(?:/${GAP})?${anyOf(TAGS)}(?![a-z0-9]))`, "giu");
const COMMENT = new RegExp(`${BRACKET}(?=!${DASHES}+${GAP}${anyOf(COMMENTS)})`, "giu");
const LINE = new RegExp(String.raw`^([^\S\n]*)(?=${DASHES}{2,}${GAP}${anyOf(LINES)})`, "gimu");

/** R1–R3. */
export const disarm = (text: string): string =>
  text.replaceAll(TAG, "&lt;").replaceAll(COMMENT, "&lt;").replaceAll(LINE, "$1\\");

/** A path as it stands in a mark (R4). */
export const shownPath = (path: string): string =>
  path
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/(?<=^|[\s/])-{2,}(?=\s|$|\/)/g, (run) => run.replaceAll("-", "–"));

/** The path from the root of what it may import: the folder, or `~/.gemini` (M3). */
export const withinHome = (path: string): string => (isVirtual(path) ? path.slice(VIRTUAL_HOME.length) : path);

/** One file between its markers, which are Gemini CLI's (M5). */
export const contextBlock = (path: string, text: string): string =>
  `--- Context from: ${shownPath(path)} ---\n${text.trim()}\n--- End of Context from: ${shownPath(path)} ---`;
