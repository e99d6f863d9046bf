/** A Workspace over a folder of the disk, for tests that run in node: it shows what a browser would, so no links. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { childPath, readPath } from "../../src/core/files/path.js";
import { isAsExpected, type Stat, type Workspace } from "../../src/core/files/workspace.js";
import { hasChanged, isAFile, isAFolder, notFound } from "../../src/platform/workspace/file-errors.js";

export function createDiskWorkspace(root: string): Workspace {
  const place = (said: string) => {
    const inside = readPath(said);
    return { inside, outside: path.join(root, inside) };
  };
  const statAt = (said: string): Stat => {
    const { inside, outside } = place(said);
    // A path through a file is none.
    if (!existsSync(outside)) throw notFound(inside);
    const stat = statSync(outside);
    return stat.isDirectory()
      ? { kind: "folder", size: 0, changedAt: 0 }
      : { kind: "file", size: stat.size, changedAt: Math.trunc(stat.mtimeMs) };
  };
  const workspace: Workspace = {
    id: "disk",
    name: path.basename(root),
    kind: "folder",
    async list(said) {
      const { inside, outside } = place(said);
      if (statAt(said).kind === "file") throw isAFile(inside);
      return readdirSync(outside, { withFileTypes: true })
        .filter((entry) => entry.isFile() || entry.isDirectory())
        .map((entry) => ({
          name: entry.name,
          path: childPath(inside, entry.name),
          kind: entry.isFile() ? ("file" as const) : ("folder" as const),
        }));
    },
    stat: async (said) => statAt(said),
    async read(said) {
      if (statAt(said).kind === "folder") throw isAFolder(said);
      return new Uint8Array(readFileSync(place(said).outside));
    },
    canWrite: async () => true,
    async write(said, bytes, expected) {
      const { inside, outside } = place(said);
      const there = existsSync(outside) ? new Uint8Array(readFileSync(outside)) : undefined;
      if (!isAsExpected(expected, there)) throw hasChanged(inside);
      mkdirSync(path.dirname(outside), { recursive: true });
      writeFileSync(outside, bytes);
      return statAt(said);
    },
    watch: () => () => undefined,
    async remove(said) {
      if (statAt(said).kind === "folder") throw isAFolder(said);
      rmSync(place(said).outside);
    },
  };
  return workspace;
}
