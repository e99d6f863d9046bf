/** The body of the search port, in this thread, over files in memory. In its worker: test/browser/platform/search-link.test.ts. */
import { expect, test } from "vitest";
import { AgentError } from "../../../../src/core/errors.js";
import type { IndexFiles } from "../../../../src/platform/search/index-files.js";
import { createSearchIndexes } from "../../../../src/platform/search/search-indexes.js";
import { said } from "../../../support/entries.js";
import { createIndexDisk } from "../../../support/index-disk.js";

/** Files that several tabs share: one of them writes. */
function createDisk() {
  const files = createIndexDisk();
  let writer: object | undefined;
  const disk = {
    isFull: false,
    written: 0,
    closeWriter: () => (writer = undefined),
    open(): IndexFiles {
      const tab = {};
      return {
        ...files,
        becomeWriter: async () => (writer ??= tab) === tab,
        async write(id, change) {
          if (disk.isFull) throw new AgentError("QuotaExceededError", "The disk is full.");
          await files.write(id, change);
          disk.written += change.bytes.length;
        },
      };
    },
  };
  return disk;
}

const keys = async (desk: ReturnType<typeof createSearchIndexes>, text: string) =>
  (await desk.search("it", { text })).map(({ key }) => key).toSorted();

test("a full disk keeps nobody from searching, and is told of until there is room", async () => {
  const disk = createDisk();
  const desk = createSearchIndexes(disk.open());
  disk.isFull = true;
  await desk.indexEntries("it", [said("a", "harbour")]);
  expect(await keys(desk, "harbour")).toEqual(["a"]);
  expect((await desk.status("it")).persisted).toBe(false);
  disk.isFull = false;
  await desk.indexEntries("it", [said("b", "harbour")]);
  expect((await desk.status("it")).persisted).toBe(true);
  disk.closeWriter();
  expect(await keys(createSearchIndexes(disk.open()), "harbour")).toEqual(["a", "b"]);
});

test("R1: entries put at once by several callers are all on disk when they resolve", async () => {
  const disk = createDisk();
  const desk = createSearchIndexes(disk.open());
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => desk.indexEntries("it", [said(`m${at}`, "harbour")], { [at]: "x" })),
  );
  disk.closeWriter();
  const again = createSearchIndexes(disk.open());
  expect(await again.status("it")).toMatchObject({ opened: "loaded", entries: 20 });
  expect(Object.keys((await again.status("it")).marks)).toHaveLength(20);
});

test("a tab that comes to write later writes its own index whole, over what the first had", async () => {
  const disk = createDisk();
  const first = createSearchIndexes(disk.open());
  const second = createSearchIndexes(disk.open());
  await first.indexEntries("it", [said("a", "harbour")], { log: "1" });
  expect((await second.status("it")).marks).toEqual({ log: "1" });
  await first.indexEntries("it", [said("b", "harbour")], { log: "2" });
  disk.closeWriter();
  await second.indexEntries("it", [said("c", "harbour")], { other: "1" });
  disk.closeWriter();
  const third = createSearchIndexes(disk.open());
  expect(await keys(third, "harbour")).toEqual(["a", "c"]);
  expect((await third.status("it")).marks).toEqual({ log: "1", other: "1" }); // so "b" will be posted again
});

test("one more entry writes a little, however many there are", async () => {
  const disk = createDisk();
  const desk = createSearchIndexes(disk.open());
  await desk.indexEntries(
    "it",
    Array.from({ length: 3_000 }, (_, at) => said(`m${at}`, `message ${at} of the harbour`)),
  );
  const before = disk.written;
  await desk.indexEntries("it", [said("late", "a late message")]);
  expect(disk.written - before).toBeLessThan(before / 50);
});

test("what was forgotten is gone", async () => {
  const disk = createDisk();
  const desk = createSearchIndexes(disk.open());
  await desk.indexEntries("it", [said("a", "harbour")]);
  await desk.forget("it");
  expect(await desk.status("it")).toMatchObject({ opened: "fresh", entries: 0 });
});
