import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFolderCache } from "../../../../src/core/files/folder-cache.js";
import { createFolderSearch } from "../../../../src/core/files/folder-search.js";
import type { Workspace } from "../../../../src/core/files/workspace.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import type { Tree } from "../../../../src/platform/workspace/tree.js";

const never = new AbortController().signal;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A folder that is searched again and again, with what was read of it. */
function rig(tree: Tree, onRead: (path: string) => void = () => undefined) {
  const folder = createMemoryWorkspace({ id: "f", name: "f", tree });
  const reads: string[] = [];
  const listed: string[] = [];
  const watched: Workspace = {
    ...folder,
    read: (path) => (reads.push(path), onRead(path), folder.read(path)),
    list: (path) => (listed.push(path), folder.list(path)),
  };
  const cache = createFolderCache(watched);
  const search = createFolderSearch(watched, { cache });
  return {
    folder,
    cache,
    /** The files with a match, then what was read for it. */
    async grep(pattern: string): Promise<string> {
      reads.length = 0;
      listed.length = 0;
      const { files, searched } = await search.grep({ pattern, most: 100, namesOnly: true }, () => undefined, never);
      const read = reads.filter((path) => !path.includes(".git") && !path.includes("ignore"));
      return `${files.map(({ path }) => path).join(" ")} of ${searched}; read ${read.join(" ")}; listed ${listed.length}`;
    },
  };
}

const garden: Tree = {
  "a.txt": "apples and pears",
  b: { "c.txt": "cherries", "d.txt": "pears again" },
  "e.txt": "plums",
};

describe("a folder that is watched", () => {
  test("is read whole once, and then only where a match may be", async () => {
    const { grep } = rig(garden);
    expect(await grep("pears")).toBe("a.txt b/d.txt of 4; read a.txt e.txt b/c.txt b/d.txt; listed 2");
    expect(await grep("pears")).toBe("a.txt b/d.txt of 4; read a.txt b/d.txt; listed 0");
    expect(await grep("grapes")).toBe(" of 4; read ; listed 0");
    expect(await grep("p")).toBe("a.txt e.txt b/d.txt of 4; read a.txt e.txt b/c.txt b/d.txt; listed 0");
  });

  test("is read again where it changed (R1)", async () => {
    const { grep, folder, cache } = rig(garden);
    await grep("pears");
    await folder.write("b/c.txt", bytes("no cherries, but pears"));
    cache.changed("b/c.txt");
    expect(await grep("pears")).toBe("a.txt b/c.txt b/d.txt of 4; read a.txt b/c.txt b/d.txt; listed 2");
    await folder.remove("b/d.txt");
    cache.changed("b/d.txt");
    expect(await grep("pears")).toBe("a.txt b/c.txt of 3; read a.txt b/c.txt; listed 2");
  });

  test("keeps nothing of a folder that has just come (R3)", async () => {
    const { grep, folder, cache } = rig(garden);
    await grep("pears");
    await folder.write("new/f.txt", bytes("figs"));
    cache.appeared("new");
    expect(await grep("figs")).toBe("new/f.txt of 5; read new/f.txt; listed 2");
    await folder.write("new/g.txt", bytes("more figs")); // nobody tells
    expect(await grep("figs")).toBe("new/f.txt new/g.txt of 6; read new/f.txt new/g.txt; listed 1");
  });

  test("keeps nothing that was read while something changed (R2)", async () => {
    let isFirst = true;
    const { grep, cache } = rig(garden, (path) => {
      if (path === "a.txt" && isFirst) cache.changed("e.txt");
      isFirst &&= path !== "a.txt";
    });
    await grep("grapes");
    expect(await grep("grapes")).toBe(" of 4; read a.txt; listed 1");
    expect(await grep("grapes")).toBe(" of 4; read ; listed 0");
  });

  test("gives what a search without a cache gives, whatever happens in between", async () => {
    const place = fc.constantFrom("a.txt", "b/c.txt", "b/d.txt", "e/f/g.txt", "e.txt");
    const words = fc.constantFrom("apples", "pears", "Plums", "plumes", "apple pears", "");
    const step = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), place, words }),
      fc.record({ kind: fc.constant("remove" as const), place, words }),
      fc.record({
        kind: fc.constant("grep" as const),
        place,
        words: fc.constantFrom("pears", "plum", "app.*s", "x|y", "pple"),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const folder = createMemoryWorkspace({ id: "f", name: "f", tree: garden });
        const cache = createFolderCache(folder);
        const remembering = createFolderSearch(folder, { cache });
        for (const { kind, place, words } of steps) {
          if (kind === "write") await folder.write(place, bytes(words)).then(() => cache.changed(place));
          else if (kind === "remove")
            await folder.remove(place).then(
              () => cache.changed(place),
              () => undefined,
            );
          else {
            const query = { pattern: words, most: 100 };
            const fresh = await createFolderSearch(folder).grep(query, () => undefined, never);
            expect(await remembering.grep(query, () => undefined, never)).toEqual(fresh);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
