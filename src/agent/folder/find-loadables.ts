/**
 * Looks for what a folder brings along that would be loaded (M4). It reads files of others, before anyone has trusted them: to hash
 * them, and to say which servers a settings file names. Nothing of them goes anywhere else.
 *
 * R1 Memories are looked for breadth first, in 200 folders at most (M2), and not where `.geminiignore` says no; all others have their place.
 * R2 Of each kind at most 200 are looked at, and 20 MB in all. The rest is counted, and never loaded: what is not pinned is withheld.
 * R3 20 are read at a time. A file that has the size and time it was last hashed with is not read again.
 */
import { isNamed } from "../../core/errors.js";
import { createIgnore } from "../../core/files/ignore.js";
import {
  LOADABLE_KINDS,
  LONGEST_LOADABLE,
  type Loadable,
  type LoadableKind,
} from "../../core/memory/trusted-folder.js";
import { nameOf, parentOf, readPath } from "../../core/files/path.js";
import { FOLDER_FILE, readText } from "../../core/settings/settings-files.js";
import { decodeText } from "../../core/files/text-file.js";
import { revealed } from "../../core/policy/invisible-characters.js";
import { AT_ONCE, HEAVY_FOLDERS, walk } from "../../core/files/walk.js";
import { workAhead } from "../../core/ordered-concurrency.js";
import type { Entry, Workspace } from "../../core/files/workspace.js";
import { hashOf } from "../calls/file-image.js";
import { importedPlaces } from "../memory/imported-places.js";

export interface Place {
  readonly path: string;
  readonly kind: LoadableKind;
}

export interface FindOptions {
  /** Names of Memory files. */
  readonly memoryNames: readonly string[];
  /** Files that are loaded because someone named them: a chosen system prompt, an import. */
  readonly also: readonly Place[];
  /** Of an earlier look, by path (R3). */
  readonly known: ReadonlyMap<string, Looked>;
}

/** A file as it was hashed. */
export interface Looked {
  readonly loadable: Loadable;
  readonly changedAt: number;
}

export interface FoundLoadables {
  readonly looked: readonly Looked[];
  /** How many were not looked at (R2). */
  readonly leftOut: number;
}

const MOST_FOLDERS = 200;
/** So many names make a listing slow, and no folder of a person's has them. */
const MOST_ENTRIES = 50_000;
const MOST_OF_A_KIND = 200;
const MOST_BYTES = 20_000_000;
const COMMAND_DEPTH = 5;
const SKILL_FOLDERS = [".gemini/skills", ".agents/skills"];

export async function findLoadables(
  workspace: Workspace,
  options: FindOptions,
  signal: AbortSignal,
): Promise<FoundLoadables> {
  const remembered = await memories(workspace, options.memoryNames, signal);
  const named = remembered.slice(0, MOST_OF_A_KIND).map(({ path }) => path);
  const imported = await importedPlaces(workspace, named, signal);
  const { places, leftOut } = fewEnough([
    ...options.also.flatMap(addressed),
    ...(await fixedPlaces(workspace, signal)),
    ...remembered,
    ...imported.map((path): Place => ({ path, kind: "import" })),
  ]);
  const budget = { left: MOST_BYTES };
  const looked: Looked[] = [];
  let skipped = 0;
  for await (const each of workAhead(places, AT_ONCE, (place) => look(workspace, place, options.known, budget))) {
    signal.throwIfAborted();
    if (each === "no-room") skipped++;
    else if (each) looked.push(each);
  }
  return { looked, leftOut: leftOut + skipped };
}

/** Nothing where the words of a user or of a file name no path. */
function addressed({ path, kind }: Place): readonly Place[] {
  try {
    return [{ path: readPath(path), kind }];
  } catch (error) {
    if (isNamed(error, "InvalidPathError")) return [];
    throw error;
  }
}

/** Each path once, and no more of a kind than anyone could read (R2). */
function fewEnough(all: readonly Place[]): { readonly places: readonly Place[]; readonly leftOut: number } {
  const byPath = new Map(all.toReversed().map((place) => [place.path, place]));
  const ofKind = (kind: LoadableKind) => [...byPath.values()].filter((place) => place.kind === kind).toReversed();
  const places = LOADABLE_KINDS.flatMap((kind) => ofKind(kind).slice(0, MOST_OF_A_KIND));
  return { places, leftOut: byPath.size - places.length };
}

async function fixedPlaces(workspace: Workspace, signal: AbortSignal): Promise<readonly Place[]> {
  const list = (folder: string) => listed(workspace, folder, signal);
  const [own, policies, hooks, agents, commands, ...skills] = await Promise.all([
    list(".gemini"),
    list(".gemini/policies"),
    list(".gemini/hooks"),
    list(".gemini/agents"),
    filesBelow(workspace, ".gemini/commands", COMMAND_DEPTH, signal),
    ...SKILL_FOLDERS.map(list),
  ]);
  const files = (entries: readonly Entry[], kind: LoadableKind, fits: (name: string) => boolean): readonly Place[] =>
    entries.filter((each) => each.kind === "file" && fits(each.name)).map(({ path }) => ({ path, kind }));
  return [
    ...files(own, "settings", (name) => name === "settings.json"),
    ...files(own, "system", (name) => name === "system.md"),
    ...files(policies, "policy", (name) => name.endsWith(".toml")),
    ...files(hooks, "hook", (name) => /\.m?js$/.test(name)),
    ...files(agents, "agent", (name) => name.endsWith(".md")),
    ...files(commands, "command", (name) => name.endsWith(".toml")),
    ...skills
      .flat()
      .filter(({ kind }) => kind === "folder")
      .map(({ path }): Place => ({ path: `${path}/SKILL.md`, kind: "skill" })),
  ];
}

async function filesBelow(
  workspace: Workspace,
  folder: string,
  depth: number,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const entries = await listed(workspace, folder, signal);
  const files = entries.filter(({ kind }) => kind === "file");
  if (depth <= 1) return files;
  const folders = entries.filter(({ kind }) => kind === "folder").slice(0, MOST_FOLDERS);
  const below: Entry[] = [];
  for (const { path } of folders) {
    if (below.length > MOST_ENTRIES) break;
    below.push(...(await filesBelow(workspace, path, depth - 1, signal)));
  }
  return [...files, ...below];
}

/** R1 */
async function memories(
  workspace: Workspace,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const wanted = new Set(names);
  const ignore = createIgnore((path) => textAt(workspace, path), { respectGitIgnore: false });
  let folders = 1;
  // Right in a `.gemini` there may be a Memory; below it there is none.
  const mayHold = ({ name, path }: Entry) =>
    !HEAVY_FOLDERS.has(name) && name !== ".agents" && nameOf(parentOf(path)) !== ".gemini";
  const enters = (folder: Entry) => mayHold(folder) && folders++ < MOST_FOLDERS;
  const found: Place[] = [];
  for await (const { entries } of walk(workspace, { ignore, most: MOST_ENTRIES, enters }, signal)) {
    for (const entry of entries) {
      if (entry.kind === "file" && wanted.has(entry.name)) found.push({ path: entry.path, kind: "memory" });
    }
  }
  return found;
}

/** Nothing where there is no such folder. */
const listed = (workspace: Workspace, folder: string, signal: AbortSignal): Promise<readonly Entry[]> =>
  workspace.list(folder, signal).catch((error: unknown) => {
    if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) return [];
    throw error;
  });

/** Where the ignore file can't be read, nothing is ignored: then more is listed than would be loaded. */
const textAt = (workspace: Workspace, path: string): Promise<string | undefined> =>
  workspace.read(path).then(decodeText, () => undefined);

async function look(
  workspace: Workspace,
  { path, kind }: Place,
  known: FindOptions["known"],
  budget: { left: number },
): Promise<Looked | "no-room" | undefined> {
  let size = 0;
  try {
    const stat = await workspace.stat(path);
    if (stat.kind === "folder") return undefined;
    ({ size } = stat);
    const before = known.get(path);
    if (before?.loadable.hash && before.loadable.size === size && before.changedAt === stat.changedAt) return before;
    if (size > LONGEST_LOADABLE) return problem("too-large");
    if (budget.left < size) return "no-room";
    budget.left -= size;
    const bytes = await workspace.read(path);
    const servers = path === FOLDER_FILE ? serversIn(decodeText(bytes)) : [];
    const hash = await hashOf(bytes);
    const loadable = { path, kind, size: bytes.length, hash, ...(servers.length > 0 && { servers }) };
    return { loadable, changedAt: stat.changedAt };
  } catch (error) {
    if (isNamed(error, "AbortError")) throw error;
    if (isNamed(error, "NotFoundError") || isNamed(error, "TypeMismatchError")) return undefined;
    return problem("unreadable");
  }

  function problem(what: "too-large" | "unreadable"): Looked {
    return { loadable: { path, kind, size, problem: what }, changedAt: 0 };
  }
}

/** Their names, fit to be shown. */
function serversIn(text: string): readonly string[] {
  const { mcpServers } = readText(text).group;
  if (typeof mcpServers !== "object" || mcpServers === null) return [];
  return Object.keys(mcpServers)
    .slice(0, 20)
    .map((name) => revealed(name).replaceAll("\n", " ").slice(0, 60));
}

/** What a file is, by its path alone; none where only someone's word makes it one. */
export function kindOfPath(path: string, memoryNames: readonly string[]): LoadableKind | undefined {
  if (path === FOLDER_FILE) return "settings";
  if (path === ".gemini/system.md") return "system";
  if (memoryNames.includes(nameOf(path))) return "memory";
  const [, kind] = /^\.gemini\/(policies|hooks|agents|commands)\/./.exec(path) ?? [];
  if (kind) return FOLDERS[kind];
  return SKILL_FOLDERS.some((folder) => path.startsWith(`${folder}/`)) ? "skill" : undefined;
}

const FOLDERS: Readonly<Record<string, LoadableKind>> = {
  policies: "policy",
  hooks: "hook",
  agents: "agent",
  commands: "command",
};
