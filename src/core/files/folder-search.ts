/** FileSearch over a Workspace, in the thread it is called from: in the worker, and in tests. */
import { AgentError, failureOf, isNamed } from "../errors.js";
import { HEAVY_FOLDERS } from "./excluded-names.js";
import { isNeverText } from "./file-kind.js";
import type { FileSearch, GlobQuery, GlobResult, GrepQuery, GrepResult, TellProgress } from "./file-search.js";
import { patternWords } from "./file-words.js";
import type { FolderCache } from "./folder-cache.js";
import { createFoundLines } from "./found-lines.js";
import { baseOf, createGlob, createInclude, pathFrom } from "./glob-pattern.js";
import { ignoreIn, type Ignore, type IgnoreOptions } from "./ignore.js";
import { nameOf } from "./path.js";
import { needsOf, needsOfWords } from "./pattern-needs.js";
import { decodeText, isBinary } from "./text-file.js";
import { mayHold, triplesOf } from "./text-sketch.js";
import { FILES_AT_ONCE, walk } from "./walk.js";
import { workAhead } from "../ordered-concurrency.js";
import type { Entry, Workspace } from "./workspace.js";

/** The limit of reading (X6). */
const MOST_BYTES = 20_000_000;
/** The most entries of a glob: five times Gemini CLI's. */
const MOST_ENTRIES = 100_000;
/** Files between two reports of progress: on OPFS some ten reports a second. */
const TELL_EVERY = 50;

interface FolderSearchOptions extends IgnoreOptions {
  /** Ends a search with what it has found so far. */
  readonly isTimeUp?: () => boolean;
  /** The cache of earlier searches, while the folder is watched. */
  readonly cache?: FolderCache;
}

/** Without a cache, ignore files are read anew for each search. */
export function createFolderSearch(folder: Workspace, options: FolderSearchOptions = {}): FileSearch {
  const { isTimeUp = () => false, cache } = options;
  const workspace = cache?.workspace ?? folder;
  const means = (asked: IgnoreOptions | undefined) => ({
    rules: ignoreIn(workspace, { ...options, ...asked }),
    isTimeUp,
    cache,
  });
  return {
    grep: (query, tell, signal) => grep(workspace, { ...query, ...means(query.ignore) }, tell, signal),
    glob: (query, tell, signal) => glob(workspace, { ...query, ...means(query.ignore) }, tell, signal),
  };
}

interface Means {
  readonly rules: Ignore;
  readonly isTimeUp: () => boolean;
  readonly cache: FolderCache | undefined;
}

async function grep(
  workspace: Workspace,
  query: GrepQuery & Means,
  tell: TellProgress,
  signal: AbortSignal,
): Promise<GrepResult> {
  const found = createFoundLines(query);
  const { path = "", text, include } = query;
  const isIncluded = include === undefined ? () => true : createInclude(include, path);
  const unread: string[] = [];
  let searched = 0;
  let isCut = false;
  const isOver = () => (isCut ||= query.isTimeUp());
  if (text !== undefined) {
    searched = 1;
    found.add(path, text);
  } else {
    const mayFit = sieveFor(query);
    async function* wanted(): AsyncGenerator<string, void> {
      for await (const file of filesIn(workspace, { path, rules: query.rules, unread, isOver }, signal)) {
        if (!isIncluded(file) || isNeverText(file)) continue;
        if (mayFit(file)) yield file;
        else searched++; // by its sketch
      }
    }
    for await (const read of workAhead(wanted(), FILES_AT_ONCE, (file) =>
      readForSearch(workspace, file, query.cache),
    )) {
      signal.throwIfAborted();
      if ("failure" in read) unread.push(`${read.path} (${read.failure})`);
      else if (read.text !== undefined) found.add(read.path, read.text);
      searched++;
      if (found.isLimited || isOver()) break;
      if (searched % TELL_EVERY === 0) tell(`${counted(found.matches, "match", "matches")} in ${searched} files`);
    }
  }
  return { files: found.files(), matches: found.matches, isLimited: found.isLimited, isCut, searched, unread };
}

async function glob(
  workspace: Workspace,
  query: GlobQuery & Means,
  tell: TellProgress,
  signal: AbortSignal,
): Promise<GlobResult> {
  const { pattern, path: from = "", isCaseSensitive = false, rules, isTimeUp } = query;
  const fits = createGlob(pattern, { isCaseSensitive });
  const isMeant = (entry: Entry) => entry.kind === "file" && fits(pathFrom(from, entry.path));
  await refuseIgnored(from, rules, true);
  const unread: string[] = [];
  let ignored = 0;
  let isCut = false;
  const base = baseOf(pattern);
  const enters = (folder: Entry) => leadsTo(base, pathFrom(from, folder.path));
  // Files are looked up while the walk goes on: the handles of new listings are still at hand.
  async function* fitting(): AsyncGenerator<string, void> {
    for await (const folder of walk(workspace, { from, ignore: rules, most: MOST_ENTRIES, enters }, signal)) {
      for (const entry of folder.entries) if (isMeant(entry)) yield entry.path;
      ignored += folder.ignored.filter(isMeant).length;
      if (folder.failure) unread.push(`${folder.path} (${folder.failure.name})`);
      isCut = folder.isCut || isTimeUp();
      if (isCut) return;
    }
  }
  const files: { path: string; changedAt: number }[] = [];
  for await (const file of workAhead(fitting(), FILES_AT_ONCE, (path) => findChange(workspace, path, isTimeUp))) {
    signal.throwIfAborted();
    if (file) files.push(file);
    if (files.length % TELL_EVERY === 0) tell(counted(files.length, "file fits", "files fit"));
  }
  tell(counted(files.length, "file fits", "files fit"));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, ignored, isCut, unread };
}

interface Place {
  readonly path: string;
  readonly rules: Ignore;
  /** Receives the folders that could not be listed. */
  readonly unread: string[];
  /** True once the search should end. */
  readonly isOver: () => boolean;
}

async function* filesIn(
  workspace: Workspace,
  { path, rules, unread, isOver }: Place,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const isFolder = path === "" || (await workspace.stat(path)).kind === "folder";
  await refuseIgnored(path, rules, isFolder);
  if (!isFolder) return yield path;
  const enters = (folder: Entry) => !HEAVY_FOLDERS.has(folder.name);
  for await (const folder of walk(workspace, { from: path, ignore: rules, enters }, signal)) {
    if (folder.failure) unread.push(`${folder.path} (${folder.failure.name})`);
    for (const entry of folder.entries) if (entry.kind === "file") yield entry.path;
    if (isOver()) return;
  }
}

/** Tells by its sketch whether a file may have a matching line. */
function sieveFor({ cache, pattern, isFixed, isCaseSensitive = false }: GrepQuery & Means): (path: string) => boolean {
  if (!cache) return () => true;
  const triples = triplesOf(isFixed ? needsOfWords(pattern, isCaseSensitive) : needsOf(pattern, isCaseSensitive));
  return (path) => {
    const sketch = cache.sketch(path);
    return !sketch || mayHold(sketch, triples);
  };
}

/** Refuses to start in an ignored folder, which would find nothing and not say why. */
async function refuseIgnored(path: string, rules: Ignore, isFolder: boolean): Promise<void> {
  if (await rules.isIgnored(path, isFolder)) throw new AgentError("InvalidArgsError", patternWords.ignored(path));
}

/** True if `base` can be in or above the folder, whatever the case. Heavy folders must be named in it. */
function leadsTo(base: string, folder: string): boolean {
  const aim = `${base.toLowerCase()}/`;
  const place = `${folder.toLowerCase()}/`;
  if (base !== "" && aim.startsWith(place)) return true;
  return (base === "" || place.startsWith(aim)) && !HEAVY_FOLDERS.has(nameOf(folder));
}

type Read = { readonly path: string } & ({ readonly text: string | undefined } | { readonly failure: string });

/** The text of a file, undefined if it is binary. One that can't be read is reported and does not end the search. */
async function readForSearch(workspace: Workspace, path: string, cache: FolderCache | undefined): Promise<Read> {
  const since = cache?.changes ?? 0;
  try {
    const { size } = await workspace.stat(path);
    if (size > MOST_BYTES) return { path, failure: "over 20 MB" };
    const content = await workspace.read(path);
    const text = isBinary(content) ? undefined : decodeText(content);
    cache?.keep(path, text, since, content);
    return { path, text };
  } catch (error) {
    return { path, failure: failureOf(error).name };
  }
}

/** The time of the last change, 0 when the search is out of time: its files matter more than their order. */
async function findChange(workspace: Workspace, path: string, isTimeUp: () => boolean) {
  if (isTimeUp()) return { path, changedAt: 0 };
  try {
    return { path, changedAt: (await workspace.stat(path)).changedAt };
  } catch (error) {
    // A file that is gone since it was listed is left out.
    if (isNamed(error, "NotFoundError")) return undefined;
    throw error;
  }
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
