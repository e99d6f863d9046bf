/** The plan to remember a fact, for the Tool and the Command alike: the files it may go to, and what stands there already (M8). */
import { GLOBAL_MEMORY, privateMemory, type MemoryFiles } from "../../core/memory/memory-file.js";
import { isSaved, originsOf } from "../../core/memory/memory-lines.js";
import { notesOn, sanitiseFact } from "../../core/memory/memory-save.js";
import { isPath } from "../../core/files/path.js";
import {
  pathsIn,
  scopeFor,
  type PlacedNote,
  type RememberPlace,
  type RememberScope,
} from "../../core/memory/remember.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { MemoryAnnotations } from "./memory-annotations.js";

/** The means by which Tools and Commands remember. */
export interface Remembering {
  readonly files: MemoryFiles;
  readonly annotations: MemoryAnnotations;
  readonly folder?: Workspace;
  /** The folder's own GEMINI.md is offered only where the folder is trusted: only there its words count. */
  readonly isTrusted: boolean;
}

/** The folder's own file. */
const FOLDER_MEMORY = "GEMINI.md";

interface RememberPlan {
  readonly fact: string;
  readonly scope: RememberScope;
  readonly places: readonly RememberPlace[];
  /** Lines in any of the places that bear on the fact. */
  readonly notes: readonly PlacedNote[];
}

export async function planToRemember(
  said: string,
  wanted: "global" | "project" | undefined,
  { files, annotations, folder, isTrusted }: Remembering,
): Promise<RememberPlan> {
  const fact = sanitiseFact(said);
  const wished: [RememberScope, string][] = [["global", GLOBAL_MEMORY]];
  if (folder) wished.push(["private", privateMemory(folder.id)]);
  if (folder && isTrusted) wished.push(["folder", FOLDER_MEMORY]);
  const places = await Promise.all(wished.map(([scope, path]) => placeOf(scope, path, files, annotations)));
  const notes = places.flatMap(({ path, before = "" }) => notesOn(before, fact).map((note) => ({ ...note, path })));
  const about = folder && { name: folder.name, names: await namesFile(fact, folder) };
  return { fact, scope: scopeFor(fact, wanted, about), places, notes };
}

async function placeOf(
  scope: RememberScope,
  path: string,
  files: MemoryFiles,
  annotations: MemoryAnnotations,
): Promise<RememberPlace> {
  const [before, versions, { pinned }] = await Promise.all([
    files.read(path),
    files.versions(path),
    annotations.of(path),
  ]);
  const saved = [...originsOf(versions)].filter(([line, version]) => isSaved(version) && !pinned.includes(line));
  return { scope, path, ...(before !== undefined && { before }), saved: saved.map(([line]) => line) };
}

async function namesFile(fact: string, folder: Workspace): Promise<boolean> {
  const paths = pathsIn(fact).filter(isPath);
  const found = await Promise.all(
    paths.map((path) =>
      folder.stat(path).then(
        () => true,
        () => false, // not there, or not to be seen: then it says nothing
      ),
    ),
  );
  return found.includes(true);
}
