/**
 * One loading of the hierarchy of Memories (M1, M2, M6): the virtual tiers, the root's files and those of its direct children; deeper ones are
 * listed until their folder is touched (just-in-time-memory.ts), unless the user wants them all. At the start and on refresh alike.
 *
 * R1 Nothing of a folder is loaded but what the user trusts, as it was accepted (core/memory/trusted-folder.ts).
 * R2 At most 20 files are read at once.
 * R3 Nothing here stops a message: what can't be read is an entry that says why.
 * R4 Files of one folder that say the same, letter for letter, are loaded once: often one is a copy or a link of the other.
 */
import { failureOf } from "../../core/errors.js";
import { keptIn, type Ignore } from "../../core/files/ignore.js";
import type { TrustedFolder } from "../../core/memory/trusted-folder.js";
import { renderMemory, type MemoryEntry, type MemoryText, type RenderedMemory } from "../../core/memory/memory.js";
import { depthOf, discoverMemory, type Discovery } from "../../core/memory/memory-discovery.js";
import { privateMemory, VIRTUAL_HOME, type MemoryFiles, type Tier } from "../../core/memory/memory-file.js";
import {
  importInto,
  type ImportFormat,
  type ImportProblem,
  type ImportReason,
} from "../../core/memory/memory-import.js";
import { memorySearchBy, type MemorySearch } from "../../core/memory/memory-names.js";
import type { Settings } from "../../core/settings/settings.js";
import { createMemoryReader, type MemoryReader } from "../../core/memory/memory-reader.js";
import { FILES_AT_ONCE } from "../../core/files/walk.js";
import { workAhead } from "../../core/ordered-concurrency.js";
import { memoryWords, notLoadedWords } from "./memory-words.js";

export interface MemoryOptions extends MemorySearch {
  readonly format: ImportFormat;
  readonly loadsDeep: boolean;
}

export const memoryOptionsBy = (settings: Settings): MemoryOptions => ({
  ...memorySearchBy(settings),
  format: settings["context.importFormat"],
  loadsDeep: settings["context.loadDeep"],
});

export interface MemoryPlaces {
  readonly virtual?: Pick<MemoryFiles, "list" | "read">;
  /** None where no folder is open. */
  readonly folder?: TrustedFolder;
}

export interface LoadedMemory {
  readonly entries: readonly MemoryEntry[];
  readonly problems: readonly ImportProblem[];
  readonly notices: readonly string[];
  readonly rendered: RenderedMemory;
  /** Every file that the result was made of, imports among them: if one of them changes, all is loaded anew. */
  readonly depends: readonly string[];
}

export async function loadMemory(
  places: MemoryPlaces,
  options: MemoryOptions,
  signal: AbortSignal,
): Promise<LoadedMemory> {
  const ignore = ignoreFor(places, options);
  const reader = createMemoryReader({ ...places, ...(ignore && { ignore }) });
  const { wanted, entries, notices } = await findAll(places, options, ignore, signal);
  const files: MemoryText[] = [];
  const problems: ImportProblem[] = [];
  const depends: string[] = [];
  const said = new Map<string, string>(); // by folder and text
  const loaded: MemoryEntry[] = [];
  const read = (each: Wanted) => loadOne(each, reader, options.format);
  for await (const { wanted: each, outcome } of workAhead(wanted, FILES_AT_ONCE, read)) {
    signal.throwIfAborted();
    const { path, tier, place } = each;
    if (!each.isOptional || !("why" in outcome && outcome.isMissing)) depends.push(path);
    if ("why" in outcome) {
      if (!(each.isOptional && outcome.isMissing)) loaded.push({ path, tier, status: "skipped", why: outcome.why });
      continue;
    }
    const twin = said.get(`${place}\n${outcome.text}`);
    if (twin !== undefined) {
      loaded.push({ path, tier, status: "skipped", why: memoryWords.twin(twin) });
      continue;
    }
    said.set(`${place}\n${outcome.text}`, path);
    const imports = [...new Set(outcome.imports)];
    files.push({ path, tier, text: outcome.text });
    problems.push(...outcome.problems);
    depends.push(...imports);
    loaded.push({ path, tier, status: "loaded", ...(imports.length > 0 && { imports }) });
  }
  return { entries: [...loaded, ...entries], problems, notices, rendered: renderMemory(files), depends };
}

interface Wanted {
  readonly path: string;
  readonly tier: Tier;
  /** The file need not exist. */
  readonly isOptional: boolean;
  /** Files of one place are compared by R4. */
  readonly place: string;
}

type LoadedOne =
  | { readonly text: string; readonly imports: readonly string[]; readonly problems: readonly ImportProblem[] }
  | { readonly why: string; readonly isMissing: boolean };

export async function loadOne(
  wanted: Wanted,
  reader: MemoryReader,
  format: ImportFormat,
): Promise<{ readonly wanted: Wanted; readonly outcome: LoadedOne }> {
  const { path } = wanted;
  const read = await reader.read(path, "memory");
  if ("reason" in read) return { wanted, outcome: { why: whyNot(read), isMissing: read.reason === "missing" } };
  if (read.text.trim() === "") return { wanted, outcome: { why: memoryWords.empty, isMissing: false } };
  const { text, imports, problems } = await importInto({ path, text: read.text }, (each) => reader.read(each), {
    format,
  });
  return { wanted, outcome: { text, imports, problems } };
}

const whyNot = ({ reason, why }: { readonly reason: ImportReason; readonly why?: string }): string =>
  memoryWords.notLoaded(why ?? notLoadedWords[reason] ?? memoryWords.unreadable);

export const ignoreFor = (
  { folder }: MemoryPlaces,
  { respectGeminiIgnore }: Pick<MemoryOptions, "respectGeminiIgnore">,
): Ignore | undefined => folder && keptIn(folder.workspace, { respectGeminiIgnore });

interface All extends Pick<LoadedMemory, "entries" | "notices"> {
  readonly wanted: readonly Wanted[];
}

async function findAll(
  places: MemoryPlaces,
  options: MemoryOptions,
  ignore: Ignore | undefined,
  signal: AbortSignal,
): Promise<All> {
  const { folder } = places;
  const { names, most } = options;
  const globals = names.map((name): Wanted => {
    return { path: `${VIRTUAL_HOME}${name}`, tier: "global", isOptional: true, place: "~" };
  });
  const privates = folder
    ? [...new Set([...names, "MEMORY.md"])].map((name): Wanted => {
        const path = privateMemory(folder.workspace.id, name);
        return { path, tier: "private", isOptional: true, place: "~ private" };
      })
    : [];
  const virtual = places.virtual ? [...globals, ...privates] : [];
  if (!folder) return { wanted: virtual, entries: [], notices: [] };
  let discovery: Discovery;
  try {
    discovery = await discoverMemory(folder.workspace, { names, most, ...(ignore && { ignore }) }, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { wanted: virtual, entries: [], notices: [memoryWords.unsearched(failureOf(error).message)] };
  }
  const isNear = (place: string) => options.loadsDeep || depthOf(place) <= 1;
  const tierOf = (place: string): Tier => (place === "" ? "project" : "folder");
  const wanted = discovery.found
    .filter((found) => isNear(found.folder))
    .map(({ path, folder: place }): Wanted => ({ path, tier: tierOf(place), isOptional: false, place }));
  type Found = Discovery["found"][number];
  const entryOf = ({ path, folder: place }: Found, status: MemoryEntry["status"], why: string): MemoryEntry => {
    return { path, tier: tierOf(place), status, why };
  };
  const listed = discovery.found
    .filter((found) => !isNear(found.folder))
    .map((found) => entryOf(found, "listed", memoryWords.deeper));
  const skipped = discovery.skipped.map((found) => entryOf(found, "skipped", memoryWords.notLoaded(found.why)));
  const notices = [
    ...(discovery.isCut ? [memoryWords.searchCut(most)] : []),
    ...discovery.failures.map(({ path, message }) => memoryWords.unsearchedPart(path, message)),
  ];
  return { wanted: [...virtual, ...wanted], entries: [...listed, ...skipped], notices };
}
