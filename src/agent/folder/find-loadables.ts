/**
 * The search for files of a folder that would be loaded (M4). They are read before the user has trusted them, but only to hash them and
 * to list the servers that a settings file names.
 *
 * R1 Memories are found as they are for loading (M2, core/memory/memory-discovery.ts), with their imports; all others have fixed places.
 * R2 Of each kind at most 200 are looked at, and 20 MB in all. The rest is counted, and never loaded: a file without a pin is withheld.
 *    Files in fixed places come before `wanted` ones, so that a limit never drops the former for the latter.
 * R3 20 are read at a time. A file that has the size and time it was last hashed with is not read again.
 */
import { isNamed } from "../../core/errors.js";
import { listIfThere } from "../../core/files/if-there.js";
import { createIgnore } from "../../core/files/ignore.js";
import { LOADABLE_KINDS, LONGEST_LOADABLE } from "../../core/memory/trusted-folder.js";
import type { Loadable, LoadableKind } from "../../core/memory/trusted-folder.js";
import { discoverMemory } from "../../core/memory/memory-discovery.js";
import type { MemorySearch } from "../../core/memory/memory-names.js";
import { readPath } from "../../core/files/path.js";
import { FOLDER_FILE, readText } from "../../core/settings/settings-files.js";
import { decodeText } from "../../core/files/text-file.js";
import { revealed } from "../../core/policy/invisible-characters.js";
import { FILES_AT_ONCE } from "../../core/files/walk.js";
import { workAhead } from "../../core/ordered-concurrency.js";
import type { Entry, Workspace } from "../../core/files/workspace.js";
import { sha256 } from "../calls/file-image.js";
import { importedPlaces } from "../memory/imported-places.js";

type LoadablePlace = Pick<Loadable, "path" | "kind">;

interface FindOptions {
  readonly memory: MemorySearch;
  /** A path that the user chose for the system prompt; empty for none. */
  readonly systemFile: string;
  /** Files that no rule finds, but a caller wanted to load. */
  readonly wanted: ReadonlyMap<string, LoadableKind>;
  /** Files of an earlier search, by path (R3). */
  readonly known: ReadonlyMap<string, Looked>;
}

/** A file as it was hashed. */
export interface Looked {
  readonly loadable: Loadable;
  readonly changedAt: number;
}

const MOST_FOLDERS = 200;
/** More entries make a search slow, and no folder of Commands has as many. */
const MOST_ENTRIES = 50_000;
const MOST_OF_A_KIND = 200;
const MOST_BYTES = 20_000_000;
const COMMAND_DEPTH = 5;
const SKILL_FOLDERS = [".gemini/skills", ".agents/skills"];

/** `leftOut` is the number of files that were not looked at (R2). */
export async function findLoadables(
  workspace: Workspace,
  { memory, systemFile, wanted, known }: FindOptions,
  signal: AbortSignal,
): Promise<{ readonly looked: readonly Looked[]; readonly leftOut: number }> {
  const ignore = createIgnore((path) => textAt(workspace, path), { ...memory, respectGitIgnore: false });
  const { found } = await discoverMemory(workspace, { ...memory, ignore }, signal);
  const memories = found.map(({ path }) => path);
  const imported = await importedPlaces({ workspace, ignore }, memories.slice(0, MOST_OF_A_KIND), signal);
  const { places, leftOut } = fewEnough([
    ...addressed(systemFile.trim()),
    ...(await fixedPlaces(workspace, signal)),
    ...memories.map((path): LoadablePlace => ({ path, kind: "memory" })),
    ...imported.map((path): LoadablePlace => ({ path, kind: "import" })),
    ...[...wanted].map(([path, kind]): LoadablePlace => ({ path, kind })),
  ]);
  const budget = { left: MOST_BYTES };
  const looked: Looked[] = [];
  let skipped = 0;
  for await (const each of workAhead(places, FILES_AT_ONCE, (place) => look(workspace, place, known, budget))) {
    signal.throwIfAborted();
    if (each === "no-room") skipped++;
    else if (each) looked.push(each);
  }
  return { looked, leftOut: leftOut + skipped };
}

/** The system prompt that the user named; nothing where the text is no path. */
function addressed(said: string): readonly LoadablePlace[] {
  if (said === "") return [];
  try {
    return [{ path: readPath(said), kind: "system" }];
  } catch (error) {
    if (isNamed(error, "InvalidPathError")) return [];
    throw error;
  }
}

/** Each path once, and at most 200 of a kind (R2). */
function fewEnough(all: readonly LoadablePlace[]) {
  const byPath = new Map(all.toReversed().map((place) => [place.path, place]));
  const ofKind = (kind: LoadableKind) => [...byPath.values()].filter((place) => place.kind === kind).toReversed();
  const places = LOADABLE_KINDS.flatMap((kind) => ofKind(kind).slice(0, MOST_OF_A_KIND));
  return { places, leftOut: byPath.size - places.length };
}

async function fixedPlaces(workspace: Workspace, signal: AbortSignal): Promise<readonly LoadablePlace[]> {
  const list = (folder: string) => listIfThere(workspace, folder, signal);
  const [own, policies, hooks, agents, commands, ...skills] = await Promise.all([
    list(".gemini"),
    list(".gemini/policies"),
    list(".gemini/hooks"),
    list(".gemini/agents"),
    filesBelow(workspace, ".gemini/commands", COMMAND_DEPTH, signal),
    ...SKILL_FOLDERS.map(list),
  ]);
  const files = (entries: readonly Entry[], kind: LoadableKind, names: RegExp): readonly LoadablePlace[] =>
    entries.filter((each) => each.kind === "file" && names.test(each.name)).map(({ path }) => ({ path, kind }));
  return [
    ...files(own, "settings", /^settings\.json$/),
    ...files(own, "system", /^system\.md$/),
    ...files(policies, "policy", /\.toml$/),
    ...files(hooks, "hook", /\.m?js$/),
    ...files(agents, "agent", /\.md$/),
    ...files(commands, "command", /\.toml$/),
    ...skills
      .flat()
      .filter(({ kind }) => kind === "folder")
      .map(({ path }): LoadablePlace => ({ path: `${path}/SKILL.md`, kind: "skill" })),
  ];
}

async function filesBelow(
  workspace: Workspace,
  folder: string,
  depth: number,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const entries = await listIfThere(workspace, folder, signal);
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

/** The text of an ignore file. One that can't be read ignores nothing: then more is listed than would be loaded. */
const textAt = (workspace: Workspace, path: string): Promise<string | undefined> =>
  workspace.read(path).then(decodeText, () => undefined);

async function look(
  workspace: Workspace,
  { path, kind }: LoadablePlace,
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
    const hash = await sha256(bytes);
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

/** The names of MCP servers in a settings file, fit to be shown. */
function serversIn(text: string): readonly string[] {
  const { mcpServers } = readText(text).group;
  if (typeof mcpServers !== "object" || mcpServers === null) return [];
  return Object.keys(mcpServers)
    .slice(0, 20)
    .map((name) => revealed(name).replaceAll("\n", " ").slice(0, 60));
}
