/**
 * Plans what is copied in from a folder or an archive, and under which paths, before the first byte is written.
 * R1 Names are read by `readPath` (W3). Names that it refuses are left out and reported, as are links and what cannot
 *    be unpacked.
 * R2 A folder that contains all the rest is dropped from the paths: it is the name of the whole.
 * R3 Of two files with one path the first counts. A file that would need another to be a folder is left out.
 * R4 With more files or bytes than the limits nothing is copied, with a sentence. Sizes are those that the source
 *    states; unpacking stops at them.
 */
import { AgentError } from "../errors.js";
import { archiveWords } from "./file-words.js";
import { nameOf, parentOf, readPath } from "./path.js";

export interface ImportCandidate {
  readonly name: string;
  readonly size: number;
  /** Why it cannot be copied, as part of a sentence. */
  readonly unfit?: string;
}

export interface ImportPlan<C extends ImportCandidate> {
  readonly files: readonly { readonly path: string; readonly from: C }[];
  readonly skipped: readonly Skipped[];
  readonly bytes: number;
  /** The name of the folder that all was in, if there was one (R2). */
  readonly top?: string;
}

export interface Skipped {
  readonly name: string;
  readonly why: string;
}

export interface ImportLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Browsers give an origin some GB at least; more files than this take minutes to copy and to search. */
const IMPORT_LIMITS: ImportLimits = { files: 20_000, bytes: 1_000_000_000 };

export function planImport<C extends ImportCandidate>(
  candidates: readonly C[],
  limits: ImportLimits = IMPORT_LIMITS,
): ImportPlan<C> {
  if (candidates.length > limits.files) throw tooMuch(`${candidates.length} files`, `${limits.files} files`);
  const skipped: Skipped[] = [];
  const read: { readonly path: string; readonly from: C }[] = [];
  for (const from of candidates) {
    if (from.unfit !== undefined) skipped.push({ name: from.name, why: from.unfit });
    else {
      try {
        read.push({ path: readPath(from.name), from });
      } catch (error) {
        skipped.push({ name: from.name, why: (error as Error).message });
      }
    }
  }
  const top = commonTop(read.map(({ path }) => path));
  const short = top === undefined ? read : read.map(({ path, from }) => ({ path: path.slice(top.length + 1), from }));
  const files = short.filter(withoutClashes(skipped));
  const bytes = files.reduce((sum, { from }) => sum + from.size, 0);
  if (bytes > limits.bytes) throw tooMuch(inMegabytes(bytes), inMegabytes(limits.bytes));
  return { files, skipped, bytes, ...(top !== undefined && { top }) };
}

function commonTop(paths: readonly string[]): string | undefined {
  const [first] = paths;
  const slash = first?.indexOf("/") ?? -1;
  if (slash <= 0) return undefined;
  const top = first!.slice(0, slash);
  return paths.every((path) => path.startsWith(`${top}/`)) ? top : undefined;
}

/** R3. */
function withoutClashes(
  skipped: Skipped[],
): (file: { readonly path: string; readonly from: ImportCandidate }) => boolean {
  const files = new Set<string>();
  const folders = new Set<string>();
  return ({ path, from }) => {
    const above = foldersAbove(path);
    const clash = files.has(path) || folders.has(path) || path === "" || above.some((folder) => files.has(folder));
    if (clash) skipped.push({ name: from.name, why: archiveWords.clash(nameOf(path)) });
    else {
      files.add(path);
      for (const folder of above) folders.add(folder);
    }
    return !clash;
  };
}

function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = parentOf(path); folder !== ""; folder = parentOf(folder)) folders.push(folder);
  return folders;
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;

const tooMuch = (is: string, most: string): AgentError =>
  new AgentError("QuotaExceededError", archiveWords.tooMuch(is, most));
