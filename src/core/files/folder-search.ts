/** FileSearch over a Workspace, in the thread it is called from: the body of the worker, and of tests. */
import { AgentError, failureOf, isNamed } from "../errors.js";
import { isNeverText } from "./file-kind.js";
import type { FileSearch, GlobQuery, GlobResult, GrepQuery, GrepResult, TellProgress } from "./file-search.js";
import type { FolderMemory } from "./folder-cache.js";
import { createFoundLines } from "./found-lines.js";
import { baseOf, createGlob, createInclude, pathFrom } from "./glob-pattern.js";
import { ignoreIn, type Ignore, type IgnoreOptions } from "./ignore.js";
import { nameOf } from "./path.js";
import { needsOf, needsOfWords } from "./pattern-needs.js";
import { decodeText, isBinary } from "./text-file.js";
import { mayHold, triplesOf } from "./text-sketch.js";
import { FILES_AT_ONCE, HEAVY_FOLDERS, walk } from "./walk.js";
import { workAhead } from "../ordered-concurrency.js";
import type { Entry, Workspace } from "./workspace.js";

/** As for reading (X6). */
const MOST_BYTES = 20_000_000;
/** Entries that a glob looks at: five times what Gemini CLI crawls. */
const MOST_ENTRIES = 100_000;
/** Files between two words on how far it is: on OPFS that was some ten times a second. */
const TELL_EVERY = 50;

interface FolderSearchOptions extends IgnoreOptions {
  /** Once this is so, a search gives what it has found. */
  readonly isTimeUp?: () => boolean;
  /** What is known of the folder from earlier searches, while someone watches it. */
  readonly memory?: FolderMemory;
}

/** Without a memory, ignore files are read anew for each search, so that it never goes by old ones. */
export function createFolderSearch(folder: Workspace, options: FolderSearchOptions = {}): FileSearch {
  const { isTimeUp = () => false, memory } = options;
  const workspace = memory?.workspace ?? folder;
  const means = (asked: IgnoreOptions | undefined) => ({
    rules: ignoreIn(workspace, { ...options, ...asked }),
    isTimeUp,
    memory,
  });
  return {
    grep: (query, tell, signal) => grep(workspace, { ...query, ...means(query.ignore) }, tell, signal),
    glob: (query, tell, signal) => glob(workspace, { ...query, ...means(query.ignore) }, tell, signal),
  };
}

interface Means {
  readonly rules: Ignore;
  readonly isTimeUp: () => boolean;
  readonly memory: FolderMemory | undefined;
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
    const files = filesIn(workspace, { path, rules: query.rules, unread, isOver }, signal);
    const mayFit = sieveFor(query);
    const wanted = only(files, ({ path }) => {
      if (!isIncluded(path) || isNeverText(path)) return false;
      if (mayFit(path)) return true;
      searched++; // by its sketch
      return false;
    });
    for await (const read of workAhead(wanted, FILES_AT_ONCE, (file) =>
      readForSearch(workspace, file.path, query.memory),
    )) {
      signal.throwIfAborted();
      if ("failure" in read) unread.push(`${read.path} (${read.failure})`);
      else if (read.text !== undefined) found.add(read.path, read.text);
      searched++;
      if (found.isLimited) break;
      if (isOver()) break;
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
  // Asked about while the walk goes on: the handles of what was just listed are still at hand.
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
  /** Folders that could not be listed are added here. */
  readonly unread: string[];
  /** Whether to look no further. */
  readonly isOver: () => boolean;
}

async function* filesIn(
  workspace: Workspace,
  { path, rules, unread, isOver }: Place,
  signal: AbortSignal,
): AsyncGenerator<Entry, void> {
  const isFolder = path === "" || (await workspace.stat(path)).kind === "folder";
  await refuseIgnored(path, rules, isFolder);
  if (!isFolder) return yield { path, name: nameOf(path), kind: "file" };
  const enters = (folder: Entry) => !HEAVY_FOLDERS.has(folder.name);
  for await (const folder of walk(workspace, { from: path, ignore: rules, enters }, signal)) {
    if (folder.failure) unread.push(`${folder.path} (${folder.failure.name})`);
    for (const entry of folder.entries) if (entry.kind === "file") yield entry;
    if (isOver()) return;
  }
}

/** Whether a file may hold a line that fits, as far as its sketch tells. */
function sieveFor({ memory, pattern, isFixed, isCaseSensitive = false }: GrepQuery & Means): (path: string) => boolean {
  if (!memory) return () => true;
  const triples = triplesOf(isFixed ? needsOfWords(pattern, isCaseSensitive) : needsOf(pattern, isCaseSensitive));
  return (path) => {
    const sketch = memory.sketch(path);
    return !sketch || mayHold(sketch, triples);
  };
}

async function* only<T>(items: AsyncIterable<T>, isMeant: (item: T) => boolean): AsyncGenerator<T, void> {
  for await (const item of items) if (isMeant(item)) yield item;
}

/** Starting inside an ignored folder would find nothing and not say why. */
async function refuseIgnored(path: string, rules: Ignore, isFolder: boolean): Promise<void> {
  if (!(await rules.isIgnored(path, isFolder))) return;
  const message =
    `“${path}” is left out by the ignore rules of this folder (.gitignore, .geminiignore, or what is never shown). ` +
    `Look elsewhere, or ask not to go by these rules if the user wants what is in it.`;
  throw new AgentError("InvalidArgsError", message);
}

/** Whether something in the folder can be under `base`. Heavy folders must be named in it. Cases may differ. */
function leadsTo(base: string, folder: string): boolean {
  const aim = `${base.toLowerCase()}/`;
  const place = `${folder.toLowerCase()}/`;
  if (base !== "" && aim.startsWith(place)) return true;
  return (base === "" || place.startsWith(aim)) && !HEAVY_FOLDERS.has(nameOf(folder));
}

type Read = { readonly path: string } & ({ readonly text: string | undefined } | { readonly failure: string });

/** No text for what is binary. A file that can't be read is told of and passed over: one must not end the search. */
async function readForSearch(workspace: Workspace, path: string, memory: FolderMemory | undefined): Promise<Read> {
  const since = memory?.changes ?? 0;
  try {
    const { size } = await workspace.stat(path);
    if (size > MOST_BYTES) return { path, failure: "over 20 MB" };
    const content = await workspace.read(path);
    const text = isBinary(content) ? undefined : decodeText(content);
    memory?.keep(path, text, since, content);
    return { path, text };
  } catch (error) {
    return { path, failure: failureOf(error).name };
  }
}

/** When time is up, what was found counts for more than its order. */
async function findChange(workspace: Workspace, path: string, isTimeUp: () => boolean) {
  if (isTimeUp()) return { path, changedAt: 0 };
  try {
    return { path, changedAt: (await workspace.stat(path)).changedAt };
  } catch (error) {
    // Gone since it was listed: then it is not there to be found.
    if (isNamed(error, "NotFoundError")) return undefined;
    throw error;
  }
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
