/** What is noted beside lines of Memory files, and not in them: which are pinned. Found again by what they say. */
import { isVirtual } from "../core/memory-file.js";
import type { LogStore } from "../core/store.js";
import type { Workspace } from "../core/workspace.js";

export interface LineMarks {
  /** Lines that nothing but the user's own hand changes: no merge, no manager. */
  readonly pinned: readonly string[];
}

export interface MemoryMarks {
  of(path: string): Promise<LineMarks>;
  pin(path: string, line: string, isPinned: boolean): Promise<void>;
}

export function createMemoryMarks(
  log: Pick<LogStore, "get" | "put">,
  workspace: () => Workspace | undefined,
): MemoryMarks {
  const keyOf = (path: string): string => (isVirtual(path) ? path : `${workspace()?.id ?? ""}:${path}`);
  const of = async (path: string): Promise<LineMarks> => {
    const stored = (await log.get("memory-marks", keyOf(path))) as { readonly pinned?: unknown } | undefined;
    const pinned = Array.isArray(stored?.pinned) ? stored.pinned : [];
    return { pinned: pinned.filter((line): line is string => typeof line === "string") };
  };
  return {
    of,
    async pin(path, line, isPinned) {
      const others = (await of(path)).pinned.filter((each) => each !== line);
      const value: LineMarks = { pinned: isPinned ? [...others, line] : others };
      await log.put({ collection: "memory-marks", key: keyOf(path), value });
    },
  };
}
