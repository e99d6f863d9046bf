/** The search worker over a folder of the browser's own file system, and its index on disk (Q1). */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { IndexProgress } from "../../../src/core/search/search.js";
import { linkSearch, type SearchLink } from "../../../src/platform/search/search-link.js";
import { writeTree } from "../../../src/platform/workspace/tree.js";
import { said } from "../../support/entries.js";

let folder: FileSystemDirectoryHandle;
let id: string;
let links: SearchLink[] = [];

/** A tab's worker. Stopping it is what a reload does to it. */
const start = () => {
  const link = linkSearch();
  links.push(link);
  return link;
};

const root = () => navigator.storage.getDirectory();
const indexFile = async () => (await (await root()).getDirectoryHandle("search")).getFileHandle(`${id}.index`);

async function write(path: string, text: string): Promise<void> {
  const writable = await (await folder.getFileHandle(path, { create: true })).createWritable();
  await writable.write(text);
  await writable.close();
}

beforeEach(async () => {
  id = crypto.randomUUID();
  folder = await (await root()).getDirectoryHandle(`folder-${id}`, { create: true });
  await writeTree(folder, {
    ".gitignore": "*.log\n",
    "readme.md": "# A harbour\n\nShips come and go.\n",
    "noise.log": "harbour harbour harbour",
    src: { "port.ts": "export const port = 8080;\n", "crane.ts": "export function liftContainer() {}\n" },
    node_modules: { lib: { "index.js": "harbour" } },
    "logo.png": Uint8Array.of(137, 80, 78, 71, 0, 1),
  });
});

afterEach(async () => {
  await start().forget(id);
  for (const link of links) link.stop();
  links = [];
  await (await root()).removeEntry(`folder-${id}`, { recursive: true });
});

const keys = async (link: SearchLink, text: string) => (await link.search(id, { text })).map(({ key }) => key);

test("a folder is indexed, without what is ignored, and told of on the way", async () => {
  const link = start();
  const told: IndexProgress[] = [];
  const indexed = await link.indexFolder(id, folder, (progress) => told.push(progress));
  expect(indexed).toEqual({ files: 5, read: 4, removed: 0, skipped: 0, stopped: false });
  await expect.poll(() => told.at(-1)).toEqual({ phase: "done", seen: 5, toRead: 4, read: 4 });
  expect(await keys(link, "harbour")).toEqual(["readme.md"]);
  expect(await keys(link, "logo")).toEqual(["logo.png"]);
  expect((await link.search(id, { text: "where is the port set?" }))[0]).toMatchObject({
    key: "src/port.ts",
    passages: [{ fromLine: 1, toLine: 1 }],
  });
});

test("after a reload nothing is read again, and only what changed is", async () => {
  const before = start();
  await before.indexFolder(id, folder);
  const answers = await before.search(id, { text: "lift a container" });
  before.stop();

  const after = start();
  expect(await after.search(id, { text: "lift a container" })).toEqual(answers); // before anything is indexed
  expect(await after.status(id)).toMatchObject({ opened: "loaded", entries: 5, persisted: true });
  expect(await after.indexFolder(id, folder)).toMatchObject({ files: 5, read: 0, removed: 0 });

  await write("readme.md", "# A shipyard\n");
  await write("new.md", "A new quay.\n");
  await folder.getDirectoryHandle("src").then((src) => src.removeEntry("crane.ts"));
  expect(await after.indexFolder(id, folder)).toMatchObject({ files: 5, read: 2, removed: 1 });
  expect(await keys(after, "harbour")).toEqual([]);
  expect(await keys(after, "quay")).toEqual(["new.md"]);
  expect(await keys(after, "crane")).toEqual([]);
});

test("entries and their marks are there after a reload", async () => {
  const before = start();
  await before.indexEntries(id, [said("s1/1", "the deadline is on Friday"), said("s1/2", "so be it")], { log: "2" });
  await before.indexEntries(id, [said("s2/1", "another deadline")], { log: "3" });
  before.stop();
  const after = start();
  expect((await after.status(id)).marks).toEqual({ log: "3" });
  expect((await keys(after, "deadline")).toSorted()).toEqual(["s1/1", "s2/1"]);
  await after.remove(id, { prefix: "s1/" });
  expect(await keys(after, "deadline")).toEqual(["s2/1"]);
});

test("a damaged file is noticed, and the index is built again", async () => {
  const before = start();
  await before.indexFolder(id, folder);
  before.stop();
  const writable = await (await indexFile()).createWritable({ keepExistingData: true });
  await writable.write({ type: "write", position: 200, data: Uint8Array.of(1, 2, 3, 4, 5) });
  await writable.close();
  const after = start();
  expect(await after.status(id)).toMatchObject({ opened: "rebuilt", entries: 0, marks: {} });
  expect(await after.indexFolder(id, folder)).toMatchObject({ read: 4 });
  expect(await keys(after, "harbour")).toEqual(["readme.md"]);
  after.stop();
  expect(await start().status(id)).toMatchObject({ opened: "loaded", entries: 5 });
});

test("of two tabs one writes; the other searches all the same, and writes once the first is closed", async () => {
  const first = start();
  await first.indexEntries(id, [said("a", "harbour")]);
  const second = start();
  expect(await keys(second, "harbour")).toEqual(["a"]);
  await second.indexEntries(id, [said("b", "harbour")]);
  expect((await second.status(id)).persisted).toBe(false);
  expect((await keys(second, "harbour")).toSorted()).toEqual(["a", "b"]);

  first.stop();
  await expect
    .poll(async () => {
      await second.indexEntries(id, [said("c", "harbour")]);
      return (await second.status(id)).persisted;
    })
    .toBe(true);
  second.stop();
  expect((await keys(start(), "harbour")).toSorted()).toEqual(["a", "b", "c"]);
});

test("indexing can be stopped, and what it had come to is kept", async () => {
  for (let at = 0; at < 300; at++) await write(`file${at}.md`, `harbour ${at}`);
  const link = start();
  let stopping: Promise<void> | undefined;
  const indexed = await link.indexFolder(id, folder, ({ phase }) => {
    if (phase === "reading") stopping ??= link.stopIndexing(id);
  });
  await stopping;
  expect(indexed.stopped).toBe(true);
  const rest = await link.indexFolder(id, folder);
  expect(indexed.read + rest.read).toBe(304);
  expect(rest.stopped).toBe(false);
});

test("a killed worker fails the call under way by name, and the next call starts afresh", async () => {
  const link = start();
  await link.indexFolder(id, folder);
  const asked = link.search(id, { text: "harbour" });
  link.stop();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  expect(await keys(link, "harbour")).toEqual(["readme.md"]);
});
