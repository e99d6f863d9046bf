/**
 * The bounds of the memory manager (M9): it may read and write Memory files, and nothing else. The manager is a Model that works unasked,
 * so the rule is code and not a sentence in its prompt.
 *
 * R1 Virtual: a `.md` below `~/.gemini/`; below `tmp/` only what belongs to the open folder.
 * R2 Real: a file of the open folder with the name of a Memory, but not where others' work lies in bulk (`node_modules`, `.git`).
 * R3 Names are as they are written: another case is another file.
 */
import { AgentError } from "../errors.js";
import { createPlaces } from "./memory-names.js";
import { isVirtual, privateMemory, VIRTUAL_HOME } from "./memory-file.js";
import { noMemoryFile } from "./memory-words.js";
import { parentOf, readPath } from "../files/path.js";
import { HEAVY_FOLDERS } from "../files/excluded-names.js";

export interface MemoryBounds {
  /** Names of Memory files. */
  readonly names: readonly string[];
  /** Id of the open folder; none where none is open. */
  readonly workspace?: string;
}

/** The path that is meant, or a sentence for the Model: `InvalidPathError`, `NotAllowedError`. */
export function memoryPath(said: string, bounds: MemoryBounds): string {
  const path = isVirtual(said) ? VIRTUAL_HOME + readPath(said.slice(VIRTUAL_HOME.length)) : readPath(said);
  const isAllowed = isVirtual(path) ? isOwnVirtual(path, bounds) : isMemory(path, bounds);
  if (isAllowed) return path;
  throw new AgentError("NotAllowedError", noMemoryFile(path, bounds.names));
}

function isOwnVirtual(path: string, { workspace }: MemoryBounds): boolean {
  if (!path.endsWith(".md")) return false; // R1
  if (!path.toLowerCase().startsWith(`${VIRTUAL_HOME}tmp/`)) return true;
  return workspace !== undefined && path.startsWith(`${parentOf(privateMemory(workspace))}/`);
}

function isMemory(path: string, { names, workspace }: MemoryBounds): boolean {
  if (workspace === undefined || createPlaces(names)(path) === undefined) return false; // R2, R3
  return !path.split("/").some((segment) => HEAVY_FOLDERS.has(segment.toLowerCase()));
}
