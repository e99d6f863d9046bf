/** The places where a fact may be remembered, and the lines there that bear on it: shown to the user by `save_memory` (M8). */
import type { FactNote } from "./memory-save.js";

/** `private`: for this folder, and in no repository. `folder`: the folder's own GEMINI.md, for all who work on it. */
export type RememberScope = "global" | "private" | "folder";

export interface RememberPlace {
  readonly scope: RememberScope;
  readonly path: string;
  /** The file as it is; none where there is none yet. */
  readonly before?: string;
  /** Its lines that were saved as facts and stand as they were saved: only those may be merged with. */
  readonly saved: readonly string[];
}

/** A line elsewhere in the Memories that bears on the fact. */
export interface PlacedNote extends FactNote {
  readonly path: string;
}

/** Words that say that a fact is about this folder, in the languages the librarian takes orders in. */
const ABOUT_FOLDER =
  /(?<!\p{L})(?:this|our|the current)\s+(?:project|repo(?:sitory)?|folder|code ?base|workspace|app(?:lication)?|package|monorepo|site)(?!\p{L})|(?<!\p{L})(?:dieses?|unser(?:em|en)?|diesem)\s+(?:projekt|repo(?:sitory)?|ordner|verzeichnis)|(?:este|nuestro)\s+(?:proyecto|repositorio)|(?:этот|этом|наш(?:ем)?)\s+проект|(?:这个|此|本|我们的)(?:项目|仓库|文件夹)|(?:この|本)(?:プロジェクト|リポジトリ|フォルダ)/iu;

/**
 * Which scope is meant: what is plainly about this folder is the folder's, whatever a Model says (a rule in code, since Models get it
 * wrong); else what was said, and without that everywhere. `paths`: files of this folder that the fact names.
 */
export function scopeFor(
  fact: string,
  said: "global" | "project" | undefined,
  folder: { readonly name: string; readonly names: boolean } | undefined,
): "global" | "private" {
  if (!folder) return "global";
  if (said === "project" || folder.names || ABOUT_FOLDER.test(fact) || speaksOf(fact, folder.name)) return "private";
  return "global";
}

/** A name of three letters and more: shorter ones stand in any sentence. */
const speaksOf = (fact: string, name: string): boolean =>
  name.length >= 3 &&
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")}(?![\\p{L}\\p{N}])`, "iu").test(
    fact,
  );

/** The words of a fact that may be paths. */
export const pathsIn = (fact: string): readonly string[] =>
  [...fact.matchAll(/[\p{L}\p{N}_.-]*[./][\p{L}\p{N}_./-]*[\p{L}\p{N}_]/gu)].map(([path]) => path).slice(0, 8);
