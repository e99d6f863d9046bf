/** The names of Memory files by the user's Settings (GEMINI.md unless told), and the places where they are looked for. */
import { childPath, isPath, nameOf } from "../files/path.js";
import type { Settings } from "../settings/settings.js";

const MEMORY_NAME = "GEMINI.md";
/** The folder in which, below each folder, Memories may lie as well. */
export const MEMORY_FOLDER = ".gemini";

/** Names as the user gave them, without what is no path, in their order and each once; GEMINI.md where there is none. */
export function memoryNames(said: readonly string[]): readonly string[] {
  const names = said.map((name) => name.trim().replace(/^(?:\.\/)+/, "")).filter((name) => name !== "" && isPath(name));
  return names.length > 0 ? [...new Set(names)] : [MEMORY_NAME];
}

/** The bounds of a search for Memories: one for trust and for loading, so that the user is asked about all that is loaded, and once. */
export interface MemorySearch {
  /** As `memoryNames` gives them. */
  readonly names: readonly string[];
  /** Folders to look into. */
  readonly most: number;
  readonly respectGeminiIgnore: boolean;
}

export const memorySearchBy = (settings: Settings): MemorySearch => ({
  names: memoryNamesBy(settings),
  most: settings["context.discoveryMaxDirs"],
  respectGeminiIgnore: settings["context.fileFiltering.respectGeminiIgnore"],
});

/** The first is what new ones are called. */
export function memoryNamesBy(settings: Settings): readonly string[] {
  const [now = [], older = []] = [settings["context.fileName"], settings.memoryFiles].map((said) => [said].flat());
  const names = memoryNames(now.length > 0 ? now : older);
  return settings["context.loadAgentsFile"] ? [...new Set([...names, "AGENTS.md"])] : names;
}

/** The places where Memories of a folder may lie: its own first, then those in its `.gemini`, each by the order of the names. */
export const placesIn = (folder: string, names: readonly string[]): readonly string[] =>
  [...names, ...names.map((name) => `${MEMORY_FOLDER}/${name}`)].map((name) => childPath(folder, name));

/** Tells the folder that a file speaks for; undefined if the file is no Memory. */
export function createPlaces(names: readonly string[]): (path: string) => string | undefined {
  const byLast = new Map<string, string[]>();
  for (const place of placesIn("", names)) {
    const all = byLast.get(nameOf(place)) ?? [];
    byLast.set(
      nameOf(place),
      [...all, place].toSorted((one, other) => other.length - one.length),
    );
  }
  return (path) => {
    const place = byLast.get(nameOf(path))?.find((each) => path === each || path.endsWith(`/${each}`));
    return place === undefined ? undefined : path.slice(0, Math.max(0, path.length - place.length - 1));
  };
}
