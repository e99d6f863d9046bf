/** Which Memory files count, by the user's Settings: their names (GEMINI.md unless told), and where they are looked for. */
import { childPath, isPath, nameOf } from "../files/path.js";
import type { Settings } from "../settings/settings.js";

const MEMORY_NAME = "GEMINI.md";
/** In each folder Memories may lie in this one, too. */
export const MEMORY_FOLDER = ".gemini";

/** Names as the user gave them, without what is no path, in their order and each once; GEMINI.md where there is none. */
export function memoryNames(said: readonly string[]): readonly string[] {
  const names = said.map((name) => name.trim().replace(/^(?:\.\/)+/, "")).filter((name) => name !== "" && isPath(name));
  return names.length > 0 ? [...new Set(names)] : [MEMORY_NAME];
}

/** Where Memories are looked for: one answer for all who look, so that the user is asked about what is loaded, and about nothing else. */
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

/** Where Memories of a folder may lie, in their order (R4). */
export const placesIn = (folder: string, names: readonly string[]): readonly string[] =>
  [...names, ...names.map((name) => `${MEMORY_FOLDER}/${name}`)].map((name) => childPath(folder, name));

/** Which folder a file speaks for; none if it is no Memory. */
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
