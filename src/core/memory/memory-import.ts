/**
 * Imports of a Memory (M3): its text with the files in it that it names by `@path`.
 *
 * R1 A path is meant from the folder of the file that names it, with a leading `/` from the root: the granted folder, in virtual
 *    files `~/.gemini`. Nothing outside that root is ever asked for.
 * R2 tree: a file stands in the place where it is named, between comments. flat: all files one after the other, each once, in the
 *    order in which they are first named; the words that name them stay.
 * R3 A file that is already being imported is not imported again within itself; in a tree it may stand in several places side by side.
 * R4 Files are imported through at most `depth` others; what is named deeper stays as it is written.
 * R5 An import that fails leaves a comment in its place and one problem; the rest goes on.
 * R6 All texts are disarmed (memory-delimiters.ts): no file can end the place of another.
 * R7 One Memory imports at most MOST_IMPORTS files and MOST_CHARS characters: files that name each other twice would grow without end.
 */
import { findImports, type ImportToken } from "./import-tokens.js";
import { AgentError } from "../errors.js";
import { isVirtual, VIRTUAL_HOME } from "./memory-file.js";
import { disarm, shownPath, withinHome } from "./memory-delimiters.js";
import { importWords } from "./memory-words.js";
import { joinPath, parentOf, readPath } from "../files/path.js";

export type ImportFormat = "tree" | "flat";

/** Why an import did not come about. */
export type ImportReason =
  | "outside"
  | "url"
  | "invalid"
  | "missing"
  | "folder"
  | "binary"
  | "too-large"
  | "ignored"
  | "withheld"
  | "unreadable"
  | "cycle"
  | "depth"
  | "too-many";

/** An import that did not come about. */
export interface ImportProblem {
  /** The file that asks for it, and in which line: from 1. */
  readonly path: string;
  readonly line: number;
  /** The path as it is written. */
  readonly said: string;
  readonly reason: ImportReason;
  /** In a few words, without a full stop. */
  readonly why: string;
}

/** A file that an import names. `why` where there is more to say than the reason does. */
export type ImportRead = { readonly text: string } | { readonly reason: ImportReason; readonly why?: string };

/** Must not reject: what goes wrong is a reason. */
type ReadImport = (path: string) => Promise<ImportRead>;

export interface ImportOptions {
  readonly format?: ImportFormat;
  readonly depth?: number;
}

interface Imported {
  readonly text: string;
  /** Files that stand in it, in order and as often as they do. */
  readonly imports: readonly string[];
  readonly problems: readonly ImportProblem[];
}

/** Imports behind one another (M3). */
const IMPORT_DEPTH = 5;
/** R7: a tree of notes has some dozens. */
const MOST_IMPORTS = 200;
const MOST_CHARS = 2_000_000;

interface NamedFile {
  readonly path: string;
  readonly text: string;
}

export async function importInto(
  file: NamedFile,
  read: ReadImport,
  { format = "tree", depth: most = IMPORT_DEPTH }: ImportOptions = {},
): Promise<Imported> {
  const imports: string[] = [];
  const problems: ImportProblem[] = [];
  const known = new Map<string, Promise<ImportRead>>();
  const flat = new Map<string, string>();
  let count = 0;
  let chars = 0;

  const readOnce = (path: string): Promise<ImportRead> => {
    const reading = known.get(path) ?? read(path);
    known.set(path, reading);
    return reading;
  };

  /** The text of a file with its imports in it; `chain` are those being imported, this one the last (R3). */
  async function expand({ path, text }: NamedFile, chain: readonly string[]): Promise<string> {
    const pieces: string[] = [];
    const isDeepest = chain.length > most;
    const lineAt = lineCounter(text);
    let from = 0;
    if (format === "flat") flat.set(path, ""); // in its order, and once
    for (const token of findImports(text)) {
      const meant = await meantBy(token, path, readOnce);
      if (!meant) continue;
      const { said, end } = meant;
      const found: Meant = isDeepest && "text" in meant ? { said, end, reason: "depth" } : meant;
      const fail = (reason: ImportReason, why = importWords[reason]) =>
        void problems.push({ path, line: lineAt(token.start), said, reason, why });
      let put: string | undefined;
      if ("reason" in found) {
        fail(found.reason, found.why);
        if (found.reason !== "depth") put = failed(said, found.why ?? importWords[found.reason]);
      } else if (chain.includes(found.path)) {
        fail("cycle");
        put = `<!-- File already processed: ${shownPath(said)} -->`;
      } else if (format === "tree" || !flat.has(found.path)) {
        if (count >= MOST_IMPORTS || chars + found.text.length > MOST_CHARS) {
          fail("too-many");
          put = failed(said, importWords["too-many"]);
        } else {
          count++;
          chars += found.text.length;
          imports.push(found.path);
          const inside = await expand(found, [...chain, found.path]);
          if (format === "tree") {
            const name = shownPath(said);
            put = `<!-- Imported from: ${name} -->\n${inside}\n<!-- End of import from: ${name} -->`;
          }
        }
      }
      if (put === undefined) continue;
      pieces.push(disarm(text.slice(from, token.start)), put);
      from = end;
    }
    const whole = [...pieces, disarm(text.slice(from))].join("");
    if (format === "flat") flat.set(path, whole);
    return whole;
  }

  const text = await expand(file, [file.path]);
  const isOne = format === "tree" || flat.size === 1;
  return { text: isOne ? text : [...flat].map(flatBlock).join("\n\n"), imports, problems };
}

const failed = (said: string, why: string): string => `<!-- Import failed: ${shownPath(said)} - ${shownPath(why)} -->`;

const flatBlock = ([path, text]: readonly [string, string]): string =>
  `--- File: ${shownPath(path)} ---\n${text.trim()}\n--- End of File: ${shownPath(path)} ---`;

type Meant = { readonly said: string; readonly end: number } & (
  { readonly path: string; readonly text: string } | { readonly reason: ImportReason; readonly why?: string }
);

/** The file that a token names; undefined where the token is plain text after all. */
async function meantBy(token: ImportToken, importer: string, read: ReadImport): Promise<Meant | undefined> {
  let last: Meant | undefined;
  for (const [at, said] of token.saids.entries()) {
    const place = { said, end: token.ends[at]! };
    const resolved = resolve(said, importer);
    if ("reason" in resolved) {
      last = { ...place, ...resolved };
      continue;
    }
    const file = await read(resolved.path);
    if ("text" in file) return { ...place, path: resolved.path, text: file.text };
    last = { ...place, ...file };
    if (file.reason !== "missing" && file.reason !== "folder") return last; // there is such a file
  }
  return token.isOutright ? last : undefined;
}

/** R1. */
function resolve(said: string, importer: string): { readonly path: string } | { readonly reason: ImportReason } {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(said)) return { reason: "url" };
  const home = isVirtual(importer) ? VIRTUAL_HOME : "";
  const folder = parentOf(withinHome(importer));
  const isHome = home !== "" && said.startsWith(home);
  try {
    const path = isHome
      ? readPath(said.slice(home.length))
      : /^[/\\]/.test(said)
        ? readPath(said.slice(1))
        : joinPath(folder, said);
    return { path: home + path };
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    return { reason: leaves(said) ? "outside" : "invalid" };
  }
}

/** Tells whether a refused path names a place outside, however it is written. */
const leaves = (said: string): boolean =>
  /^(?:~|[/\\]{2}|[a-z]:|[/\\](?:~|[a-z]:))/i.test(said) ||
  /(?:^|[/\\])(?:\.{2}|\.?%2e\.?|%2e%2e|%25)|%(?:2f|5c|c0|c1|e0)/i.test(said) ||
  /[․‥．]/u.test(said);

function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let from = 0;
  return (at) => {
    for (let newline = text.indexOf("\n", from); newline >= 0 && newline < at; newline = text.indexOf("\n", from)) {
      line++;
      from = newline + 1;
    }
    return line;
  };
}
