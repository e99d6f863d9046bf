/**
 * A walk through a Workspace: breadth first, so that entries near the top come first, folder by folder as they are
 * listed.
 * R1 Folders come in the order of their depth, then of the listings above them: walks of the same tree are the same.
 * R2 Ignored entries are left out and not entered.
 * R3 Up to 20 folders are listed at a time.
 * R4 A walk ends after `most` entries, and its last folder is marked as cut.
 * R5 A folder that cannot be listed is reported and passed over; at the start of the walk it throws.
 */
import { failureOf, isNamed, type Failure } from "../errors.js";
import type { FolderRules, Ignore } from "./ignore.js";
import type { Entry, Workspace } from "./workspace.js";

export interface WalkOptions {
  /** The first folder; by default the root. */
  readonly from?: string;
  readonly ignore?: Ignore;
  readonly most?: number;
  /** Chooses the folders to enter; by default all. */
  readonly enters?: (folder: Entry) => boolean;
  /** Chooses the files to yield; by default all. Ignore rules are not applied to the others. */
  readonly wants?: (file: Entry) => boolean;
}

export interface WalkedFolder {
  readonly path: string;
  /** The entries that are not ignored, folders first, then by name. */
  readonly entries: readonly Entry[];
  readonly ignored: readonly Entry[];
  /** True if the walk ended here for its length (R4). */
  readonly isCut: boolean;
  /** Why the folder could not be listed (R5). */
  readonly failure?: Failure;
}

/** Reading is mostly waiting: 256 files of a real folder took a third of the time in parallel. */
export const FILES_AT_ONCE = 20;

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
      listed.catch(() => undefined); // thrown when its turn comes
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
