/** What Memory files are called (M2): by the user's Settings, GEMINI.md unless told. */
import { isPath } from "../files/path.js";
import type { Settings } from "../settings/settings.js";

export const MEMORY_NAME = "GEMINI.md";

/** Names as the user gave them, without what is no path, in their order and each once; GEMINI.md where there is none. */
export function memoryNames(said: readonly string[]): readonly string[] {
  const names = said.map((name) => name.trim().replace(/^(?:\.\/)+/, "")).filter((name) => name !== "" && isPath(name));
  return names.length > 0 ? [...new Set(names)] : [MEMORY_NAME];
}

/** The first is what new ones are called. */
export function memoryNamesBy(settings: Settings): readonly string[] {
  const [now = [], older = []] = [settings["context.fileName"], settings.memoryFiles].map((said) => [said].flat());
  const names = memoryNames(now.length > 0 ? now : older);
  return settings["context.loadAgentsFile"] ? [...new Set([...names, "AGENTS.md"])] : names;
}
