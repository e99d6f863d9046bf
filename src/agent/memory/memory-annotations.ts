/**
 * Annotations of Memory files, kept beside the files and not in them: which lines are pinned (found again by their text), and when a file
 * was last used, which means that its text stood in a request that a Model answered. The librarian answers by searching, and uses none.
 */
import { isVirtual, VIRTUAL_FOLDER } from "../../core/memory/memory-file.js";
import type { LogStore } from "../../core/log/store.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { SessionId } from "../../core/ids.js";

interface MemoryAnnotation {
  /** Lines that nothing but the user's own hand changes: no merge, no manager. */
  readonly pinned: readonly string[];
  readonly used?: MemoryUse;
}

interface MemoryUse {
  readonly at: number;
  readonly session: SessionId;
}

export interface MemoryAnnotations {
  of(path: string): Promise<MemoryAnnotation>;
  pin(path: string, line: string, isPinned: boolean): Promise<void>;
  /** These files were used now. */
  use(paths: readonly string[], use: MemoryUse): Promise<void>;
}

/** Files whose last use is remembered, for a folder. */
const MOST_USES = 500;

export function createMemoryAnnotations(
  log: Pick<LogStore, "get" | "put">,
  workspace: () => Workspace | undefined,
): MemoryAnnotations {
  const folderOf = (path: string): string => (isVirtual(path) ? VIRTUAL_FOLDER : (workspace()?.id ?? ""));
  const keyOf = (path: string): string => (isVirtual(path) ? path : `${folderOf(path)}:${path}`);

  /** One document for each folder, and one for all that is virtual: it is written with every Turn. */
  const usesIn = async (folder: string): Promise<ReadonlyMap<string, MemoryUse>> =>
    new Map(Object.entries((await log.get("memory-uses", folder)) ?? {}).filter(isUse));

  async function pinnedIn(path: string): Promise<readonly string[]> {
    const stored = (await log.get("memory-marks", keyOf(path))) as { readonly pinned?: unknown } | undefined;
    const pinned = Array.isArray(stored?.pinned) ? stored.pinned : [];
    return pinned.filter((line): line is string => typeof line === "string");
  }

  return {
    async of(path) {
      const [pinned, uses] = await Promise.all([pinnedIn(path), usesIn(folderOf(path))]);
      const used = uses.get(path);
      return { pinned, ...(used && { used }) };
    },
    async pin(path, line, isPinned) {
      const others = (await pinnedIn(path)).filter((each) => each !== line);
      const value = { pinned: isPinned ? [...others, line] : others };
      await log.put({ collection: "memory-marks", key: keyOf(path), value });
    },
    async use(paths, use) {
      for (const folder of new Set(paths.map(folderOf))) {
        const now = paths.filter((path) => folderOf(path) === folder).map((path) => [path, use] as const);
        const uses = [...new Map([...(await usesIn(folder)), ...now])].toSorted(
          ([, one], [, other]) => other.at - one.at,
        );
        const value = Object.fromEntries(uses.slice(0, MOST_USES));
        await log.put({ collection: "memory-uses", key: folder, value });
      }
    },
  };
}

/** Stored values are read as unproven (P4). */
const isUse = (entry: [string, unknown]): entry is [string, MemoryUse] => {
  const { at, session } = (entry[1] ?? {}) as Partial<Record<keyof MemoryUse, unknown>>;
  return typeof at === "number" && typeof session === "string";
};
