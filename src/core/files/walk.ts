/**
 * A walk through a Workspace: breadth first, so that what is near the top comes first, folder by folder as they are listed.
 *
 * R1 Folders come in the order of their depth, then of the listings above them: two walks of one tree are the same.
 * R2 What the ignore rules name is left out and not entered.
 * R3 Up to 20 folders are listed at a time.
 * R4 A walk ends after `most` entries, and says so.
 * R5 A folder that cannot be listed is told and passed over; only where the walk starts it fails.
 */
import { failureOf, isNamed, type Failure } from "../errors.js";
import type { FolderRules, Ignore } from "./ignore.js";
import type { Entry, Workspace } from "./workspace.js";

export interface WalkOptions {
  /** Where to start; the root unless told. */
  readonly from?: string;
  readonly ignore?: Ignore;
  /** Entries in all. */
  readonly most?: number;
  /** Whether to look into a folder; all unless told. */
  readonly enters?: (folder: Entry) => boolean;
  /** Which files to tell of; all unless told. No ignore rule is asked about the others. */
  readonly wants?: (file: Entry) => boolean;
}

export interface WalkedFolder {
  readonly path: string;
  /** Those that are not ignored, folders first, then by name. */
  readonly entries: readonly Entry[];
  readonly ignored: readonly Entry[];
  /** Whether the walk ended here for its length (R4). */
  readonly isCut: boolean;
  /** Why the folder could not be listed (R5). */
  readonly failure?: Failure;
}

/** Reading is mostly waiting: 256 files of a real folder took a third of the time in parallel. */
export const FILES_AT_ONCE = 20;

/** Folders that hold what others wrote, in bulk: a search enters them only when it starts there. */
export const HEAVY_FOLDERS: ReadonlySet<string> = new Set(["node_modules", "bower_components", ".git", ".svn", ".hg"]);

export async function* walk(
  workspace: Workspace,
  { from = "", ignore, most = Infinity, enters = () => true, wants }: WalkOptions,
  signal: AbortSignal,
): AsyncGenerator<WalkedFolder, void> {
  const body = workspace.passing?.() ?? workspace;
  const folders = [from];
  const underWay: Promise<Listed>[] = [];
  let next = 0;
  let left = most;
  while (next < folders.length || underWay.length > 0) {
    while (next < folders.length && underWay.length < FILES_AT_ONCE) {
      const listed = list(body, folders[next++]!, ignore, signal);
      listed.catch(() => undefined); // told when its turn comes
      underWay.push(listed);
    }
    const { path, all, rules, failure } = await underWay.shift()!;
    signal.throwIfAborted();
    if (failure && path === from) throw failure;
    const wanted = wants ? all.filter((entry) => entry.kind === "folder" || wants(entry)) : all;
    const { kept, ignored } = parted(wanted, rules);
    const isCut = kept.length > left;
    const entries = isCut ? kept.slice(0, left) : kept;
    left -= entries.length;
    for (const entry of entries) if (entry.kind === "folder" && enters(entry)) folders.push(entry.path);
    yield { path, entries, ignored, isCut, ...(failure !== undefined && { failure: failureOf(failure) }) };
    if (isCut) return;
  }
}

function parted(all: readonly Entry[], rules: FolderRules | undefined) {
  const kept: Entry[] = [];
  const ignored: Entry[] = [];
  for (const entry of all) (rules?.isIgnored(entry.path, entry.kind === "folder") ? ignored : kept).push(entry);
  return { kept, ignored };
}

interface Listed {
  readonly path: string;
  readonly all: readonly Entry[];
  readonly rules?: FolderRules;
  readonly failure?: unknown;
}

async function list(
  workspace: Workspace,
  path: string,
  ignore: Ignore | undefined,
  signal: AbortSignal,
): Promise<Listed> {
  try {
    const all = await workspace.list(path, signal);
    const hasOwn = all.some(({ name, kind }) => name === ".gitignore" && kind === "file");
    return { path, all, rules: await ignore?.rulesIn(path, hasOwn) };
  } catch (failure) {
    if (isNamed(failure, "AbortError")) throw failure;
    return { path, all: [], failure };
  }
}
